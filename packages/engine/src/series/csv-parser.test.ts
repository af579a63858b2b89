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
    expect(() => parser.push(heading)).toThrow(expect.objectContaining({ code: 'NO_TIMESTAMP_COLUMN' }))
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

  it('names the column of times when another one with a usual name is text', () => {
    expect(problemOf(encode(`date,time,a\n2026-03-01,${T},1\n`))).toMatchObject({
      code: 'TEXT_COLUMN',
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
          'no column is called timestamp, @timestamp, datetime, time, _time, ts, date or ds; ' +
          "the columns are 'Timestamp (ms)', 'a', 'b', …",
        values: { names: ["'Timestamp (ms)'", "'a'", "'b'", '…'], timeNames: expect.arrayContaining(['time', 'ds']) },
      },
    ],
    ['one column', `timestamp\n${T}\n`, { code: 'TOO_FEW_COLUMNS', line: 1 }],
    ['a text column', `timestamp,a,b\n${T},1,up\n${T + 1},1,down\n`, { code: 'TEXT_COLUMN', line: 2, column: 3 }],
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

  it('refuses UTF-16 with and without a mark', () => {
    const wide = (text: string, mark: number[]) =>
      Uint8Array.from([...mark, ...[...text].flatMap((c) => [c.charCodeAt(0), 0])])
    expect(problemOf(wide('timestamp,a\n', [0xff, 0xfe])).code).toBe('NOT_UTF8')
    expect(problemOf(wide('timestamp,a\n', [])).code).toBe('NOT_UTF8')
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

    it('refuses the first row that is too many', () => {
      const tooMany = { code: 'TOO_MANY_ROWS', line: 5 }
      expect(() => push({ maxRows: 3 }, [0, 1, 2, 3, 4])).toThrow(expect.objectContaining(tooMany))
      expect(push({ maxRows: 3 }, [0, 1, 2]).end().rows).toBe(3)
    })

    it('refuses rows with the time of another row once there are too many', () => {
      const tooMany = { code: 'TOO_MANY_DUPLICATES', line: 5 }
      expect(() => push({ maxDuplicates: 2 }, [0, 0, 0, 0])).toThrow(expect.objectContaining(tooMany))
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
