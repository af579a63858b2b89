import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'omen-size-'))
  execFileSync('git', ['init', '--quiet'], { cwd: folder })
})
afterEach(() => rmSync(folder, { recursive: true }))

function write(path: string, text: string): void {
  mkdirSync(join(folder, dirname(path)), { recursive: true })
  writeFileSync(join(folder, path), text)
}

/** Runs the check on all files of the folder, after adding them to the index. */
function check(): { status: number | null; above: string[]; output: string } {
  execFileSync('git', ['add', '--all'], { cwd: folder })
  const { status, stdout } = spawnSync(process.execPath, [join(import.meta.dirname, 'check-size.ts'), folder], {
    encoding: 'utf8',
  })
  const lines = stdout.split('\n').filter((line) => line.endsWith('above'))
  return { status, above: lines.map((line) => line.split('  ')[0]!), output: stdout }
}

it('passes below every ceiling and prints what it counted', () => {
  write('packages/engine/src/a.ts', '')
  write('package.json', '{\n}\n')
  write('docs/page.md', 'four')
  const { status, output } = check()
  expect(status).toBe(0)
  const counts = output
    .trim()
    .split('\n')
    .slice(1)
    .map((line) => line.split(/ {2,}/)[1])
  expect(counts).toEqual(['1', '2', '4'])
})

it('fails above the ceiling of source files, and counts no tests or generated files', () => {
  for (let k = 0; k < 4000; k++) write(`packages/engine/src/${k}.ts`, '')
  expect(check()).toMatchObject({ status: 1, above: ['source files in packages/*/src'] })
  rmSync(join(folder, 'packages'), { recursive: true })
  for (let k = 0; k < 4000; k++) write(`packages/engine/src/${k}.test.ts`, '')
  write('packages/sdk/src/generated/api.ts', '\n')
  expect(check().status).toBe(0)
})

it('fails above the ceiling of lines of JSON and generated code', () => {
  write('bench/results.json', '\n'.repeat(20_000))
  expect(check()).toMatchObject({ status: 1, above: ['lines of JSON and generated code'] })
})

it('fails above the ceiling of bytes of docs', () => {
  write('docs/images/large.png', 'x'.repeat(1_000_000))
  expect(check()).toMatchObject({ status: 1, above: ['bytes of docs/'] })
})

it('counts nothing outside a repository', () => {
  rmSync(join(folder, '.git'), { recursive: true })
  const { status, stdout } = spawnSync(process.execPath, [join(import.meta.dirname, 'check-size.ts'), folder], {
    encoding: 'utf8',
  })
  expect({ status, stdout }).toEqual({ status: 0, stdout: 'Nothing was counted, since git lists no file here.\n' })
})
