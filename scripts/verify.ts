/**
 * Every check of the project, then the tests; the last line counts the tests of the whole run. Without a word these are the tests
 * of the short tier, with `--long` those of the long tier and no checks, with `--all` both. Any other word names files.
 */
import { spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { delimiter, join, relative, resolve } from 'node:path'

const root = resolve(import.meta.dirname, '..')
const words = process.argv.slice(2)
const filters = words.filter((word) => !word.startsWith('--'))
/** A file that is named runs whatever its tier. */
const tier = words.includes('--long') ? 'long' : words.includes('--all') || filters.length > 0 ? undefined : 'short'
const env = {
  ...process.env,
  OMEN_TEST_TIER: tier,
  PATH: `${join(root, 'node_modules/.bin')}${delimiter}${process.env.PATH ?? ''}`,
}

type Check = { name: string; command: string; args: string[] }

/** The longest is the first one, so that the others run beside it. */
const checks: Check[] = [
  { name: 'types', command: 'node', args: ['scripts/check-types.ts'] },
  { name: 'API description', command: 'redocly', args: ['lint', 'openapi/openapi.yaml'] },
  { name: 'format and lint', command: 'biome', args: ['check', '.'] },
  { name: 'import rules', command: 'node', args: ['scripts/check-imports.ts'] },
  { name: 'dead code', command: 'knip', args: ['--no-progress'] },
  { name: 'size', command: 'node', args: ['scripts/check-size.ts'] },
]

type TestFile = { name: string; status: string; assertionResults: { status: string }[] }
type Totals = { passed: number; failed: number }

/** More files than this that fail at once are no matter of timing. */
const mostRepeated = 8

async function passes(check: Check): Promise<boolean> {
  const started = performance.now()
  const child = spawn(check.command, check.args, { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] })
  const output: Buffer[] = []
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => output.push(chunk))
  const passed = await new Promise<boolean>((done) => {
    child.on('error', (error) => {
      output.push(Buffer.from(`${error}\n`))
      done(false)
    })
    child.on('close', (code) => done(code === 0))
  })
  const seconds = ((performance.now() - started) / 1000).toFixed(1)
  if (!passed) console.error(String(Buffer.concat(output)))
  console.log(`${passed ? '✓' : '✗'} ${check.name} (${seconds} s)`)
  return passed
}

/** Runs the checks, two at a time; resolves with those that failed. */
async function runChecks(): Promise<Check[]> {
  const waiting = [...checks]
  const failed: Check[] = []
  const work = async (): Promise<void> => {
    for (let check = waiting.shift(); check !== undefined; check = waiting.shift()) {
      if (!(await passes(check))) failed.push(check)
    }
  }
  await Promise.all([work(), work()])
  return failed
}

/** A file that could not be loaded, or whose hook failed, has no test of its own to fail, so it counts as one. */
function count(files: readonly TestFile[]): Totals {
  const totals = { passed: 0, failed: 0 }
  for (const { status, assertionResults } of files) {
    const failed = assertionResults.filter((test) => test.status === 'failed').length
    totals.passed += assertionResults.filter((test) => test.status === 'passed').length
    totals.failed += status === 'failed' ? Math.max(failed, 1) : failed
  }
  return totals
}

function runVitest(filters: readonly string[], workers: number): { status: number | null; files: TestFile[] } {
  const folder = mkdtempSync(join(tmpdir(), 'omen-tests-'))
  const output = join(folder, 'report.json')
  const own = ['end-stalled.ts', 'name-retried.ts'].map((name) => join(root, 'scripts', name))
  const reporters = ['default', 'json', ...own].map((name) => `--reporter=${name}`)
  const args = ['run', ...reporters, `--outputFile.json=${output}`, `--maxWorkers=${workers}`, ...filters]
  try {
    const { status } = spawnSync('vitest', args, { cwd: root, env, stdio: 'inherit' })
    return { status, files: (JSON.parse(readFileSync(output, 'utf8')) as { testResults: TestFile[] }).testResults }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/**
 * Runs the tests, on as many workers as there are processors: Vitest would leave one to its own process, which has
 * little to do. Files that failed beside others run once more alone, where no other test takes their time, and are
 * named; what fails again has failed.
 */
function runTests(filters: readonly string[]): Totals {
  try {
    const first = runVitest(filters, availableParallelism())
    const failed = first.files.filter(({ status }) => status === 'failed')
    // An error outside of any test (an unhandled rejection) fails the run as well.
    if (first.status !== 0 && failed.length === 0) return { ...count(first.files), failed: 1 }
    if (failed.length === 0 || failed.length > mostRepeated) return count(first.files)
    const names = failed.map(({ name }) => relative(root, name))
    console.log(`Once more, alone: ${names.join(', ')}`)
    const again = runVitest(names, 1)
    const passed = again.files.filter(({ status }) => status === 'passed').map(({ name }) => name)
    for (const name of passed) console.log(`Failed beside other tests, passed alone: ${relative(root, name)}`)
    const totals = count([...first.files.filter((file) => !failed.includes(file)), ...again.files])
    return again.status !== 0 && totals.failed === 0 ? { ...totals, failed: 1 } : totals
  } catch (cause) {
    console.error('The tests could not be run.', cause)
    return { passed: 0, failed: 1 }
  }
}

const failedChecks = tier === 'long' ? [] : await runChecks()
const { passed, failed } = runTests(filters)
if (failedChecks.length > 0) console.error(`Checks that failed: ${failedChecks.map((check) => check.name).join(', ')}.`)
console.log(`${passed} passed, ${failed} failed`)
process.exit(failedChecks.length > 0 || failed > 0 || passed === 0 ? 1 : 0)
