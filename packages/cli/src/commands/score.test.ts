import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { makeHome, type Ran, runCli } from '../testing/run-cli.ts'

const START = Date.UTC(2026, 0, 5)
const at = (row: number) => new Date(START + row * 300_000).toISOString().slice(0, 19).replace('T', ' ')

/** A plain table of a daily wave, with a spike in row 500. */
function wave(rows: number, spike = 500): string[] {
  return Array.from({ length: rows }, (_, k) => {
    const noise = ((k * 7919) % 101) / 50
    const value = 50 + 20 * Math.sin((2 * Math.PI * k) / 288) + noise + (k === spike ? 200 : 0)
    return `${at(k)},${value.toFixed(3)}`
  })
}
const plain = (rows: readonly string[]) => ['timestamp,value', ...rows, ''].join('\n')

async function scoresOf(content: string | Buffer, ...more: string[]): Promise<Ran & { rows: string[] }> {
  const path = join(await makeHome(), 'day.csv')
  await writeFile(path, content)
  const ran = await runCli(['score', path, ...more])
  return { ...ran, rows: ran.stdout.split('\n').slice(1, -1) }
}
const scoreOf = (row: string | undefined) => Number(row?.split(',').at(-1))

describe('omen score', () => {
  it('scores a table with semicolons and decimal commas as one with commas and points', async () => {
    const german = wave(600).map((row) => row.replace(',', ';').replace('.', ','))
    const { exit, rows } = await scoresOf(['timestamp;value', ...german, ''].join('\n'))
    const expected = await scoresOf(plain(wave(600)))
    expect(exit).toBe(0)
    expect(rows.map(scoreOf)).toEqual(expected.rows.map(scoreOf))
  })

  it('writes one row per row, with its time and value unchanged', async () => {
    const rows = wave(600)
    const { exit, stdout, stderr } = await scoresOf(plain(rows))
    const lines = stdout.split('\n')
    expect(exit).toBe(0)
    expect(lines[0]).toBe('timestamp,value,anomaly_score')
    expect(lines.slice(1, -1).map((line) => line.slice(0, line.lastIndexOf(',')))).toEqual(rows)
    expect(stderr).toContain('day.csv: 600 rows of 1 series, 1 alarm.')
    expect(stderr).toMatch(/Strongest: 2026-01-06 17:40:00, 232, score 0\.[5-9]\d, outside all values before it\./)
  })

  it('scores from 0 to 1, an anomaly highest', async () => {
    const { rows } = await scoresOf(plain(wave(600)))
    const scores = rows.map(scoreOf)
    for (const score of scores) expect(score >= 0 && score <= 1).toBe(true)
    expect(Math.max(...scores)).toBe(scores[500])
    expect(scores[500]).toBeGreaterThanOrEqual(0.5)
  })

  it('gives the same rows regardless of later ones', async () => {
    const [short, long] = await Promise.all([scoresOf(plain(wave(520))), scoresOf(plain(wave(700)))])
    expect(long.rows.slice(0, 520)).toEqual(short.rows)
  })

  it('writes a row for each series of a wide table, named', async () => {
    const table = 'cpu[a]:web,timestamp,"net[b]"\n1.5,1767571200,2\n,1767571500,2.0e0\n'
    const { stdout } = await scoresOf(table)
    expect(stdout).toBe(
      [
        'timestamp,series,value,anomaly_score',
        '1767571200,cpu[a]:web,1.5,0',
        '1767571200,net[b],2,0',
        '1767571500,cpu[a]:web,,0',
        '1767571500,net[b],2.0e0,0',
        '',
      ].join('\n'),
    )
  })

  it('scores each series of a wide table as it would alone', async () => {
    const [one, other] = [wave(600), wave(600, 400)]
    const wide = one.map((row, k) => `${row},${other[k]!.split(',')[1]}`)
    const { rows } = await scoresOf(['timestamp,cpu,net', ...wide].join('\n'))
    const alone = await scoresOf(plain(other))
    expect(rows.filter((row) => row.includes(',net,')).map(scoreOf)).toEqual(alone.rows.map(scoreOf))
  })

  it.each([
    ['epoch milliseconds', (row: number) => String(START + row * 300_000)],
    ['epoch seconds', (row: number) => String(START / 1000 + row * 300)],
    [
      'ISO 8601 with a zone',
      (row: number) => new Date(START + row * 300_000 + 7_200_000).toISOString().replace('.000Z', '+02:00'),
    ],
  ])('reads %s', async (_, write) => {
    const rows = wave(600)
    const { rows: scored } = await scoresOf(plain(rows.map((row, k) => `${write(k)},${row.split(',')[1]}`)))
    expect(scored[3]).toContain(`${write(3)},`)
    expect(scored.map(scoreOf)).toEqual((await scoresOf(plain(rows))).rows.map(scoreOf))
  })

  it('writes the same from a pipe, from .gz, with Windows line ends and a byte order mark', async () => {
    const text = plain(wave(200))
    const { stdout } = await scoresOf(text)
    expect((await runCli(['score', '-'], { input: text })).stdout).toBe(stdout)
    expect((await scoresOf(gzipSync(text))).stdout).toBe(stdout)
    expect((await scoresOf(`\uFEFF${text.replaceAll('\n', '\r\n')}`)).stdout).toBe(stdout)
  })

  it('writes to a file, and summarises the findings as JSON', async () => {
    const out = join(await makeHome(), 'scores.csv')
    const ran = await scoresOf(plain(wave(600)), '--out', out, '--json')
    expect((await readFile(out, 'utf8')).split('\n')).toHaveLength(602)
    expect(ran.json()).toMatchObject({
      success: true,
      rows: 600,
      series: 1,
      alarms: 1,
      unread: 0,
      gaps: 0,
      size: 'standard',
      out,
    })
    const { strongest } = ran.json() as { strongest: object[] }
    expect(strongest[0]).toMatchObject({ timestamp: at(500), series: 'value', reason: 'range', trust: 'medium' })
    expect(strongest).toHaveLength(10)
  })

  it.each([
    { what: 'its table', args: (day: string, quiet: string) => [day, '--train', quiet, '--out', day] },
    { what: 'its training table', args: (day: string, quiet: string) => [day, '--train', quiet, '--out', quiet] },
    {
      what: 'a state that is not there yet',
      args: (day: string) => [day, '--state', `${day}.state`, '--out', `${day}.state`],
    },
  ])('refuses to overwrite $what', async ({ args }) => {
    const home = await makeHome()
    const [day, quiet] = [join(home, 'day.csv'), join(home, 'quiet.csv')]
    await writeFile(day, plain(wave(60)))
    await writeFile(quiet, plain(wave(60)))
    const { exit, stderr } = await runCli(['score', ...args(day, quiet)])
    expect(exit).toBe(2)
    expect(stderr).toContain('written over')
    for (const path of [day, quiet]) expect(await readFile(path, 'utf8')).toBe(plain(wave(60)))
  })

  it.each([
    ['score>=0.5', 3],
    ['score>0.99', 0],
    ['any', 3],
    ['alarms>=2', 0],
  ])('with --fail-on %s exits with %d', async (rule, exit) => {
    expect((await scoresOf(plain(wave(600)), '--fail-on', rule)).exit).toBe(exit)
  })

  it.each(['score>=2', 'severity>=3', 'score=0.5'])('refuses --fail-on %s', async (rule) => {
    expect(await scoresOf(plain(wave(3)), '--fail-on', rule)).toMatchObject({ exit: 2, stdout: '' })
  })
})

