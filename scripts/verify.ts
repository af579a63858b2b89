/** Every check of the project, then every test; the last line counts the tests of the whole run. */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { delimiter, join, resolve } from 'node:path'

const root = resolve(import.meta.dirname, '..')
const env = { ...process.env, PATH: `${join(root, 'node_modules/.bin')}${delimiter}${process.env.PATH ?? ''}` }

type Check = { name: string; command: string; args: string[] }

const checks: Check[] = [
  { name: 'generated code is current', command: 'node', args: ['scripts/generate.ts', '--check'] },
  { name: 'API description', command: 'redocly', args: ['lint', 'openapi/openapi.yaml'] },
  { name: 'format and lint', command: 'biome', args: ['check', '.'] },
  { name: 'types', command: 'node', args: ['scripts/check-types.ts'] },
  { name: 'import rules', command: 'node', args: ['scripts/check-imports.ts'] },
  { name: 'dead code', command: 'knip', args: ['--no-progress'] },
]

type TestReport = {
  numPassedTests: number
  numFailedTests: number
  testResults: { status: string; assertionResults: { status: string }[] }[]
}

function passes(check: Check): boolean {
  const started = performance.now()
  const result = spawnSync(check.command, check.args, { cwd: root, env, encoding: 'utf8', maxBuffer: 1 << 28 })
  const seconds = ((performance.now() - started) / 1000).toFixed(1)
  const passed = result.status === 0
  if (!passed) console.error(`${result.stdout ?? ''}${result.stderr ?? ''}`)
  console.log(`${passed ? '✓' : '✗'} ${check.name} (${seconds} s)`)
  return passed
}

/** A file that could not be loaded, or whose hook failed, has no test of its own to fail, so it counts as one. */
function count(report: TestReport): { passed: number; failed: number } {
  const broken = report.testResults.filter(
    (file) => file.status === 'failed' && file.assertionResults.every(({ status }) => status !== 'failed'),
  )
  return { passed: report.numPassedTests, failed: report.numFailedTests + broken.length }
}

function runTests(filters: string[]): { passed: number; failed: number } {
  const folder = mkdtempSync(join(tmpdir(), 'omen-tests-'))
  const output = join(folder, 'report.json')
  const own = ['end-stalled.ts', 'name-retried.ts'].map((name) => join(root, 'scripts', name))
  const reporters = ['default', 'json', ...own].map((name) => `--reporter=${name}`)
  // Vitest would leave one processor to its own process, which has little to do.
  const args = [
    'run',
    ...reporters,
    `--outputFile.json=${output}`,
    `--maxWorkers=${availableParallelism()}`,
    ...filters,
  ]
  try {
    const { status } = spawnSync('vitest', args, { cwd: root, env, stdio: 'inherit' })
    const totals = count(JSON.parse(readFileSync(output, 'utf8')) as TestReport)
    // An error outside of any test (an unhandled rejection) fails the run as well.
    return status !== 0 && totals.failed === 0 ? { ...totals, failed: 1 } : totals
  } catch (cause) {
    console.error('The tests could not be run.', cause)
    return { passed: 0, failed: 1 }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

const failedChecks = checks.filter((check) => !passes(check))
const { passed, failed } = runTests(process.argv.slice(2))
if (failedChecks.length > 0) console.error(`Checks that failed: ${failedChecks.map((check) => check.name).join(', ')}.`)
console.log(`${passed} passed, ${failed} failed`)
process.exit(failedChecks.length > 0 || failed > 0 || passed === 0 ? 1 : 0)
