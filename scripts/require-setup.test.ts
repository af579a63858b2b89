import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

const root = resolve(import.meta.dirname, '..')
const SENTENCE = 'This repository is not set up: run "npm run setup" in its root folder first.'

let clone: string
beforeEach(() => {
  clone = mkdtempSync(join(tmpdir(), 'omen-clone-'))
  for (const path of ['scripts', 'packages/cli', 'packages/sdk'])
    cpSync(join(root, path), join(clone, path), {
      recursive: true,
      filter: (one) => !/node_modules|generated|dist/.test(one),
    })
})
afterEach(() => rmSync(clone, { recursive: true }))

function npm(...args: string[]): { status: number | null; stderr: string } {
  const { status, stderr } = spawnSync('npm', args, { cwd: clone, encoding: 'utf8', timeout: 15_000 })
  return { status, stderr }
}

describe('a clone that is not set up', () => {
  it.each([
    ['packing the command line', ['pack', './packages/cli']],
    ['building the command line', ['run', 'build', '--prefix', 'packages/cli']],
    ['building the SDK', ['run', 'build', '--prefix', 'packages/sdk']],
  ])('says what to do when %s, without a stack trace', (_, args) => {
    const { status, stderr } = npm(...args)
    expect(status).not.toBe(0)
    expect(stderr).toContain(SENTENCE)
    expect(stderr).not.toMatch(/ERR_MODULE_NOT_FOUND|error TS|^ {4}at /m)
  })

  it('still lacks what the set-up generates when its packages are installed', () => {
    for (const name of ['esbuild', 'typescript']) mkdirSync(join(clone, 'node_modules', name), { recursive: true })
    const check = () => spawnSync(process.execPath, [join(clone, 'scripts/require-setup.mjs')], { encoding: 'utf8' })
    expect(check()).toMatchObject({ status: 1, stderr: `${SENTENCE}\n` })
    mkdirSync(join(clone, 'packages/sdk/src/generated'), { recursive: true })
    writeFileSync(join(clone, 'packages/sdk/src/generated/api.ts'), '')
    expect(check()).toMatchObject({ status: 0, stderr: '' })
  })
})