describe('tables as people have them', () => {
  it('are scored without the columns that are no series, which are named', async () => {
    const { exit, rows, stderr } = await scoresOf(
      `,Date,Time,cpu,status\n0,13/2/2026,10:00,38%,ok\n1,14/2/2026,10:00,39%,ok\n`,
    )
    expect({ exit, rows }).toEqual({
      exit: 0,
      rows: ['13/2/2026 10:00,38%,0', expect.stringMatching(/^14\/2\/2026 10:00,39%,0/)],
    })
    expect(stderr).toContain('column 1 was left out: it has no name')
    expect(stderr).toContain("column 'status' was left out: text is no series")
  })

  it('are refused with a sentence if their dates can be read in two ways', async () => {
    const { exit, stderr } = await scoresOf('time,value\n1/2/2026,1\n2/2/2026,2\n')
    expect({ exit, stderr }).toEqual({
      exit: 1,
      stderr: expect.stringContaining("'1/2/2026' does not say which number is the day and which the month"),
    })
  })
})

describe('irregular rows', () => {
  it('are kept, score 0 and are reported', async () => {
    const table = ['timestamp,value', '1767571200,1', '1767571500', 'soon,3', '1767571800,"4', '1767572100,5,6', '']
    const { exit, rows, stderr } = await scoresOf(table.join('\n'))
    expect(exit).toBe(0)
    expect(rows).toEqual(['1767571200,1,0', '1767571500,,0', 'soon,,0', ',,0', '1767572100,,0'])
    expect(stderr).toContain('4 rows could not be read and scored 0, the first at line 3: 1 fields, the heading has 2.')
  })

  it('are kept without a value, and do not train the detector', async () => {
    const values = wave(300)
    const holed = values.flatMap((row, k) => (k % 50 === 49 ? [row, `${at(k)},`, `${at(k)},NaN`, `${at(k)},-`] : [row]))
    const { rows, stderr } = await scoresOf(plain(holed))
    const kept = rows.filter((row) => !row.includes(',,'))
    expect(rows).toHaveLength(318)
    expect(kept).toEqual((await scoresOf(plain(values))).rows)
    expect(stderr).toContain('18 cells without a number scored 0, 6 of them with something else in it.')
  })

  it('may repeat times, go back, pause for months and change their interval', async () => {
    const times = [0, 1, 1, 1, 0, 2, 3, 50_000, 50_001, 50_001.2, 50_001.4]
    const table = plain(times.map((time, k) => `${START + time * 300_000},${k % 3}`))
    const { exit, rows } = await scoresOf(table)
    expect(exit).toBe(0)
    expect(rows).toHaveLength(times.length)
  })

  it.each([
    ['a constant series', Array(400).fill('7')],
    ['two points', ['1', '2']],
    ['one value and one exception', Array.from({ length: 400 }, (_, k) => (k === 300 ? '9' : '7'))],
    ['two levels', Array.from({ length: 400 }, (_, k) => String((k * 7919) % 101 < 50 ? 3 : 8))],
    ['1e-12 and 1e12 mixed', Array.from({ length: 400 }, (_, k) => ((k * 7919) % 101 < 50 ? '1e-12' : '1e12'))],
    ['zeros before a wave', wave(4000).map((row, k) => (k < 2016 ? '0' : row.split(',')[1]!))],
    ['values of 1e300', Array.from({ length: 400 }, (_, k) => (k % 50 === 7 ? '1e300' : String(k % 7)))],
  ])('get a score in bounds in %s', async (_, values) => {
    const { exit, rows } = await scoresOf(plain(values.map((value, k) => `${at(k)},${value}`)))
    expect(exit).toBe(0)
    expect(rows).toHaveLength(values.length)
    for (const row of rows) expect(scoreOf(row) >= 0 && scoreOf(row) <= 1).toBe(true)
  })

  it('are read in UTF-16', async () => {
    expect((await scoresOf(Buffer.from('timestamp,value\n1767571200,1\n1767571500,2\n', 'utf16le'))).rows).toHaveLength(
      2,
    )
  })
  it('are read across any number of blank lines', async () => {
    expect((await scoresOf('\n\ntimestamp,value\n\n1767571200,1\n  \n1767571500,2')).rows).toHaveLength(2)
  })
})

