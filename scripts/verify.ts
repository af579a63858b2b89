/**
 * Every check of the project, then the tests; the last line counts the tests of the whole run. Without a word these are the tests
 * of the short tier, with `--long` those of the long tier and no checks, with `--all` both. Any other word names files of the tier.
 */
import { spawn, spawnSync } from 'node:child_process'
import { chmodSync, mkdtempSync, readFileSync, rmSync, statfsSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { delimiter, join, relative, resolve } from 'node:path'

const root = resolve(import.meta.dirname, '..')
const words = process.argv.slice(2)
const filters = words.filter((word) => !word.startsWith('--'))
type Tier = 'short' | 'long'

const tiers: Tier[] = words.includes('--all') ? ['short', 'long'] : words.includes('--long') ? ['long'] : ['short']
const env = {
  ...process.env,
  PATH: `${join(root, 'node_modules/.bin')}${delimiter}${process.env.PATH ?? ''}`,
}
/** If more files than this fail at once, it is no matter of timing. */
const MAX_REPEATED = 8
const MIN_QUICK_BYTES = 8 * 1024 ** 3

type Check = { name: string; command: string; args: string[] }

/** The longest is the first one, so that the others run beside it. */
const CHECKS: Check[] = [
  { name: 'types', command: 'node', args: ['scripts/check-types.ts'] },
  { name: 'API description', command: 'redocly', args: ['lint', 'openapi/openapi.yaml'] },
  { name: 'format and lint', command: 'biome', args: ['check', '.'] },
  { name: 'import rules', command: 'node', args: ['scripts/check-imports.ts'] },
  { name: 'dead code', command: 'knip', args: ['--no-progress'] },
  { name: 'size', command: 'node', args: ['scripts/check-size.ts'] },
]

type TestFile = { name: string; status: string; assertionResults: { status: string }[] }
type Totals = { passed: number; failed: number }

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
  const waiting = [...CHECKS]
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

/**
 * Runs the tests of one tier. Those of the short tier wait half of their time, for databases, browsers and other processes, so
 * twice as many files run at a time as there are processors. A few files that failed run once more, alone, and are named: what
 * passes then is a defect of the test, but none of the product.
 */
function runTests(tier: Tier, filters: readonly string[]): Totals {
  try {
    const first = runVitest(tier, filters, (tier === 'short' ? 2 : 1) * availableParallelism())
    const failed = first.files.filter(({ status }) => status === 'failed')
    // An error outside of any test (an unhandled rejection) fails the run as well.
    if (first.status !== 0 && failed.length === 0) return { ...count(first.files), failed: 1 }
    if (failed.length === 0 || failed.length > MAX_REPEATED) return count(first.files)
    const names = failed.map(({ name }) => relative(root, name))
    console.log(`Once more, alone: ${names.join(', ')}`)
    const second = runVitest(tier, names, 1)
    for (const { name, status } of second.files)
      if (status === 'passed') console.log(`Failed beside other tests, passed alone: ${relative(root, name)}`)
    const totals = count([...first.files.filter((file) => !failed.includes(file)), ...second.files])
    return second.status !== 0 && totals.failed === 0 ? { ...totals, failed: 1 } : totals
  } catch (cause) {
    console.error(`The tests of the ${tier} tier could not be run.`, cause)
    return { passed: 0, failed: 1 }
  }
}

/** Names of files leave out the rest. */
function runVitest(
  tier: Tier,
  filters: readonly string[],
  workers: number,
): { status: number | null; files: TestFile[] } {
  const folder = mkdtempSync(join(tier === 'short' ? quickFolder() : tmpdir(), 'omen-tests-'))
  // PostgreSQL refuses to run as root, and has its data in this folder, too.
  chmodSync(folder, 0o711)
  const output = join(folder, 'report.json')
  const args = ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${output}`, '--passWithNoTests']
  try {
    const { status } = spawnSync('vitest', [...args, `--maxWorkers=${workers}`, ...filters], {
      cwd: root,
      env: { ...env, OMEN_TEST_TIER: tier, TMPDIR: folder },
      stdio: 'inherit',
    })
    return { status, files: (JSON.parse(readFileSync(output, 'utf8')) as { testResults: TestFile[] }).testResults }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** A folder in memory, if there is one with room: databases of the short tier need not survive a power cut. */
function quickFolder(): string {
  try {
    const { bavail, bsize } = statfsSync('/dev/shm')
    return Math.min(bavail * bsize, process.availableMemory()) > MIN_QUICK_BYTES ? '/dev/shm' : tmpdir()
  } catch {
    return tmpdir()
  }
}

// Ctrl-C ends the tests, and their folder is removed then.
process.on('SIGINT', () => {})
const failedChecks = words.includes('--long') ? [] : await runChecks()
const totals = tiers.map((tier) => runTests(tier, filters))
// A name that no file of the short tier has may be that of a long one.
if (filters.length > 0 && totals.every((tier) => tier.passed + tier.failed === 0))
  totals.push(runTests('long', filters))
const passed = totals.reduce((sum, tier) => sum + tier.passed, 0)
const failed = totals.reduce((sum, tier) => sum + tier.failed, 0)
if (failedChecks.length > 0) console.error(`Checks that failed: ${failedChecks.map((check) => check.name).join(', ')}.`)
console.log(`${passed} passed, ${failed} failed`)
process.exit(failedChecks.length > 0 || failed > 0 || passed === 0 ? 1 : 0)
