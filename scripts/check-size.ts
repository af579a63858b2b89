/**
 * Holds the ceilings of what grows unnoticed, counted from `git ls-files`; exits with 1 above one of them:
 *   node scripts/check-size.ts [FOLDER]
 * A ceiling is the figure of 2026-11-29 and a tenth of it. Raise one only with a reason in the commit.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'

const folder = resolve(process.argv[2] ?? join(import.meta.dirname, '..'))

type Limit = {
  readonly name: string
  readonly ceiling: number
  readonly includes: (path: string) => boolean
  readonly amountOf: (path: string) => number
}

const isGenerated = (path: string) => /\/(generated|migrations|fixtures)\//.test(path)
const isTest = (path: string) => /\.(test|contract)\.tsx?$|\/testing\//.test(path)

const limits: readonly Limit[] = [
  {
    name: 'source files in packages/*/src',
    ceiling: 2_860,
    includes: (path) => /^packages\/[^/]+\/src\/.*\.(tsx?|css)$/.test(path) && !isTest(path) && !isGenerated(path),
    amountOf: () => 1,
  },
  {
    name: 'lines of JSON and generated code',
    ceiling: 12_800,
    includes: (path) => path.endsWith('.json') || isGenerated(path),
    amountOf: (path) => readFileSync(path, 'utf8').split('\n').length - 1,
  },
  {
    name: 'bytes of docs/',
    ceiling: 422_000,
    includes: (path) => path.startsWith('docs/'),
    amountOf: (path) => statSync(path).size,
  },
]

const { stdout } = spawnSync('git', ['ls-files', '-z'], { cwd: folder, encoding: 'utf8', maxBuffer: 1 << 28 })
// A copy of the sources without their repository has nothing that could be committed.
if (!stdout) {
  console.log('Nothing was counted, since git lists no file here.')
  process.exit(0)
}
const paths = stdout.split('\0').filter((path) => path !== '' && existsSync(join(folder, path)))

const rows = limits.map(({ name, ceiling, includes, amountOf }) => {
  const amount = paths.filter(includes).reduce((sum, path) => sum + amountOf(join(folder, path)), 0)
  return { name, amount, ceiling, isAbove: amount > ceiling }
})
const count = (value: number) => value.toLocaleString('en-US').padStart(9)
const width = Math.max(...rows.map(({ name }) => name.length))
console.log(`${''.padEnd(width)}  ${'now'.padStart(9)}  ${'ceiling'.padStart(9)}`)
for (const { name, amount, ceiling, isAbove } of rows)
  console.log(`${name.padEnd(width)}  ${count(amount)}  ${count(ceiling)}${isAbove ? '  above' : ''}`)
process.exit(rows.some(({ isAbove }) => isAbove) ? 1 : 0)
