import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { makeHome, type Ran, runCli } from '../testing/run-cli.ts'

const START = Date.UTC(2026, 0, 5)
const at = (row: number) => new Date(START + row * 1000).toISOString().slice(0, 19).replace('T', ' ')

/** Two sensors that follow each other, the second off its course in rows 450 to 479; labelled. */
function sensors(rows: number): string[][] {
  return Array.from({ length: rows }, (_, k) => {
    const noise = (modulus: number) => ((k * 7919) % modulus) / modulus
    const isOff = k >= 450 && k < 480
    const values = [50 + noise(101), 80 + noise(97) + (isOff ? 30 : 0)]
    return [at(k), ...values.map((value) => value.toFixed(3)), isOff ? '1.0' : '0.0']
  })
}
const HEADING = ['datetime', 'Flow Rate', 'Pressure', 'anomaly']
const table = (rows: readonly (readonly string[])[], separator = ';') =>
  [HEADING, ...rows].map((row) => row.join(separator)).join('\n')

async function score(content: string, ...more: string[]): Promise<Ran & { rows: string[][] }> {
  const path = join(await makeHome(), 'valve.csv')
  await writeFile(path, content)
  const ran = await runCli(['score', path, ...more])
  const rows = ran.stdout.split('\n').slice(1, -1)
  return { ...ran, rows: rows.map((row) => row.split(',')) }
}
const TRAINED = ['--train', '400', '--ignore', 'anomaly']

describe('omen score --train', () => {
  it('flags the rows of a fault, and none of the training', async () => {
    const { exit, stdout, rows, stderr } = await score(table(sensors(600)), ...TRAINED)
    expect(exit).toBe(0)
    expect(stdout.split('\n')[0]).toBe('timestamp,anomaly_score,probability,flagged')
    expect(rows).toHaveLength(600)
    const flagged = rows.flatMap(([, , , isFlagged], k) => (isFlagged === '1' ? [k] : []))
    // The first row after the fault belongs to it: it is compared together with the row before
    expect(flagged).toEqual(Array.from({ length: 31 }, (_, k) => 450 + k))
    expect(rows[450]![0]).toBe(at(450))
    expect(stderr).toContain('valve.csv: 600 rows of 2 series; trained on 400 rows.')
    expect(stderr).toContain('1 finding, 31 rows flagged.')
  })

  it('scores 0.5 where the probability is 1 - pvalue, for training rows too', async () => {
    const { rows } = await score(table(sensors(500)), ...TRAINED, '--pvalue', '0.99')
    for (const [, written, probability] of rows) {
      expect(Number(written) > 0.5).toBe(Number(probability) < 0.01)
      expect(Number(written)).toBeCloseTo(
        Math.log(Number(probability)) / (Math.log(Number(probability)) + Math.log(0.01)),
        4,
      )
    }
  })

  it.each([',', '\t'])('reads a table separated by %j as one with semicolons', async (separator) => {
    const expected = await score(table(sensors(500)), ...TRAINED)
    expect((await score(table(sensors(500), separator), ...TRAINED)).rows).toEqual(expected.rows)
  })

  it('reads decimal commas, and the column timestamp where there is datetime too', async () => {
    const expected = await score(table(sensors(500)), ...TRAINED)
    const german = table(sensors(500).map(([time, ...values]) => [time!, ...values.map((v) => v.replace('.', ','))]))
    expect((await score(german, ...TRAINED)).rows).toEqual(expected.rows)
    const both = table(sensors(500))
      .split('\n')
      .map((line, k) => `${line};${k === 0 ? 'timestamp' : line.split(';')[0]}`)
    expect((await score(both.join('\n'), ...TRAINED, '--ignore', 'datetime')).rows).toEqual(expected.rows)
  })

  it('trains on another table, whose further columns are not used', async () => {
    const quiet = join(await makeHome(), 'quiet.csv')
    await writeFile(quiet, table(sensors(400)))
    const rest = table(sensors(600).slice(400))
    const { rows } = await score(rest, '--train', quiet, '--ignore', 'anomaly')
    const whole = await score(table(sensors(600)), ...TRAINED)
    expect(rows).toEqual(whole.rows.slice(400))
  })

  it('takes a longer interval that lasts for no gap', async () => {
    const rows = sensors(700).map(([, ...values], k) => [at(k < 600 ? k : 600 + 60 * (k - 600)), ...values])
    const { rows: scored, stderr } = await score(table(rows), ...TRAINED)
    expect(stderr).toContain('1 finding, 31 rows flagged.')
    for (const [, written, probability] of scored) {
      expect(Number(written) >= 0 && Number(written) < 1).toBe(true)
      expect(Number(probability) > 0 && Number(probability) <= 1).toBe(true)
    }
  })

  it('keeps rows that cannot be read, repeat a time or stand out of order', async () => {
    const rows = sensors(600)
    const [a, b] = [rows[500]!, rows[501]!]
    rows.splice(500, 2, b, a, a, ['soon', '1', '2', '0'], ['1'])
    const { rows: scored, stderr } = await score(table(rows), ...TRAINED)
    const expected = await score(table(sensors(600)), ...TRAINED)
    expect(scored.slice(500, 505)).toEqual([
      expected.rows[501],
      expected.rows[500],
      expected.rows[500],
      ['soon', '0', '', '0'],
      ['1', '0', '', '0'],
    ])
    expect(scored.slice(505)).toEqual(expected.rows.slice(502))
    expect(stderr).toContain('2 rows could not be read and scored 0, the first at line 505')
  })

  it('says that a table is not in the order of time where its training rows are not the first', async () => {
    const rows = sensors(600)
    const { stderr } = await score(table([...rows.slice(200), ...rows.slice(0, 200)]), ...TRAINED)
    expect(stderr).toContain('200 rows to evaluate come before the last training row in time')
    expect((await score(table(rows), ...TRAINED)).stderr).not.toContain('in time')
  })

  it('counts cells that hold no number, and findings that are gaps', async () => {
    const rows = sensors(600)
    rows[450] = [rows[450]![0]!, 'off', ...rows[450]!.slice(2)]
    rows.splice(520, 40)
    const { stderr } = await score(table(rows), ...TRAINED)
    expect(stderr).toContain('1 cell without a number counts as missing.')
    expect(stderr).toMatch(/\d+ findings?, 1 gap among them, \d+ rows? flagged\./)
  })

  it('says what to do where there is too little to train on', async () => {
    const none = await score(table(sensors(600)), '--ignore', 'anomaly', '--train', '0')
    expect(none.stderr).toContain('training needs 30 rows with values, got 0.\nGive --train 30 rows or more')
    const { stderr } = await score(table(sensors(600)), ...TRAINED, '--model-type', 'DBScan')
    expect(stderr).toContain('Give more instances, or another --model-type.')
    expect((await score(table(sensors(1)), '--train', '1')).stderr).toContain('has 1 row.\nGive a table to train on')
  })

  it('writes a file, and says as JSON what was found', async () => {
    const out = join(await makeHome(), 'scores.csv')
    const ran = await score(
      table(sensors(600)),
      ...TRAINED,
      '--model-type',
      'Split',
      '--cvalue',
      '3',
      '--out',
      out,
      '--json',
    )
    expect((await readFile(out, 'utf8')).split('\n')).toHaveLength(602)
    expect(ran.json()).toMatchObject({
      success: true,
      series: 2,
      rows: 600,
      unread: 0,
      modelType: 'Split',
      pvalue: 0.99,
      cvalue: 3,
      trainedRows: 400,
      findings: 1,
      flagged: 31,
      out,
    })
  })

  it('leaves columns out of scores without a model, too', async () => {
    const { rows } = await score(table(sensors(60)), '--ignore', 'anomaly', '--ignore', 'Pressure')
    expect(rows).toHaveLength(60)
    expect(rows[0]!.slice(0, 2)).toEqual([at(0), '50.000'])
  })

  it('shows how in its help', async () => {
    const { stdout } = await runCli(['score', '--help'])
    expect(stdout).toContain('omen score valve.csv --train 400 --model-type Hybrid --ignore anomaly')
  })
})

