import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { checkSentence, type ToldPeriod } from '../../bench/sentences/check-sentence.ts'
import { readTable } from '../../bench/sentences/read-table.ts'
import { type Frame, sliceFrame } from '../../packages/engine/src/series/frame.ts'
import { changeRows, simulateFrame } from '../../packages/engine/src/testing/simulate-frame.ts'
import { type OmenCli, omenCli } from './harness/omen-cli.ts'
import { ADMIN_LOGIN, type OmenServer, repository, startOmenServer } from './harness/omen-server.ts'

const training = join(repository, 'samples/data/shop-training.csv')
const day = join(repository, 'samples/data/shop-test.csv')

let server: OmenServer
let omen: OmenCli
beforeAll(async () => {
  server = await startOmenServer()
  omen = omenCli(server.url)
})
afterAll(() => server?.stop())

test('leaves with 4 before anybody is signed in', async () => {
  expect(await omen(['models', 'list'])).toMatchObject({ code: 4, stdout: '' })
})

describe('the gate of a build', () => {
  test('signs in from a pipe', async () => {
    const login = await omen(['login', '--user', ADMIN_LOGIN.userName, '--password-stdin'], {
      input: `${ADMIN_LOGIN.password}\n`,
    })
    expect(login).toMatchObject({ code: 0 })
    expect(login.stderr).not.toContain(ADMIN_LOGIN.password)
  })

  test('trains a model of each type from one file', async () => {
    const trained = await omen(['upload', 'training', training, '--model', 'checkout', '--json'])
    expect(trained).toMatchObject({ code: 0 })
    expect(JSON.parse(trained.stdout)).toMatchObject({ success: true })

    const listed = await omen(['models', 'list', '--json'])
    const { models } = JSON.parse(listed.stdout) as {
      models: { modelName: string; modelType: string; state: string }[]
    }
    expect(models.map(({ modelName, modelType, state }) => [modelName, modelType, state]).sort()).toEqual([
      ['checkout', 'Holistic', 'ready'],
      ['checkout', 'Split', 'ready'],
    ])
  })

  test('fails the build on what it finds, with sentences whose numbers are in the file', async () => {
    const found = await omen(['detect', day, '--model', 'checkout', '--fail-on', 'severity>=5', '--format', 'json'])
    expect(found.code).toBe(3)
    const { detection } = JSON.parse(found.stdout) as { detection: { periods: Omit<ToldPeriod, 'band'>[] } }
    // Every number of every sentence is in the file
    const read = async (path: string) => readTable(await readFile(path, 'utf8'))
    const file = { table: await read(day), training: await read(training), stepMs: 300_000, cvalue: 5 }
    const band = { low: Number.NEGATIVE_INFINITY, high: Number.POSITIVE_INFINITY }
    expect(detection.periods.length).toBeGreaterThan(3)
    expect(detection.periods.flatMap((period) => checkSentence({ ...period, band }, file))).toEqual([])
    // An instance that went down counts as 10, the worst there is.
    expect(detection.periods.find(({ kind }) => kind === 'down')?.sentence).toContain('node4 went down')
  })

  test('lets the build pass where nothing is as severe as asked', async () => {
    const lenient = await omen([
      'detect',
      training,
      '--model',
      'checkout',
      '--fail-on',
      'severity>=10',
      '--pvalue',
      '0.99999',
    ])
    expect(lenient.code).toBe(0)
  })
})

test('reports a fault of 25 hours once, from its first row to its last', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'omen-fault-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const days = simulateFrame(['shared', 'shared', 'shared', 'shared'], 7_000, 3)
  const [usual, faulty] = [join(folder, 'usual.csv'), join(folder, 'faulty.csv')]
  await writeFile(usual, toCsv(sliceFrame(days, 0, 3_000)))
  const fault = changeRows(days, 1, 3_500, 5_000, (x) => x + 60)
  await writeFile(faulty, toCsv(sliceFrame(fault, 3_000, 7_000)))
  expect((await omen(['upload', 'training', usual, '--model', 'steady', '--model-type', 'Holistic'])).code).toBe(0)
  const found = await omen(['detect', faulty, '--model', 'steady', '--model-type', 'Holistic', '--format', 'csv'])
  const [, ...rows] = found.stdout.trim().split('\n')
  expect(rows).toHaveLength(1)
  expect(rows[0]).toMatch(/,1500,.*m1 on n1 reached [\d.]+, usually [\d.]+, for 1 day 1 h, /)
})