describe('a table that cannot be scored', () => {
  it.each([
    ['an empty file', '', 'EMPTY_FILE'],
    ['a heading alone', 'timestamp,value\n', 'HEADER_ONLY'],
    ['rows without a heading', '1767571200,1\n1767571500,2\n', 'NO_TIMESTAMP_COLUMN'],
    ['no series', 'timestamp\n1\n', 'TOO_FEW_COLUMNS'],
    ['a name twice', 'timestamp,a,a\n1,2,3\n', 'DUPLICATE_SERIES'],
    ['no time that can be read', 'timestamp,value\n01/02/2024,1\n', 'NO_GOOD_ROWS'],
    ['a column of words', 'timestamp,value\n1767571200,abc\n1767571500,"1.000,5"\n', 'TEXT_COLUMN'],
    ['thousands of times that cannot be read', plain(Array(5000).fill('x,1')), 'NO_GOOD_ROWS'],
    ['NUL bytes', Buffer.from('timestamp,value\n1767571200,1\0\0\n'), 'NOT_TEXT'],
    ['seconds below milliseconds', 'timestamp,value\n1767571200000,1\n1767571500,2\n', 'MIXED_TIMESTAMPS', 3],
    ['a NUL byte far down', `timestamp,value\n${'1767571200,1\n'.repeat(1000)}1767571500,\0\n`, 'NUL_BYTE', 1002],
    ['a line beyond all bounds', `timestamp,value\n1767571200,${'1'.repeat(5_000_000)}\n`, 'LINE_TOO_LONG'],
  ])('is refused, and leaves no file: %s', async (_, content, code, line = 0) => {
    const home = await makeHome()
    const ran = await scoresOf(content, '--json', '--out', join(home, 'scores.csv'))
    expect(ran).toMatchObject({ exit: 1, stdout: '' })
    const failure = JSON.parse(ran.stderr)
    expect(failure).toMatchObject({ success: false, code, exitCode: 1 })
    if (line > 0) expect(failure).toMatchObject({ hint: expect.any(String), details: [{ line }] })
    expect(await readdir(home)).toEqual([])
  })

  it.each([
    ['46314.003472', 'looks like a day number of a spreadsheet'],
    ['20260301', 'looks like a date without separators'],
    ['202603010005', 'looks like a date and a time without separators'],
    ['2026', 'looks like a year'],
    ['1.79E+12', 'was rounded, so its last digits are lost'],
  ])('is refused with what its times look like: %s', async (cell, said) => {
    const ran = await scoresOf(`time,value\n${cell},1\n"${cell}",2\n`)
    expect(ran).toMatchObject({ exit: 1, stdout: '' })
    expect(ran.stderr).not.toContain('heading')
    expect(ran.stderr).toContain(`'${cell}' ${said}`)
    expect(ran.stderr).toContain('line 2, column 1')
  })

  it('is rejected if it is missing or damaged', async () => {
    expect(await runCli(['score', '/no/such.csv'])).toMatchObject({ exit: 1, stdout: '' })
    const packed = gzipSync(plain(wave(5000)))
    expect((await scoresOf(packed.subarray(0, packed.length - 400))).stderr).toContain('cut off')
  })
})