describe('omen score --train refuses', () => {
  it.each<[string, string[], number, string]>([
    ['an unknown type', [...TRAINED, '--model-type', 'Other'], 2, 'Allowed choices are Holistic'],
    ['more training rows than rows', ['--train', '600'], 2, '--train 600: '],
    ['training rows below nothing', ['--train', '-5'], 2, '--train -5: this is no count of rows'],
    ['a part of a training row', ['--train', '1.5'], 2, '--train 1.5: this is no count of rows'],
    [
      'too few training rows',
      ['--train', '12', '--ignore', 'anomaly'],
      1,
      'training needs 30 rows with values, got 12',
    ],
    ['a training table that is not there', ['--train', '/no/such.csv'], 1, '/no/such.csv: there is no such file'],
    [
      'an ignored column that is not there',
      ['--train', '400', '--ignore', 'label'],
      2,
      'The columns are datetime, Flow Rate',
    ],
    ['a folder to train on', ['--train', '/usr'], 1, '/usr: it is a folder, not a file'],
    [
      'ignored columns in one option',
      ['--train', '400', '--ignore', 'anomaly,label'],
      2,
      'Give --ignore once for each column.',
    ],
    ['ignoring the time', ['--train', '400', '--ignore', 'datetime'], 2, 'it holds the times'],
    ['a pvalue out of range', [...TRAINED, '--pvalue', '1.5'], 2, '--pvalue 1.5'],
    ['a state', [...TRAINED, '--state', 'x.state'], 2, '--state is about scores without a model'],
    ['SARIF', [...TRAINED, '--format', 'sarif'], 2, '--format sarif is about scores without a model'],
    ['a cvalue without --train', ['--cvalue', '3'], 2, '--cvalue is about a model'],
  ])('%s', async (_, options, exit, text) => {
    const ran = await score(table(sensors(600)), ...options)
    expect(ran).toMatchObject({ exit, stdout: '' })
    expect(ran.stderr).toContain(text)
  })

  it('a training table without one of the columns, and names it', async () => {
    const quiet = join(await makeHome(), 'quiet.csv')
    await writeFile(quiet, table(sensors(400)).replace('Pressure', 'Level'))
    const ran = await score(table(sensors(600)), '--train', quiet, '--ignore', 'anomaly', '--json')
    expect(ran).toMatchObject({ exit: 1, stdout: '' })
    expect(JSON.parse(ran.stderr)).toMatchObject({ code: 'SERIES_MISMATCH' })
    expect(ran.stderr).toContain('there is no column \\"Pressure\\"')
  })

  it('columns of text alone, and names the first', async () => {
    const named = sensors(500).map(([time]) => [time!, 'low', 'high', 'normal'])
    const ran = await score(table(named), '--train', '400')
    expect(ran).toMatchObject({ exit: 1, stdout: '' })
    expect(ran.stderr).toContain('holds text and no number')
  })
})
