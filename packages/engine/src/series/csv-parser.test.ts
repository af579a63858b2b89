import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { encodeUtf8 as encode } from '../testing/encode-utf8.ts'
import { createCsvParser } from './csv-parser.ts'
import { type CsvBatch, type CsvLimits, CsvProblem, type CsvReport } from './csv-report.ts'

const LIMITS: CsvLimits = { maxColumns: 100, maxLineBytes: 10_000, maxRejectedListed: 3 }

type Table = { report: CsvReport; times: number[]; columns: number[][]; batches: number }

function read(bytes: Uint8Array, chunkBytes = bytes.length || 1, batchRows = 2): Table {
  const table: Omit<Table, 'report'> = { times: [], columns: [], batches: 0 }
  const parser = createCsvParser({
    limits: LIMITS,
    batchRows,
    onHeader: (series) => {
      table.columns = series.map(() => [])
    },
    onBatch: (batch) => {
      table.batches++
      table.times.push(...batch.times)
      for (const [j, column] of batch.columns.entries()) table.columns[j]!.push(...column)
      expect(batch.columns.every((column) => column.length === batch.rows)).toBe(true)
    },
  })
  for (let at = 0; at < bytes.length; at += chunkBytes) parser.push(bytes.subarray(at, at + chunkBytes))
  const report = parser.end()
  return { ...table, report }
}

const readText = (text: string): Table => read(encode(text))

function problemOf(bytes: Uint8Array): Pick<CsvProblem, 'code' | 'line' | 'column' | 'message' | 'values'> {
  try {
    read(bytes)
  } catch (error) {
    if (error instanceof CsvProblem) {
      const { code, line, column, message, values } = error
      return { code, line, column, message, values }
    }
    throw error
  }
  throw new Error('the file was read')
}

const T = 1442555275000