test('answers wrong usage with 2 and an unreachable server with 6', async () => {
  expect((await omen(['detect', day])).code).toBe(2)
  expect((await omen(['no-such-command'])).code).toBe(2)
  expect(
    (await omen(['models', 'list'], { env: { OMEN_URL: 'http://127.0.0.1:9', OMEN_TOKEN: 'omen_token' } })).code,
  ).toBe(6)
})

test('refuses dates written as numbers wherever a table is given, and says what they look like', async () => {
  const days = 'timestamp,cpu[node1]\n46314.000000,1\n46314.003472,2\n'
  for (const command of ['upload visualization -', 'upload training - --model days', 'score -', 'forecast -']) {
    const { code, stdout, stderr } = await omen(command.split(' '), { input: days })
    expect({ command, code }).toEqual({ command, code: 1 })
    expect(`${stdout}${stderr}`).toContain("'46314.000000' looks like a day number of a spreadsheet")
    expect(`${stdout}${stderr}`).toContain('line 2, column 1')
  }
})

test('leaves with 1 and the code of the fault where a file is refused', async () => {
  const refused = await omen(['upload', 'training', '-', '--model', 'broken', '--json'], {
    input: 'timestamp,cpu[node1]\n',
  })
  expect(refused.code).toBe(1)
  expect(`${refused.stdout}${refused.stderr}`).toContain('HEADER_ONLY')
})

test('forgets the token at logout', async () => {
  expect((await omen(['logout'])).code).toBe(0)
  expect((await omen(['whoami'])).code).toBe(4)
})

function toCsv({ series, times, columns }: Frame): string {
  const rows = Array.from(times, (time, row) => [time, ...columns.map((column) => column[row])].join(','))
  return `${[['timestamp', ...series.map(({ id }) => id)].join(','), ...rows].join('\n')}\n`
}

test('adds a project, sends samples to it through a pipe and from a file, and reads them back', async () => {
  const login = ['login', '--user', ADMIN_LOGIN.userName, '--password-stdin']
  expect(await omen(login, { input: `${ADMIN_LOGIN.password}\n` })).toMatchObject({ code: 0 })
  const added = await omen(['projects', 'add', 'pushed', '--every', '10s', '--json'])
  expect(added).toMatchObject({ code: 0 })
  const { secret } = JSON.parse(added.stdout) as { secret: string }
  const env = { OMEN_INGEST_KEY: secret }
  const start = Math.floor(Date.now() / 1000) - 3600
  const points = Array.from({ length: 100 }, (_, row) => ({
    metric: 'cpu',
    instance: 'web1',
    time: start + 10 * row,
    value: row,
  }))
  const lines = points.map((point) => JSON.stringify(point)).join('\n')
  expect(await omen(['push', '-'], { input: `${lines}\n`, env })).toMatchObject({
    code: 0,
    stdout: 'Sent 100 samples.\n',
  })
  const folder = await mkdtemp(join(tmpdir(), 'omen-push-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const table = points.map(({ time, value }) => `${time},${2 * value}`).join('\n')
  await writeFile(join(folder, 'mem.csv'), `timestamp,mem[web1]\n${table}\n`)
  expect(await omen(['push', join(folder, 'mem.csv')], { env })).toMatchObject({ code: 0 })

  const shown = await omen(['projects', 'show', 'pushed', '--jq', '.project.seriesCount'])
  expect(shown.stdout.trim()).toBe('2')
  const span = ['--from', String(start * 1000), '--to', String((start + 1000) * 1000), '--buckets', '2000']
  const written = await omen(['data', 'pushed', ...span, '--format', 'csv'])
  const rows = written.stdout.trim().split('\n').slice(1)
  const valuesOf = (series: string): number[] =>
    rows.filter((row) => row.includes(`,${series},`)).map((row) => Number(row.split(',')[3]))
  expect(valuesOf('cpu[web1]')).toEqual(points.map(({ value }) => value))
  expect(valuesOf('mem[web1]')).toEqual(points.map(({ value }) => 2 * value))
  expect(await omen(['projects', 'remove', 'pushed', '--yes'])).toMatchObject({ code: 0 })
  expect(await omen(['push', '-'], { input: `${lines}\n`, env })).toMatchObject({ code: 4 })
})
