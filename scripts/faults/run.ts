/**
 * Breaks the product on purpose and says which faults the short tier of the tests catches:
 *   node scripts/faults/run.ts [ID...]
 * One after the other, each fault of this folder replaces a text in a source file while its tests run. The file is restored
 * afterwards, also after an error or an interrupt. Exits with 1 if a fault is not caught.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { constants, tmpdir } from 'node:os'
import { delimiter, join, relative, resolve } from 'node:path'
import type { Fault } from './fault.ts'
import { FAULTS } from './faults.ts'

const root = resolve(import.meta.dirname, '../..')
const env = () => ({
  ...process.env,
  OMEN_TEST_TIER: 'short',
  PATH: `${join(root, 'node_modules/.bin')}${delimiter}${process.env.PATH ?? ''}`,
})
/** Tests that have not ended by then have shown nothing. */
const LIMIT_MS = 5 * 60_000

type Result = 'caught' | 'NOT CAUGHT' | 'NOT RUN'
type Report = { testResults: { assertionResults: { status: string; fullName: string }[] }[] }
/** `why`: the test that failed, or what went wrong. */
type Outcome = { result: Result; why: string }

const folder = mkdtempSync(join(tmpdir(), 'omen-faults-'))
let broken: { path: string; text: string } | undefined
let vitest: ChildProcess | undefined
let removeTemplate: (() => void) | undefined

function restore(): void {
  if (broken) writeFileSync(broken.path, broken.text)
  broken = undefined
}
process.on('exit', () => {
  restore()
  removeTemplate?.()
  rmSync(folder, { recursive: true, force: true })
})
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.on(signal, () => {
    vitest?.kill('SIGTERM')
    process.exit(128 + constants.signals[signal])
  })

/** Whether the tests of a fault fail while its text is replaced. */
async function judge(fault: Fault): Promise<Outcome> {
  const path = join(root, fault.file)
  const text = readFileSync(path, 'utf8')
  const places = text.split(fault.find).length - 1
  if (places !== 1) return { result: 'NOT RUN', why: `the text is there ${places} times` }
  broken = { path, text }
  try {
    writeFileSync(
      path,
      text.replace(fault.find, () => fault.replace),
    )
    return await runTests(fault)
  } finally {
    restore()
  }
}

/** Only a test that fails catches a fault: a file that cannot be loaded says nothing about what it tests. */
async function runTests({ tests, title }: Fault): Promise<Outcome> {
  const output = join(folder, 'report.json')
  rmSync(output, { force: true })
  const only = title === undefined ? [] : ['--testNamePattern', title.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')]
  const reporter = ['--reporter=json', `--outputFile=${output}`]
  // In the folder of their package, so that Vitest need not open all the others
  const part = join(root, /^(packages\/)?[^/]+/.exec(tests[0] ?? '')?.[0] ?? '')
  const names = tests.map((test) => relative(part, join(root, test)))
  const args = ['run', ...reporter, '--maxWorkers=1', '--bail=1', '--retry=0', ...only, ...names]
  const log: Buffer[] = []
  const { promise, resolve: end } = Promise.withResolvers<void>()
  vitest = spawn('vitest', args, { cwd: part, env: env(), stdio: ['ignore', 'pipe', 'pipe'], timeout: LIMIT_MS })
  for (const stream of [vitest.stdout, vitest.stderr]) stream?.on('data', (chunk: Buffer) => log.push(chunk))
  vitest.on('error', (error) => log.push(Buffer.from(String(error))))
  vitest.on('close', () => end())
  await promise
  try {
    const { testResults } = JSON.parse(readFileSync(output, 'utf8')) as Report
    const all = testResults.flatMap(({ assertionResults }) => assertionResults)
    const failed = all.find(({ status }) => status === 'failed')
    if (failed) return { result: 'caught', why: failed.fullName }
    const passed = all.filter(({ status }) => status === 'passed').length
    if (passed > 0) return { result: 'NOT CAUGHT', why: `${passed} passed` }
  } catch {
    // There is no report if the run did not end by itself.
  }
  return { result: 'NOT RUN', why: Buffer.concat(log).toString().trim().split('\n').slice(-5).join(' ') }
}

const words = process.argv.slice(2)
const unknown = words.filter((word) => !FAULTS.some(({ id }) => id === word))
if (unknown.length > 0) {
  console.error(`There is no fault ${unknown.join(', ')}.`)
  process.exit(2)
}
const chosen = words.length === 0 ? FAULTS : FAULTS.filter(({ id }) => words.includes(id))
const width = (of: (fault: Fault) => string) => Math.max(...chosen.map((fault) => of(fault).length))
const [idWidth, breaksWidth] = [width(({ id }) => id), width(({ breaks }) => breaks)]
const row = (id: string, breaks: string, result: string, seconds: string, why: string) =>
  console.log(
    `${id.padEnd(idWidth)}  ${breaks.padEnd(breaksWidth)}  ${result.padEnd(10)}  ${seconds.padStart(4)}  ${why}`,
  )

// All runs of server tests copy the same one, which would take longer to make than most of them last
const isOfServer = ({ tests }: Fault): boolean => tests.some((test) => test.startsWith('packages/server/'))
if (chosen.some(isOfServer)) {
  const setup = join(root, 'packages/server/src/testing/database-template.ts')
  const { default: makeTemplate } = (await import(setup)) as { default(): Promise<() => void> }
  removeTemplate = await makeTemplate()
}

row('FAULT', 'WHAT IS BROKEN', 'RESULT', 's', 'BY')
let caught = 0
for (const fault of chosen) {
  const started = performance.now()
  const { result, why } = await judge(fault)
  if (result === 'caught') caught++
  const seconds = ((performance.now() - started) / 1000).toFixed(0)
  row(fault.id, fault.breaks, result, seconds, fault.weak === undefined ? why : `${why} (weak: ${fault.weak})`)
}
console.log(`${caught} caught, ${chosen.length - caught} not caught`)
process.exit(caught === chosen.length ? 0 : 1)