describe('createCsvParser', () => {
  it('reads a table', () => {
    const { report, times, columns, batches } = readText(
      `timestamp, cpu[a]:1,mem[a]\n${T},1.5,2\n${T + 60000},NaN,-3e2\n${T + 120000},,null\n`,
    )
    expect(times).toEqual([T, T + 60000, T + 120000])
    expect(columns).toEqual([
      [1.5, Number.NaN, Number.NaN],
      [2, -300, Number.NaN],
    ])
    expect(batches).toBe(2)
    expect(report).toMatchObject({
      kind: 'metrics',
      rows: 3,
      rejectedRows: 0,
      timestampUnit: 'ms',
      from: T,
      to: T + 120000,
    })
    expect(report).toMatchObject({ missingCells: 3, unsorted: 0, duplicates: 0, notes: [] })
    expect(report.series.map((key) => key.id)).toEqual(['cpu[a]:1', 'mem[a]'])
  })

  it('gives back any table, wherever the chunks are cut', () => {
    const cell = fc.oneof(
      fc.double({ noDefaultInfinity: true }),
      fc.integer().map((n) => n / 100),
    )
    const rows = fc.array(fc.tuple(cell, cell), { minLength: 1, maxLength: 20 })
    const style = fc.record({
      end: fc.constantFrom('\n', '\r\n'),
      quote: fc.boolean(),
      bom: fc.boolean(),
      last: fc.boolean(),
    })
    fc.assert(
      fc.property(
        rows,
        style,
        fc.integer({ min: 1, max: 50 }),
        fc.integer({ min: 1, max: 7 }),
        (data, how, chunk, batch) => {
          const wrap = (x: number): string => (how.quote ? `"${x}"` : String(x))
          const lines = ['timestamp,a,b', ...data.map((row, k) => [T + k * 1000, ...row].map(wrap).join(','))]
          const text = (how.bom ? '\uFEFF' : '') + lines.join(how.end) + (how.last ? how.end : '')
          const table = read(encode(text), chunk, batch)
          expect(table.columns).toEqual([0, 1].map((j) => data.map((row) => (Object.is(row[j], -0) ? 0 : row[j]!))))
        },
      ),
    )
  })

  it('takes seconds and ISO 8601 and says so', () => {
    expect(readText('Timestamp,a\n1442555275,1\n1442555335.5,2\n')).toMatchObject({
      times: [T, T + 60500],
      report: { timestampUnit: 's', notes: ['timestamps are epoch seconds'] },
    })
    expect(readText('timestamp,value\n2015-09-18 05:47:55,1\n').report).toMatchObject({
      timestampUnit: 'iso',
      from: T,
      notes: ['timestamps are ISO 8601', 'timestamps without a time zone are read as UTC'],
    })
  })

  it.each([
    ['us', '001', 'timestamps are epoch microseconds'],
    ['ns', '000001', 'timestamps are epoch nanoseconds'],
  ])('reads %s to the millisecond and says so', (timestampUnit, finer, note) => {
    const times = [T, T + 1, T + 299_999]
    const table = readText(`timestamp,a\n${times.map((time) => `${time}${finer},1\n`).join('')}`)
    expect(table).toMatchObject({ times, report: { timestampUnit, notes: [note], rejectedRows: 0 } })
  })

  it('finds the timestamp in any column, whatever its case', () => {
    expect(readText(`a, TimeStamp ,b\n1,${T},2\n`)).toMatchObject({ times: [T], columns: [[1], [2]] })
  })

  it.each([
    ...['timestamp', '@timestamp', 'datetime', 'time', 'Time', '_time', 'TS', 'date', 'Date', 'ds'],
    ...['"Time"', ' time ', ' "date" ', '" ts "'],
  ])('reads the times of a column called %j', (name) => {
    for (const mark of [',', ';', '\t']) {
      const { times, report } = readText(`a${mark}${name}${mark}b\n1${mark}${T}${mark}2\n`)
      expect({ mark, times, rejected: report.rejectedRows }).toEqual({ mark, times: [T], rejected: 0 })
      expect(report.timeColumn).toBe(name.replaceAll('"', '').trim())
    }
  })

  it('finds the delimiter in a heading with a quote that is not closed, and beside names with other delimiters', () => {
    expect(problemOf(encode(`time;"a\n${T};1\n`))).toMatchObject({ code: 'BAD_SERIES_NAME' })
    expect(readText(`"b,time,c";time\n1;${T}\n`)).toMatchObject({ times: [T], report: { delimiter: 'semicolon' } })
  })

  it('refuses a heading of a million blanks', () => {
    const parser = createCsvParser({ limits: { ...LIMITS, maxLineBytes: 2 ** 22 }, batchRows: 1, onBatch: () => {} })
    const heading = encode(`a,${' '.repeat(2 ** 20)}b\n`)
    parser.push(heading)
    expect(() => parser.end()).toThrow(expect.objectContaining({ code: 'NO_TIMESTAMP_COLUMN' }))
  })

  it('says which column holds the times if it is not called timestamp or others have usual names', () => {
    expect(readText(`time,a\n${T},1\n`).report).toMatchObject({
      timeColumn: 'time',
      otherTimeColumns: [],
      notes: ["column 'time' holds the times"],
    })
    expect(readText(`ts,a,Timestamp\n${T - 5},1,${T}\n`)).toMatchObject({
      times: [T],
      report: {
        otherTimeColumns: ['ts'],
        notes: ["column 'Timestamp' holds the times; 'ts' is also a usual name for them"],
      },
    })
    expect(readText(`ts,date,time\n1,2,${T}\n`).report.notes).toEqual([
      "column 'time' holds the times; 'ts' and 'date' are also usual names for them",
    ])
  })

  it('names the column of times when another one with a usual name is all that remains and is text', () => {
    expect(problemOf(encode(`date,time\n2026-03-01,${T}\n`.replace('2026-03-01', 'monday')))).toMatchObject({
      code: 'TEXT_COLUMN',
      line: 2,
      message: "column 'date' holds text and no number; the times are read from column 'time'",
      values: { text: 'date', timeColumn: 'time' },
    })
  })

  it.each([
    ['days of a spreadsheet', ['46314.000000', '46314.003472'], 'dayNumber'],
    ['quoted days of a spreadsheet with a decimal comma', ['"46314,0"', '"46314,5"'], 'dayNumber'],
    ['dates', ['20260301', '20260302'], 'date'],
    ['dates and hours', ['2026030100', '2026030101'], 'dateTime'],
    ['dates and times', ['202603010005', '202603010010'], 'dateTime'],
    ['years', ['2024', '2025'], 'year'],
    ['rounded numbers', ['1.79E+12', '1.79E+12'], 'rounded'],
    ['negative numbers', ['-5', '-4'], 'outside'],
    ['ISO 8601 of 1970', ['1970-01-01 00:00:00', '1970-01-01 00:00:01'], 'outside'],
  ])('refuses %s as times', (_, cells, looksLike) => {
    const problem = { code: 'NO_GOOD_ROWS', line: 2, column: 1, values: { cause: 'BAD_TIMESTAMP', looksLike } }
    expect(problemOf(encode(`timestamp,a\n${cells.map((cell) => `${cell},1\n`).join('')}`))).toMatchObject(problem)
    expect(problemOf(encode(`timestamp,a\n${cells.map((cell) => ` ${cell} ,1\n`).join('')}`))).toMatchObject(problem)
  })

  it.each(['20260301', '46314.5', '1.79E+12', '+1442555276', ' 2026 ', '1970-01-01'])(
    'leaves out the row of %j below good times of the same file',
    (cell) => {
      const { times, report } = readText(`timestamp,a\n${T / 1000},1\n${cell},1\n${T / 1000 + 60},1\n`)
      expect(times).toEqual([T, T + 60_000])
      expect(report.rejected).toMatchObject([
        { line: 3, column: 1, code: 'BAD_TIMESTAMP', values: { text: cell.trim() } },
      ])
    },
  )

  describe('the column of times', () => {
    const timesOf = (heading: string, ...rows: string[]) => {
      const { times, report } = readText([heading, ...rows].join('\n'))
      return { times, column: report.timeColumn, series: report.series.map(({ id }) => id) }
    }

    it.each([
      ['when,a', '2026-10-05 10:00:00,1'],
      ['hour,a', '2026-10-05T10:00Z,1'],
      ['host;when;a', 'web;05.10.2026 10:00;1'],
      [',a', '2026-10-05 10:00:00,1'],
      ['Timestamp (ms),a', `${Date.UTC(2026, 9, 5, 10)},1`],
      ['created_at\ta', 'Mon Oct 05 2026 10:00:00 GMT+0000\t1'],
    ])('is found by its cells below %j', (heading, row) => {
      expect(timesOf(heading, row)).toMatchObject({ times: [Date.UTC(2026, 9, 5, 10)], series: ['a'] })
    })

    it('is that of the usual name whose cells are times', () => {
      expect(timesOf('time,when,a', '0.25,2026-10-05,1', '0.5,2026-10-06,2')).toMatchObject({
        column: 'when',
        series: ['time', 'a'],
      })
    })

    it('is no column of numbers with another name, as bytes would be epoch seconds', () => {
      expect(problemOf(encode('bytes,a\n1792368000,1\n1792368300,2\n'))).toMatchObject({ code: 'NO_TIMESTAMP_COLUMN' })
    })

    it('is not found in a table without a heading', () => {
      expect(problemOf(encode('2026-10-05,1\n2026-10-06,2\n'))).toMatchObject({ code: 'NO_TIMESTAMP_COLUMN' })
    })

    it.each([
      ['Date,Time,a', '10/25/2026,2:05:00 PM,1'],
      ['Zeit;a;Datum', '14:05;1;25.10.2026'],
      ['time,a,day', '14:05,1,2026-10-25'],
    ])('is joined with that of the time of day below %j', (heading, row) => {
      expect(timesOf(heading, row)).toMatchObject({ times: [Date.UTC(2026, 9, 25, 14, 5)], series: ['a'] })
      expect(readText(`${heading}\n${row}\n`).report.notes[0]).toMatch(/^columns '\w+' and '\w+' hold the times$/)
    })

    it('is refused if it holds times of day alone', () => {
      expect(problemOf(encode('time,a\n14:05,1\n14:10,1\n'))).toMatchObject({
        code: 'NO_GOOD_ROWS',
        values: { looksLike: 'clock' },
      })
    })
  })

  describe('dates that end with the year', () => {
    const rows = (days: readonly string[]) => `timestamp,a\n${days.map((day) => `${day} 10:00,1\n`).join('')}`

    it.each([
      ['1/2/2026', '13/2/2026', 'dayFirst', Date.UTC(2026, 1, 1, 10)],
      ['1/2/2026', '1/13/2026', 'monthFirst', Date.UTC(2026, 0, 2, 10)],
      ['1.2.2026', '2.2.2026', 'dayFirst', Date.UTC(2026, 1, 1, 10)],
      ['10/12/26', '10/19/26', 'monthFirst', Date.UTC(2026, 9, 12, 10)],
    ])('are read in the order that %s and %s have in common', (first, second, timestampUnit, ms) => {
      expect(readText(rows([first, second]))).toMatchObject({
        times: [ms, expect.any(Number)],
        report: { timestampUnit },
      })
    })

    it('are held until an impossible month decides, far below the first rows', () => {
      const { times, report } = readText(rows([...Array(5_000).fill('1/2/2026'), '13/2/2026']))
      expect(times).toHaveLength(5_001)
      expect([times[0], report.timestampUnit]).toEqual([Date.UTC(2026, 1, 1, 10), 'dayFirst'])
    })

    it('are refused while their order stays open', () => {
      const problem = {
        code: 'NO_GOOD_ROWS',
        line: 2,
        column: 1,
        values: { cause: 'BAD_TIMESTAMP', looksLike: 'dayOrMonth' },
      }
      expect(problemOf(encode(rows(['1/2/2026', '2/2/2026'])))).toMatchObject({
        ...problem,
        message: expect.stringContaining("'1/2/2026 10:00' does not say which number is the day and which the month"),
      })
      expect(problemOf(encode(rows(['19/10/26', '20/10/26'])))).toMatchObject(problem)
    })

    it('leave out a row in the other order', () => {
      expect(readText(rows(['13/2/2026', '2/14/2026', '15/2/2026'])).report.rejected).toMatchObject([
        { line: 3, code: 'BAD_TIMESTAMP' },
      ])
    })
  })

  describe('columns that are no series', () => {
    const seriesOf = (text: string) => {
      const { report, columns } = readText(text)
      return { rows: report.rows, series: report.series.map(({ id }) => id), leftOut: report.leftOut, columns }
    }

    it.each([
      ['text', `timestamp,status,a\n${T},ok,1\n${T + 1},"warn",2\n`, { column: 2, name: 'status', cause: 'text' }],
      ['mostly text', `timestamp,code,a\n${T},ok,1\n${T + 1},404,2\n${T + 2},ok,2\n`, { column: 2, cause: 'text' }],
      ['a trailing comma', `timestamp,a,\n${T},1,\n${T + 1},2\n`, { column: 3, name: '', cause: 'unnamed' }],
      ['an index', `,timestamp,a\n0,${T},1\n1,${T + 1},2\n2,${T + 2},3\n`, { column: 1, cause: 'index' }],
      [
        'a named index',
        `Unnamed: 0,timestamp,a\n7,${T},1\n8,${T + 1},2\n9,${T + 2},3\n`,
        { column: 1, cause: 'index' },
      ],
    ])('are left out: %s', (_, text, leftOut) => {
      expect(seriesOf(text)).toMatchObject({
        rows: text.trim().split('\n').length - 1,
        series: ['a'],
        leftOut: [leftOut],
      })
    })

    it('are named in the notes', () => {
      const { notes } = readText(`timestamp,status,a,\n${T},ok,1,\n`).report
      expect(notes).toEqual([
        "column 'status' was left out: text is no series",
        'column 4 was left out: it has no name',
      ])
    })

    it('cost no row if their text begins far below, and are named then', () => {
      const rows = Array.from({ length: 1_000 }, (_, k) => `${T + k},1,${k % 300 === 299 ? 'deployed' : ''}\n`)
      const { report } = readText(`timestamp,a,comment\n${rows.join('')}`)
      expect(report).toMatchObject({ rows: 1_000, rejectedRows: 0, leftOut: [{ name: 'comment', cause: 'text' }] })
    })

    it('do not take the only series away', () => {
      expect(readText(`timestamp,a\n${T},x\n${T + 1},y\n${T + 2},3\n`).report).toMatchObject({
        rows: 1,
        rejectedRows: 2,
      })
    })

    it('are not left out if they tell rows of the same time apart', () => {
      const problem = { code: 'TOO_MANY_DUPLICATES', column: 2, values: { text: 'host' } }
      const rows = (hosts: number[], count: number) =>
        hosts.flatMap((host) => Array.from({ length: count }, (_, k) => `${T + k},web${host},${k}\n`))
      expect(problemOf(encode(`timestamp,host,a\n${rows([1, 2], 3).join('')}`))).toMatchObject(problem)
      expect(problemOf(encode(`timestamp,host,a\n${rows([1, 2], 300).join('')}`))).toMatchObject(problem)
      expect(readText(`timestamp,host,a\n${rows([1], 300).join('')}`).report.rows).toBe(300)
    })

    it('leave a comma behind the last cell of a row alone', () => {
      expect(readText(`timestamp,a\n${T},1,\n${T + 1},2,\n`)).toMatchObject({ columns: [[1, 2]] })
    })
  })

  describe('numbers as people write them', () => {
    const valuesOf = (text: string) => readText(text).columns[0]

    it('may be true and false, have a sign of per cent, or a mark for none', () => {
      const cells = ['true', 'FALSE', '38.2%', '38 %', 'N/A', 'na', 'None']
      const { columns, report } = readText(`timestamp,a\n${cells.map((cell, k) => `${T + k},${cell}\n`).join('')}`)
      expect(columns[0]).toEqual([1, 0, 38.2, 38, Number.NaN, Number.NaN, Number.NaN])
      expect(report.rejectedRows).toBe(0)
    })

    it('may part thousands', () => {
      expect(valuesOf(`timestamp;a\n${T};1.234\n${T + 1};38.231,7\n${T + 2};5\n`)).toEqual([1234, 38231.7, 5])
      expect(valuesOf(`timestamp,a\n${T},"1,234"\n${T + 1},"1,234,567.5"\n`)).toEqual([1234, 1234567.5])
      expect(valuesOf(`timestamp;a\n${T};1 234,5\n${T + 1};1\u202f234\n${T + 2};1'234\n`)).toEqual([1234.5, 1234, 1234])
    })

    it('are not read if a comma may be a decimal mark', () => {
      expect(problemOf(encode(`timestamp,a\n${T},"1,234"\n${T + 1},"1,235"\n`))).toMatchObject({ code: 'TEXT_COLUMN' })
    })
  })

  it.each([
    [';', 'semicolon'],
    ['\t', 'tab'],
  ])('reads a table with %j between its cells', (mark, delimiter) => {
    const lines = [
      ['a', 'timestamp', '"b;,"'],
      ['1.5', T, '2'],
      ['"3"', T + 1, ''],
    ]
    const table = readText(lines.map((cells) => cells.join(mark)).join('\n'))
    expect(table).toMatchObject({
      times: [T, T + 1],
      columns: [
        [1.5, 3],
        [2, Number.NaN],
      ],
    })
    expect(table.report).toMatchObject({ delimiter, decimal: 'point', rejectedRows: 0 })
    expect(table.report.series.map((key) => key.id)).toEqual(['a', 'b;,'])
  })

  it('reads a decimal comma, also in seconds', () => {
    const table = readText('timestamp;a;b\n1442555275;7;-1,25\n1442555335,5;"2,5";1e-3\n')
    expect(table).toMatchObject({
      times: [T, T + 60500],
      columns: [
        [7, 2.5],
        [-1.25, 0.001],
      ],
    })
    expect(table.report).toMatchObject({ delimiter: 'semicolon', decimal: 'comma', rejectedRows: 0 })
  })

  it('leaves out rows with another decimal mark than those before', () => {
    const rejected = (...cells: string[]) =>
      readText(`timestamp;a\n${cells.map((cell, k) => `${T + k};${cell}\n`).join('')}`).report.rejected
    expect(rejected('1,5', '2.5')).toMatchObject([
      { line: 3, column: 2, reason: "'2.5' has a decimal point, the numbers before it have a comma" },
    ])
    expect(rejected('1', '2.5', '1,5', '1.234,5')).toMatchObject([
      { line: 4, reason: "'1,5' has a decimal comma, the numbers before it have a point" },
      { line: 5, reason: "'1.234,5' is not a number" },
    ])
  })

  it('takes no decimal comma where commas part the cells', () => {
    const { report } = readText(`timestamp,a\n${T},"1,5"\n${T + 1},2\n`)
    expect(report).toMatchObject({ delimiter: 'comma', decimal: 'point', rejectedRows: 1 })
  })

  it('counts rows out of order and repeated ones', () => {
    const rows = [3, 1, 2, 2, 3].map((k) => `${T + k},1`).join('\n')
    expect(readText(`timestamp,a\n${rows}\n`).report).toMatchObject({
      unsorted: 3,
      duplicates: 2,
      from: T + 1,
      to: T + 3,
    })
  })

  it('leaves out rows that cannot be read, counts all and lists some', () => {
    const { report, columns } = readText(
      [
        'timestamp,a,b',
        `${T},1,2`,
        `${T + 1},x,2`,
        `${T + 2},1`,
        `${T + 3},1,Infinity`,
        `${T + 4},1,1e400`,
        `soon,1,2`,
        `${T + 5},3,4,5`,
        `${T + 6},5,6`,
      ].join('\n'),
    )
    expect(columns).toEqual([
      [1, 5],
      [2, 6],
    ])
    expect(report.rejectedRows).toBe(6)
    expect(report.rejected).toEqual([
      { line: 3, column: 2, name: 'a', code: 'BAD_NUMBER', reason: "'x' is not a number", values: { text: 'x' } },
      {
        line: 4,
        column: 0,
        code: 'FIELD_COUNT',
        reason: '2 fields, the heading has 3',
        values: { fields: 2, expected: 3 },
      },
      {
        line: 5,
        column: 3,
        name: 'b',
        code: 'NOT_FINITE',
        reason: "'Infinity' is not a finite number",
        values: { text: 'Infinity' },
      },
    ])
  })

  it('names the kinds of bad rows', () => {
    const codes = (row: string) =>
      readText(`timestamp,a\n${T},1\n${row}\n`).report.rejected.map((reject) => reject.code)
    expect(codes('soon,1')).toEqual(['BAD_TIMESTAMP'])
    expect(codes(`${T},1e400`)).toEqual(['NOT_FINITE'])
    expect(codes(`${T},"1`)).toEqual(['BAD_QUOTING'])
    expect(codes(`${T},1,2`)).toEqual(['FIELD_COUNT'])
    expect(codes('12,5')).toEqual(['BAD_TIMESTAMP'])
  })

  it('counts the missing cells of good rows alone', () => {
    expect(readText(`timestamp,a,b\n${T},,1\n${T + 1},,x\n`).report.missingCells).toBe(1)
  })

  it('reads columns that are missing altogether', () => {
    expect(readText(`timestamp,a,b\n${T},,1\n${T + 1},NaN,2\n`).columns[0]).toEqual([Number.NaN, Number.NaN])
  })

  it('skips blank lines', () => {
    expect(readText(`\n  \ntimestamp,a\n\n${T},1\n   \n`).report).toMatchObject({ rows: 1, rejectedRows: 0 })
  })

  it.each<[string, string, object]>([
    ['an empty file', '', { code: 'EMPTY_FILE' }],
    ['a byte order mark alone', '\uFEFF', { code: 'EMPTY_FILE' }],
    ['a heading alone', 'timestamp,a\n', { code: 'HEADER_ONLY' }],
    [
      'no timestamp column',
      'Timestamp (ms),a,b,c\n1,2,3,4\n',
      {
        code: 'NO_TIMESTAMP_COLUMN',
        line: 1,
        message:
          'no column is called timestamp, @timestamp, datetime, date/time, time, _time, ts, date, ds, zeit or datum, and none ' +
          "holds only times; the columns are 'Timestamp (ms)', 'a', 'b', …, and the first row begins with '1'; " +
          'ISO 8601, dates like 28.11.2026 14:05, 11/28/2026 2:05 PM or 28 Nov 2026 14:05, and epoch seconds, ' +
          'milliseconds, microseconds and nanoseconds of 1990 to 2099 are read',
        values: {
          names: ["'Timestamp (ms)'", "'a'", "'b'", '…'],
          timeNames: expect.arrayContaining(['time', 'ds']),
          text: "'1'",
        },
      },
    ],
    ['one column', `timestamp\n${T}\n`, { code: 'TOO_FEW_COLUMNS', line: 1 }],
    [
      'text columns alone',
      `timestamp,a,b\n${T},on,up\n${T + 1},off,down\n`,
      { code: 'TEXT_COLUMN', line: 2, column: 2 },
    ],
    [
      'seconds after milliseconds',
      `timestamp,a\n${T},1\n1442555335,2\n`,
      { code: 'MIXED_TIMESTAMPS', line: 3, column: 1 },
    ],
    [
      'nanoseconds after microseconds',
      `timestamp,a\n${T}000,1\n${T}000000,2\n`,
      { code: 'MIXED_TIMESTAMPS', line: 3, values: { unit: 'ns', unitBefore: 'us' } },
    ],
    [
      'ISO 8601 after seconds',
      'timestamp,a\n1442555335,2\n2015-09-18 05:47:55,1\n',
      { code: 'MIXED_TIMESTAMPS', line: 3, values: { unit: 'iso', unitBefore: 's' } },
    ],
    ['a repeated series', 'timestamp,a[x],a [x]\n1,2,3\n', { code: 'DUPLICATE_SERIES', line: 1, column: 3 }],
    [
      'a name of 501 characters',
      `timestamp,ok,${'😀'.repeat(501)}\n1,2,3\n`,
      {
        code: 'BAD_SERIES_NAME',
        line: 1,
        column: 3,
        message: expect.stringContaining(`the name '${'😀'.repeat(40)}…' has more than 500 characters`),
      },
    ],
    ['a heading that is no series', 'timestamp,a[\n1,2\n', { code: 'BAD_SERIES_NAME', line: 1, column: 2 }],
    ['no good row', `timestamp,a,b\nx,1,2\ny,1,2\n`, { code: 'NO_GOOD_ROWS', line: 2, column: 1 }],
    ['a NUL byte', `timestamp,a\n${T},1\n${T},\u0000\n`, { code: 'NUL_BYTE', line: 3 }],
    ['too many columns', `timestamp${',a'.repeat(101)}\n`, { code: 'TOO_MANY_COLUMNS', line: 1 }],
    ['a line that is too long', `timestamp,a\n${'1'.repeat(10_001)}`, { code: 'LINE_TOO_LONG', line: 2 }],
  ])('refuses %s', (_, text, problem) => {
    expect(problemOf(encode(text))).toMatchObject(problem)
  })

  it('reads UTF-16 with and without a mark, wherever the chunks are cut', () => {
    const units = [...`timestamp\tcpu °C\r\n${T}\t1.5\r\n`].map((c) => c.charCodeAt(0))
    const little = units.flatMap((unit) => [unit & 255, unit >> 8])
    const big = units.flatMap((unit) => [unit >> 8, unit & 255])
    for (const bytes of [[0xff, 0xfe, ...little], little, [0xfe, 0xff, ...big], big])
      for (const size of [1, 3, 1000])
        expect(read(Uint8Array.from(bytes), size)).toMatchObject({
          times: [T],
          columns: [[1.5]],
          report: { series: [{ id: 'cpu °C' }] },
        })
  })

  it('refuses UTF-32', () => {
    expect(problemOf(Uint8Array.from([0xff, 0xfe, 0, 0, 97, 0, 0, 0])).code).toBe('NOT_UTF8')
  })

  it('reads lines that end with CR, wherever the chunks are cut', () => {
    const bytes = encode(`timestamp,a\r${T},1\r${T + 1},2\r`)
    for (let size = 1; size <= bytes.length; size++)
      expect(read(bytes, size)).toMatchObject({ times: [T, T + 1], columns: [[1, 2]] })
  })

  it('refuses a heading that is not UTF-8', () => {
    expect(problemOf(Uint8Array.from([...encode('timestamp,a'), 0xff, 10]))).toMatchObject({
      code: 'NOT_UTF8',
      line: 1,
    })
  })

  it('leaves out a cell and keeps its row where that is asked for, and still the row of a bad time', () => {
    const batches: CsvBatch[] = []
    const onBatch = (batch: CsvBatch) => void batches.push(batch)
    const parser = createCsvParser({ limits: LIMITS, batchRows: 9, keepsRows: true, onBatch })
    parser.push(encode(`a,timestamp,b\nx,${T},2\ny,soon,2\n1,${T + 1},1e999\n`))
    const report = parser.end()
    expect(batches.map(({ times, columns }) => [[...times], columns.map((column) => [...column])])).toEqual([
      [
        [T, T + 1],
        [
          [Number.NaN, 1],
          [2, Number.NaN],
        ],
      ],
    ])
    expect(report.rejected.map(({ line, code }) => [line, code])).toEqual([
      [2, 'BAD_NUMBER'],
      [3, 'BAD_TIMESTAMP'],
      [4, 'NOT_FINITE'],
    ])
  })

  describe('with limits', () => {
    const push = (limits: Partial<CsvLimits>, times: number[]) => {
      const parser = createCsvParser({ limits: { ...LIMITS, ...limits }, batchRows: 10, onBatch: () => {} })
      parser.push(encode(`timestamp,a\n${times.map((k) => `${T + k},1\n`).join('')}`))
      return parser
    }
    const pushMany = (limits: Partial<CsvLimits>, first: number[]) => push(limits, [...first, ...Array(300).keys()])

    it('refuses the first row that is too many', () => {
      const tooMany = { code: 'TOO_MANY_ROWS', line: 5 }
      expect(() => pushMany({ maxRows: 3 }, [0, 1, 2, 3, 4])).toThrow(expect.objectContaining(tooMany))
      expect(push({ maxRows: 3 }, [0, 1, 2]).end().rows).toBe(3)
    })

    it('refuses rows with the time of another row once there are too many', () => {
      const tooMany = { code: 'TOO_MANY_DUPLICATES', line: 5 }
      expect(() => pushMany({ maxDuplicates: 2 }, [0, 0, 0, 0])).toThrow(expect.objectContaining(tooMany))
      expect(push({ maxDuplicates: 2 }, [0, 0, 0]).end().duplicates).toBe(2)
    })

    it('refuses them at the end where the file is not sorted', () => {
      const parser = push({ maxDuplicates: 1 }, [3, 1, 2, 1, 3])
      expect(() => parser.end()).toThrow(expect.objectContaining({ code: 'TOO_MANY_DUPLICATES', line: 0 }))
    })
  })

  it('gives the times of all rows in their order', () => {
    const parser = createCsvParser({ limits: LIMITS, batchRows: 10_000, onBatch: () => {} })
    const rows = Array.from({ length: 70_000 }, (_, k) => (k * 7_919) % 70_000)
    parser.push(encode(`timestamp,a\n${rows.map((k) => `${T + k},1\n`).join('')}`))
    expect(parser.end()).toMatchObject({ from: T, to: T + 69_999, duplicates: 0 })
    expect(parser.sortedTimes()).toEqual(Float64Array.from(rows, (_, k) => T + k))
  })

  it('gives up a text column without reading on', () => {
    const parser = createCsvParser({ limits: LIMITS, batchRows: 10, onBatch: () => {} })
    const push = () => parser.push(encode(`timestamp,a\n${`${T},x\n`.repeat(1_000)}`))
    expect(push).toThrow(expect.objectContaining({ code: 'TEXT_COLUMN' }))
  })
})
