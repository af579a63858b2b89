import { globSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, it } from 'vitest'

const ROOT = resolve(import.meta.dirname, '..')
/** A limit of 20 s or more: an option, or the last argument of a test or a hook. */
const LONG_LIMIT = /\btimeout: ([2-9]\d|\d{3,})_000\b|^\s*\}, ([2-9]\d|\d{3,})_000\)$/m

it('lets no test of the short tier wait for 20 s or longer', () => {
  const patterns = ['{packages/*/src,bench,e2e/src,samples,scripts}/**/*.test.{ts,tsx}']
  const exclude = ['**/node_modules', '**/*.long.test.*']
  const files = globSync(patterns, { cwd: ROOT, exclude })
  expect(files.length).toBeGreaterThan(500)
  expect(files.filter((path) => LONG_LIMIT.test(readFileSync(join(ROOT, path), 'utf8')))).toEqual([])
})
