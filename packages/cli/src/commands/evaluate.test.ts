import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { makeHome, type Ran, runCli } from '../testing/run-cli.ts'

const START = Date.UTC(2026, 0, 5)
const at = (row: number): string => new Date(START + row * 300_000).toISOString().slice(0, 19).replace('T', ' ')

/** Scores of 0 every five minutes but at the rows that are named. */
function scores(rows: number, alarms: Record<number, number>): string {
  const lines = Array.from({ length: rows }, (_, row) => `${at(row)},${row % 7},${alarms[row] ?? 0}`)
  return `timestamp,value,anomaly_score\n${lines.join('\n')}\n`
}

/** A table of a quiet day with its noise, and a jump at the rows that are named. */
function table(rows: number, columns: string[], jump: [from: number, to: number] = [0, 0], first = 0): string {
  const value = (row: number, k: number): string => {
    const noise = (((row * 7919 + k * 104_729) % 1013) / 1013 + ((row * 6101 + k * 31) % 887) / 887) * 5
    return (40 + noise + (row >= jump[0] && row < jump[1] ? 60 : 0)).toFixed(3)
  }
  const lines = Array.from({ length: rows }, (_, row) =>
    [at(first + row), ...columns.map((_, k) => value(row, k))].join(','),
  )
  return `timestamp,${columns.join(',')}\n${lines.join('\n')}\n`
}

type Files = Record<string, string | Buffer>

async function write(files: Files): Promise<string> {
  const folder = await makeHome()
  for (const [name, content] of Object.entries(files)) {
    await mkdir(dirname(join(folder, name)), { recursive: true })
    await writeFile(join(folder, name), content)
  }
  return folder
}

async function evaluateFolder(files: Files, ...more: string[]): Promise<Ran> {
  const folder = await write(files)
  return runCli(['evaluate', folder, ...more.map((arg) => arg.replace('@', `${folder}/`))])
}

const labels = JSON.stringify({
  'cpu/a.csv': [[at(100), at(119)]],
  'cpu/b.csv': [
    [at(80), at(99)],
    [at(150), at(159)],
  ],
  'quiet.csv': [],
})
const corpus: Files = {
  'cpu/a.csv': scores(200, { 104: 0.9, 170: 0.6 }),
  'cpu/b.csv': scores(200, { 80: 0.7 }),
  'quiet.csv': scores(200, { 3: 1 }),
  'windows.json': labels,
}

