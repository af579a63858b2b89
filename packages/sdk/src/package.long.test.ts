import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core'
import { publint } from 'publint'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { CHILD_LIMITS, PACK_LIMITS } from './testing/child-limits.ts'

const folder = resolve(import.meta.dirname, '..')
let work = ''
let tarball = ''

beforeAll(() => {
  work = mkdtempSync(join(tmpdir(), 'omen-sdk-'))
  execFileSync(process.execPath, ['build.ts', join(work, 'package')], { ...CHILD_LIMITS, cwd: folder })
  const options = { ...PACK_LIMITS, cwd: join(work, 'package'), encoding: 'utf8' as const }
  tarball = join(work, execFileSync('npm', ['pack', '--silent', '--pack-destination', work], options).trim())
})
afterAll(() => rmSync(work, { recursive: true, force: true }))

it('is a package that Node and bundlers take without a complaint', async () => {
  const { messages } = await publint({ pkgDir: join(work, 'package'), pack: false })
  expect(messages).toEqual([])
})

it('has types wherever ES modules are resolved', async () => {
  const result = await checkPackage(createPackageFromTarballData(readFileSync(tarball)))
  if (result.types === false) throw new Error('the package has no types')
  expect(Object.keys(result.entrypoints).sort()).toEqual([
    '.',
    './api',
    './connectors',
    './glossary',
    './node',
    './rules',
  ])
  // CommonJS must import it dynamically, and TypeScript of before 2022 does not know `exports`.
  const known = result.problems.filter(
    (problem) => !('resolutionKind' in problem && /^node10$|^node16-cjs$/.test(problem.resolutionKind)),
  )
  expect(known).toEqual([])
})

it('refuses to pack the source, and says what to pack', () => {
  const options = { ...PACK_LIMITS, cwd: folder, encoding: 'utf8' as const }
  const { status, stderr } = spawnSync('npm', ['pack', '--pack-destination', work], options)
  expect(status).not.toBe(0)
  expect(stderr).toContain('then npm pack ./packages/sdk/dist')
})

it('imports everything of the client that the example in the README uses', async () => {
  const [, example = ''] = /```ts\n([\s\S]*?)```/.exec(readFileSync(join(folder, 'README.md'), 'utf8')) ?? []
  const [, imported = ''] = /import \{(.*)\} from '@omen\/sdk'/.exec(example) ?? []
  const used = Object.keys(await import('./index.ts')).filter((name) => new RegExp(`\\b${name}\\(`).test(example))
  expect(used.sort()).toEqual(['createOmen', 'jobResult'])
  expect(imported.split(',').map((name) => name.trim())).toEqual(used)
})