describe('omen score --state', () => {
  async function inTwoRuns(cut: number, ...more: string[]) {
    const state = join(await makeHome(), 'cpu.state')
    const rows = wave(600)
    const first = await scoresOf(plain(rows.slice(0, cut)), '--state', state, ...more)
    const second = await scoresOf(plain(rows.slice(cut)), '--state', state)
    return { first, second, state, rows }
  }

  it.each([1, 130, 501])('resumes after row %d as if there had been one run', async (cut) => {
    const { first, second, rows } = await inTwoRuns(cut)
    expect([...first.rows, ...second.rows]).toEqual((await scoresOf(plain(rows))).rows)
    expect(second.stderr).not.toContain('scored again')
  })

  it('takes a batch in which a series that goes on has only words for gaps', async () => {
    const { state } = await inTwoRuns(300)
    const off = [`${at(600)},off`, `${at(601)},off`]
    const { exit, rows } = await scoresOf(plain(off), '--state', state)
    expect({ exit, rows: rows.length }).toEqual({ exit: 0, rows: 2 })
    expect((await scoresOf(plain(off), '--state', state)).stderr).toContain(
      '2 rows no later than what the state had seen',
    )
  })

  it('matches series by name, adds new ones, and keeps the size', async () => {
    const { state } = await inTwoRuns(300, '--size', 'small')
    const { exit, stderr } = await scoresOf(
      'timestamp,value,other\n1800000000,5,6\n',
      '--state',
      state,
      '--size',
      'large',
    )
    expect({ exit, stderr }).toMatchObject({ exit: 2, stderr: expect.stringContaining('of size small') })
    expect((await scoresOf('timestamp,value,other\n1800000000,5,6\n', '--state', state)).exit).toBe(0)
    expect((await readFile(state)).length).toBeGreaterThan(2 * 14_000)
  })

  it('reports rows that come twice', async () => {
    const { state, rows } = await inTwoRuns(300)
    const { stderr } = await scoresOf(plain(rows.slice(590)), '--state', state)
    expect(stderr).toContain('10 rows no later than what the state had seen')
  })

  it('refuses columns of words in which there never was a number, and saves no state', async () => {
    const home = await makeHome()
    const state = join(home, 'cpu.state')
    const words = `timestamp,cpu,label\n${at(0)},low,day\n${at(1)},high,night\n`
    const { exit, stderr } = await scoresOf(words, '--state', state)
    expect({ exit, stderr }).toEqual({ exit: 1, stderr: expect.stringContaining("column 'cpu' holds text and no") })
    expect(await readdir(home)).toEqual([])
  })

  it('rejects a damaged or foreign state, and does not overwrite it', async () => {
    const { state } = await inTwoRuns(300)
    const whole = await readFile(state)
    const otherName = Buffer.from(whole)
    otherName.write('vamue', whole.indexOf('value'))
    for (const bytes of [
      otherName,
      whole.subarray(0, 8),
      whole.subarray(0, 40),
      whole.subarray(0, -7),
      Buffer.concat([whole, whole]),
      Buffer.from('hello'),
    ]) {
      await writeFile(state, bytes)
      const { exit, stderr } = await scoresOf(plain(wave(5)), '--state', state)
      expect(exit).toBe(1)
      expect(stderr).toContain('the state cannot be used')
      expect(await readFile(state)).toEqual(bytes)
    }
  })

  it('goes on from a state whose header has no checksum yet', async () => {
    const { state } = await inTwoRuns(300)
    const rest = plain([`${at(600)},7`, `${at(601)},90`])
    const whole = await readFile(state)
    const before = Buffer.concat([Buffer.from('OMENBOOK1'), whole.subarray(9, 13), whole.subarray(17)])
    const scoredFrom = async (bytes: Buffer) => {
      await writeFile(state, bytes)
      const { exit, stdout } = await scoresOf(rest, '--state', state)
      expect(exit).toBe(0)
      return stdout
    }
    expect(await scoredFrom(before)).toBe(await scoredFrom(whole))
  })

  it('saves the state of the rows written when Ctrl-C stops an endless pipe', async () => {
    const home = await makeHome()
    const state = join(home, 'cpu.state')
    const rows = wave(400)
    const stdin = new PassThrough()
    stdin.write(plain(rows.slice(0, 200)))
    let press = (): void => undefined
    const stopped = await runCli(['score', '-', '--state', state], {
      stdin,
      onInterrupt: (interrupt) => {
        press = interrupt
      },
      onOutput: () => press(),
    })
    expect(stopped.exit).toBe(130)
    expect(stopped.stderr).toContain('The state was saved')
    const second = await scoresOf(plain(rows.slice(200)), '--state', state)
    expect(second.rows).toEqual((await scoresOf(plain(rows))).rows.slice(200))
    expect(stopped.stdout).toContain(at(199))
    expect(await readdir(home)).toEqual(['cpu.state'])
  })

  it('names a folder that is no state', async () => {
    const { exit, stderr } = await scoresOf(plain(wave(5)), '--state', '/usr')
    expect({ exit, stderr }).toEqual({ exit: 1, stderr: expect.stringContaining('/usr: it is a folder, not a file') })
  })

  it('rejects an unwritable state path before anything is written', async () => {
    const { exit, stdout, stderr } = await scoresOf(plain(wave(5)), '--state', '/no/such/folder/cpu.state')
    expect({ exit, stdout }).toEqual({ exit: 1, stdout: '' })
    expect(stderr).toContain('/no/such/folder: there is no such file')
  })

  it('names the folder that is missing, and how to make it', async () => {
    const { exit, stderr } = await scoresOf(plain(wave(5)), '--out', '/no/such/scores.csv')
    expect({ exit, stderr }).toEqual({ exit: 1, stderr: expect.stringContaining('there is no folder /no/such') })
    expect(stderr).toContain('mkdir -p "/no/such"')
  })

  it('saves no state for a table that could not be read', async () => {
    const home = await makeHome()
    await scoresOf('timestamp,value\n', '--state', join(home, 'cpu.state'))
    expect(await readdir(home)).toEqual([])
  })
})