describe('omen evaluate', () => {
  it('reports precision, recall, false alarms, delay and NAB scores', async () => {
    const { exit, stdout } = await evaluateFolder(corpus, '--windows', '@windows.json')
    expect(exit).toBe(0)
    expect(stdout).toContain('3 series and 3 windows in 1.8 days evaluated; an alarm is a score of at least 0.5.')
    expect(stdout).toMatch(/^precision +0\.667 +2 windows hit, 1 false alarm$/m)
    expect(stdout).toMatch(/^recall +0\.667 +2 of 3 windows hit$/m)
    expect(stdout).toMatch(/^delay +10m /m)
    expect(stdout).toMatch(/^standard +6[0-9]\.\d\d +0\.7 +2 of 3 +0$/m)
    expect(stdout).toMatch(/^cpu\/b\.csv +200 +2 +1 +0 +1\.000 +0\.500 +0ms$/m)
  })

  it('accepts another threshold', async () => {
    const ran = await evaluateFolder(corpus, '--windows', '@windows.json', '--threshold', '0.65', '--json')
    expect(ran.json()).toMatchObject({
      success: true,
      threshold: 0.65,
      total: { windows: 3, windowsHit: 2, falseAlarms: 0, precision: 1 },
      files: [{ file: 'cpu/a.csv' }, { file: 'cpu/b.csv' }, { file: 'quiet.csv', recall: null, delayMs: null }],
      unusedLabels: [],
    })
  })

  it('takes runs of rows that a model flagged for alarms, and every row for evaluated', async () => {
    const flagged = new Set([2, 3, 60, 104, 105, 106, 130])
    const rows = Array.from({ length: 200 }, (_, row) => `${at(row)},0.9,1e-4,${flagged.has(row) ? 1 : 0}`)
    const files = { 'cpu/a.csv': ['timestamp,anomaly_score,probability,flagged', ...rows].join('\n') }
    const args = ['--windows', '@w.csv']
    const windows = { 'w.csv': `cpu/a.csv,${at(100)},${at(119)}\n` }
    const ran = await evaluateFolder({ ...files, ...windows }, ...args, '--json')
    expect(ran.json()).toMatchObject({
      total: {
        windows: 1,
        windowsHit: 1,
        falseAlarms: 3,
        precision: 0.25,
        flaggedOutside: 4 / 180,
        delayMs: 1_200_000,
      },
    })
    expect(ran.json()).not.toHaveProperty('threshold')
    const shown = await evaluateFolder({ ...files, ...windows }, ...args)
    expect(shown.stdout).toContain('an alarm is a run of flagged rows.')
    const byScore = await evaluateFolder({ ...files, ...windows }, ...args, '--threshold', '0.95', '--json')
    expect(byScore.json()).toMatchObject({ threshold: 0.95, total: { windowsHit: 0, falseAlarms: 0 } })
    const mixed = await evaluateFolder({ ...files, ...windows, 'b.csv': scores(200, {}) }, ...args, '--json')
    expect(mixed.json()).toMatchObject({ threshold: 0.5 })
  })

  it('writes CSV and Markdown', async () => {
    const csv = await evaluateFolder(corpus, '--windows', '@windows.json', '--format', 'csv')
    expect(csv.stdout.split('\n').slice(3)).toEqual([
      expect.stringMatching(/^quiet\.csv,,200,0\.\d+,0,0,0,0,,,,0,0,$/),
      expect.stringMatching(/^total,,600,1\.\d+,3,2,1,1,0\.6666/),
      '',
    ])
    const md = await evaluateFolder(corpus, '--windows', '@windows.json', '--format', 'md')
    expect(md.stdout).toContain('| precision | 0.667 | 2 windows hit, 1 false alarm |')
    expect(md.stdout).toContain('| NAB | Score | Best threshold | Windows hit | False alarms |')
  })

  it('refuses to overwrite a table of a folder that it reads', async () => {
    const files = {
      'scores/cpu.csv': table(600, ['value'], [600, 600]),
      'windows.csv': `start,end\n${at(360)},${at(380)}\n`,
    }
    const folder = await write(files)
    const [scores, windows] = [join(folder, 'scores'), join(folder, 'windows.csv')]
    const ran = await runCli(['evaluate', scores, '--windows', windows, '--out', join(scores, 'cpu.csv')])
    expect(ran).toMatchObject({ exit: 2, stderr: expect.stringContaining('which is read') })
    expect(await readFile(join(scores, 'cpu.csv'), 'utf8')).toBe(files['scores/cpu.csv'])
  })

  it.each(['cpu.csv', 'windows.csv'])('refuses to overwrite %s, which it reads', async (name) => {
    const files = { 'cpu.csv': table(600, ['value'], [600, 600]), 'windows.csv': `start,end\n${at(360)},${at(380)}\n` }
    const folder = await write(files)
    const [cpu, windows] = [join(folder, 'cpu.csv'), join(folder, 'windows.csv')]
    const ran = await runCli(['evaluate', cpu, '--windows', windows, '--out', join(folder, name)])
    expect(ran.exit).toBe(2)
    expect(ran.stderr).toContain('which is read')
    expect(await readFile(cpu, 'utf8')).toBe(files['cpu.csv'])
    expect(await readFile(windows, 'utf8')).toBe(files['windows.csv'])
  })

  it('scores a table that has no scores, as omen score does', async () => {
    const windows = `start,end\n${at(360)},${at(380)}\n`
    const folder = await write({ 'cpu.csv': table(600, ['value'], [362, 600]), 'windows.csv': windows })
    await runCli(['score', join(folder, 'cpu.csv'), '--out', join(folder, 'scores.csv')])
    const [own, scored] = await Promise.all(
      ['cpu.csv', 'scores.csv'].map((name) =>
        runCli(['evaluate', join(folder, name), '--windows', join(folder, 'windows.csv'), '--json']),
      ),
    )
    const result = own!.json() as { total: unknown; nab: unknown }
    expect(result.total).toMatchObject({ windows: 1, windowsHit: 1, delayMs: 600_000 })
    expect(scored!.json()).toMatchObject({ total: result.total, nab: result.nab })
  })

  it('evaluates each series of a wide table, against its own windows where the labels name it', async () => {
    const windows = `file,series,start,end\nwide.csv,cpu[b],${at(360)},${at(380)}\nwide.csv,,${at(361)},${at(379)}\n`
    const ran = await evaluateFolder(
      { 'wide.csv.gz': gzipSync(table(400, ['cpu[a]', 'cpu[b]'])), 'labels/windows.csv': windows },
      ...['--windows', '@labels/windows.csv', '--json'],
    )
    expect(ran.json()).toMatchObject({
      files: [
        { file: 'wide.csv.gz', series: 'cpu[a]', rows: 400, windows: 1 },
        { series: 'cpu[b]', windows: 2 },
      ],
    })
  })

  it('trains and runs a model, and compares nominal with observed false positive rates', async () => {
    const series = ['cpu[a]', 'cpu[b]', 'cpu[c]']
    const folder = await write({
      'quiet.csv': table(600, series),
      'run.csv': table(400, series, [300, 320], 600),
      'windows.csv': `${at(898)},${at(925)}\n`,
    })
    const args = ['evaluate', join(folder, 'run.csv'), '--train', join(folder, 'quiet.csv')]
    const windows = ['--windows', join(folder, 'windows.csv')]
    const ran = await runCli([...args, ...windows, '--model-type', 'Hybrid', '--json'])
    const result = ran.json() as { model: { flagged: { nominal: number; observed: number; samples: number }[] } }
    expect(result).toMatchObject({
      total: { windows: 1, windowsHit: 1, delayMs: 6 * 300_000 },
      model: { modelType: 'Hybrid', pvalue: 0.99, cvalue: 5, trainedRows: 600 },
    })
    expect(result.model.flagged.map(({ nominal }) => nominal)).toEqual([0.1, 0.05, 0.02, 0.01, 0.005, 0.001])
    expect(result.model.flagged[0]!.samples).toBe(400 - 28)
    const shown = await runCli([...args, '--model-type', 'Split', '--pvalue', '0.999', '--cvalue', '3'])
    expect(shown.stdout).toContain('Split, trained on 600 rows')
    expect(shown.stdout).toMatch(/^flagged +[\d.]+ % +of the rows outside the windows lie in a finding$/m)
    expect(shown.stdout).toMatch(/^ +10 % +[\d.]+ % +[\d.]+ +400$/m)
  })

  it('counts a gap as an alarm of a model', async () => {
    const series = ['cpu[a]', 'cpu[b]', 'cpu[c]']
    const lines = table(400, series, [0, 0], 600).split('\n')
    const silent = lines.map((line, k) => (k > 300 && k <= 330 ? `${line.split(',')[0]},,,` : line)).join('\n')
    const windows = `${at(900)},${at(929)}\n`
    const folder = await write({ 'quiet.csv': table(600, series), 'run.csv': silent, 'windows.csv': windows })
    const paths = ['run.csv', 'quiet.csv', 'windows.csv'].map((name) => join(folder, name))
    const ran = await runCli(['evaluate', paths[0]!, '--train', paths[1]!, '--windows', paths[2]!, '--json'])
    expect(ran.json()).toMatchObject({ total: { windowsHit: 1, delayMs: 4 * 300_000 } })
  })

  it('does not evaluate rows that the model was trained on', async () => {
    const folder = await write({ 'quiet.csv': table(300, ['cpu']), 'all.csv': table(400, ['cpu']) })
    const args = (name: string) => ['evaluate', join(folder, name), '--train', join(folder, 'quiet.csv'), '--json']
    expect((await runCli(args('all.csv'))).json()).toMatchObject({
      model: { flagged: [{ samples: 100 }, {}, {}, {}, {}, {}] },
    })
    const all = await runCli(args('quiet.csv'))
    expect(all).toMatchObject({ exit: 1, stderr: expect.stringContaining('NOTHING_TO_JUDGE') })
  })

  it('exits with 3 if a rule is met, or cannot be computed', async () => {
    const failing = await evaluateFolder(
      corpus,
      '--windows',
      '@windows.json',
      '--fail-on',
      'f1<0.7',
      '--fail-on',
      'nab<1',
    )
    expect(failing).toMatchObject({ exit: 3, stderr: expect.stringContaining('f1<0.7 is met: exiting with 3.') })
    expect(failing.stderr).not.toContain('nab<1')
    const passing = await evaluateFolder(corpus, '--windows', '@windows.json', '--fail-on', 'recall<0.6')
    expect(passing.exit).toBe(0)
    const none = await evaluateFolder(
      { 'a.csv': scores(50, {}), 'w.json': '{"a.csv": []}' },
      '--windows',
      '@w.json',
      '--fail-on',
      'f1<0.7',
      '--format',
      'junit',
    )
    expect(none).toMatchObject({ exit: 3, stderr: expect.stringContaining('f1<0.7 cannot be computed') })
    expect(none.stdout).toContain('it cannot be computed')
    expect((await evaluateFolder({ 'a.csv': scores(50, { 20: 1 }) }, '--fail-on', 'false-alarms>0.01')).exit).toBe(3)
  })

  it('counts files without labels as normal, and names labels without files', async () => {
    const ran = await evaluateFolder(
      { ...corpus, 'more.csv': scores(200, { 100: 1 }) },
      '--windows',
      '@windows.json',
      '--json',
    )
    expect(ran.json()).toMatchObject({ total: { windows: 3, falseAlarms: 2 } })
    const folder = await write(corpus)
    const one = await runCli(['evaluate', join(folder, 'cpu/b.csv'), '--windows', join(folder, 'windows.json')])
    expect(one.stdout).toContain('1 series and 2 windows')
    expect(one.stderr).toContain('The windows of cpu/a.csv and of 1 other file were not used')
  })

  it('matches labels of files in other folders by the ends of their paths', async () => {
    const ran = await evaluateFolder(
      {
        'x/a.csv': scores(50, {}),
        'y/a.csv': scores(50, {}),
        'w.csv': `y/a.csv,${at(20)},${at(30)}\nold/x/a.csv,${at(40)},${at(41)}\nx/a.csv,${at(20)},${at(21)}`,
      },
      ...['--windows', '@w.csv', '--json'],
    )
    expect(ran.json()).toMatchObject({ files: [{ windows: 1 }, { windows: 1 }], unusedLabels: ['old/x/a.csv'] })
  })

  it('rejects labels that match several files, or none', async () => {
    const files = { 'x/a.csv': scores(50, {}), 'y/a.csv': scores(50, {}) }
    const window = `${at(20)},${at(30)}\n`
    const refused = async (windows: string) => evaluateFolder({ ...files, 'w.csv': windows }, '--windows', '@w.csv')
    expect(await refused(`a.csv,${window}`)).toMatchObject({
      exit: 1,
      stderr: expect.stringContaining('"a.csv" may be'),
    })
    expect((await refused(window)).stderr).toContain('the windows name no file, and there are 2')
    expect((await refused(`b.csv,${window}`)).stderr).toContain('no label belongs to a file that is evaluated')
  })

  it('names the file and the window of a label that holds no row', async () => {
    const window = '2020-01-01 00:00:00","2020-01-02 00:00:00'
    const ran = await evaluateFolder(
      { 'a.csv': scores(50, {}), 'w.json': `{"a.csv": [["${window}"]]}` },
      '--windows',
      '@w.json',
    )
    expect(ran.exit).toBe(1)
    expect(ran.stderr).toContain('a.csv: the labelled window 2020-01-01 00:00:00 to 2020-01-02 00:00:00 holds no row')
    expect(ran.stderr).toContain('Its rows go from 2026-01-05T00:00:00.000Z')
  })

  it.each([
    ['{"a.csv": 3}', '"a.csv": a list of windows is missing'],
    ['{"a.csv": [["x", "y"]]}', `"a.csv": 'x' is not a time`],
    ['start,end\n20260301,20260302', "line 2: '20260301' looks like a date without separators"],
    ['{', 'this is not JSON'],
    ['[3]', "'undefined' is not a time"],
    ['[null]', "'undefined' is not a time"],
    [`start,end\n${at(9)},${at(3)}`, 'line 2: the end lies before the start'],
    ['start,end\n1,2,3', 'line 2: these are not file,start,end or start,end'],
    ['nonsense', 'line 1: these are not file,start,end or start,end'],
  ])('refuses the labels %j', async (content, message) => {
    const ran = await evaluateFolder(
      { 'a.csv': scores(50, {}), 'labels.txt': content },
      '--windows',
      '@labels.txt',
      '--json',
    )
    expect(ran.exit).toBe(1)
    expect(JSON.parse(ran.stderr)).toMatchObject({ code: 'BAD_LABELS', message: expect.stringContaining(message) })
  })

  it('reads a list of windows that name their file', async () => {
    const time = (row: number): number => START + row * 300_000
    const windows = [
      { file: 'a.csv', from: time(20), to: time(30) },
      { file: 'b.csv', start: at(20), end: at(25), kind: 'hog' },
    ]
    const files = { 'a.csv': scores(50, { 20: 1 }), 'b.csv': scores(50, {}), 'w.json': JSON.stringify(windows) }
    const ran = await evaluateFolder(files, '--windows', '@w.json', '--json')
    expect(ran.json()).toMatchObject({ total: { windows: 2, windowsHit: 1 }, files: [{ windowsHit: 1 }, {}] })
  })

  it('accepts an empty list of windows', async () => {
    const ran = await evaluateFolder({ 'a.csv': scores(50, {}), 'w.json': '[]' }, '--windows', '@w.json', '--json')
    expect(ran.json()).toMatchObject({ total: { windows: 0, recall: null } })
  })

  it.each([
    ['', 'EMPTY_FILE'],
    ['timestamp,value,anomaly_score\n', 'HEADER_ONLY'],
    ['when,anomaly_score\n1,2\n', 'NO_TIMESTAMP_COLUMN'],
    ['time,anomaly_score\n20260301,0\n', 'BAD_SCORES'],
    ['timestamp,anomaly_score\n2026-01-05,high\n', 'BAD_SCORES'],
    ['timestamp,anomaly_score\n2026-01-05\n', 'BAD_SCORES'],
    ['timestamp,anomaly_score\nsoon,0\n', 'BAD_SCORES'],
    ['timestamp,value\n', 'HEADER_ONLY'],
  ])('refuses the scores %j', async (content, code) => {
    const ran = await evaluateFolder({ 'a.csv': content }, '--json')
    expect(ran.exit).toBe(1)
    expect(JSON.parse(ran.stderr)).toMatchObject({ code, message: expect.stringContaining('a.csv') })
  })

  it('handles times that repeat, go back or cannot be parsed, and huge scores', async () => {
    const lines = ['2026-01-05,1', '2026-01-05,1e300', 'soon,0', '2025-01-05,0', '2026-01-06,-1e300']
    const ran = await evaluateFolder({ 'a.csv': `timestamp,anomaly_score\n${lines.join('\n')}\n` }, '--json')
    expect(ran.json()).toMatchObject({ total: { falseAlarms: 2, falseRuns: 1, precision: 0 } })
  })

  it('evaluates one row, and a constant series', async () => {
    expect((await evaluateFolder({ 'a.csv': 'timestamp,value\n2026-01-05,3\n' })).exit).toBe(0)
    const flat = `timestamp,value\n${Array.from({ length: 300 }, (_, row) => `${at(row)},3`).join('\n')}`
    expect((await evaluateFolder({ 'a.csv': flat }, '--json')).json()).toMatchObject({ total: { falseAlarms: 0 } })
  })

  it('reads standard input', async () => {
    const { stdout } = await runCli(['evaluate', '-'], { input: scores(200, { 100: 1 }) })
    expect(stdout).toContain('1 series and 0 windows')
    expect(stdout).toMatch(/^precision +0\.000 +0 windows hit, 1 false alarm$/m)
  })

  it.each([
    [['x.csv', '--pvalue', '0.9'], '--pvalue is about a model'],
    [['x.csv', '--train', 'y.csv', '--pvalue', '2'], '--pvalue 2'],
    [['-', '--windows', '-'], 'can stand for one file only'],
    [['x.csv', '--threshold', 'high'], 'It must be a number'],
    [['x.csv', '--fail-on', 'f2<1'], 'Write it like "f1<0.6"'],
    [['x.csv', '--fail-on', 'f1<0.6'], '--fail-on f1<0.6 needs windows'],
    [['x.csv', '--train', 'y.csv', '--windows', 'w.json', '--fail-on', 'nab<70'], '--train evaluates a model'],
  ])('is a usage error: %j', async (args, message) => {
    const ran = await runCli(['evaluate', ...args])
    expect(ran).toMatchObject({ exit: 2, stderr: expect.stringContaining(message) })
  })

  it('rejects a missing file, an empty folder and too little training data', async () => {
    expect(await runCli(['evaluate', '/no/such.csv'])).toMatchObject({ exit: 1 })
    expect((await evaluateFolder({})).stderr).toContain('no tables in this folder')
    const folder = await write({ 'a.csv': table(5, ['cpu']), 'b.csv': table(50, ['cpu'], [0, 0], 100) })
    const ran = await runCli(['evaluate', join(folder, 'b.csv'), '--train', join(folder, 'a.csv')])
    expect(ran).toMatchObject({ exit: 1, stderr: expect.stringContaining('training needs 30 rows') })
  })
})
