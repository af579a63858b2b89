import { createHash } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { listDamage } from '../../domain/damage/index.ts'
import { datasets, files } from '../../schema/index.ts'
import { SAMPLE_START, SAMPLE_STEP_MS, sampleTable } from '../../testing/sample-table.ts'
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts'
import type { TestClient } from '../../testing/test-client.ts'
import { sendFile, storeText } from '../../testing/uploads.ts'

let server: TestServer
let owner: TestClient
let other: TestClient
beforeAll(async () => {
  server = await startTestServer({
    settings: {
      maxUploadBytes: 2_000_000,
      maxDecompressedBytes: 3_000_000,
      maxLineBytes: 100_000,
      maxCells: 50_000,
      maxRows: 8_000,
      maxDuplicates: 100,
    },
  })
  owner = await server.signUp('fileowner')
  other = await server.signUp('stranger')
})
afterAll(() => server.close())

const sha256 = (content: string): string => createHash('sha256').update(content).digest('hex')
const table = sampleTable({ rows: 50 })

describe('POST files', () => {
  it('stores raw bytes under a handle and gives their SHA-256', async () => {
    const { status, body } = await sendFile(owner, 'day.csv', table)
    expect(status).toBe(201)
    expect(body).toEqual({
      success: true,
      filename: expect.stringMatching(/^f_[a-z0-9]{24}$/),
      uploadFileName: 'day.csv',
      bytes: table.length,
      receivedBytes: table.length,
      sha256: sha256(table),
    })
  })

  it('stores the part `file` of a multipart body', async () => {
    const form = new FormData()
    form.append('file', new Blob([table]), 'day.csv')
    const { status, body } = await owner.send('POST', 'files', { body: form })
    expect([status, body.uploadFileName, body.sha256]).toEqual([201, 'day.csv', sha256(table)])
  })

  it('takes a file name with folders or in Chinese for nothing but a label', async () => {
    const hostile = await sendFile(owner, '../../../etc/passwd', table)
    const chinese = await sendFile(owner, '生产环境 指标.csv', table)
    expect([hostile.body.uploadFileName, chinese.body.uploadFileName]).toEqual(['passwd', '生产环境 指标.csv'])
    const stored = await readdir(join(server.ctx.settings.data, 'files', 'files'))
    expect(stored.every((name) => /^f_[a-z0-9]{24}$/.test(name))).toBe(true)
  })

  it('refuses an empty file and keeps nothing of it', async () => {
    const before = (await owner.get('files')).body.page.total
    const { status, body } = await sendFile(owner, 'empty.csv', '')
    expect([status, body.code]).toEqual([422, 'EMPTY_FILE'])
    expect((await owner.get('files')).body.page.total).toBe(before)
  })

  it('refuses bytes that are not those of the checksum', async () => {
    const { status, body } = await sendFile(owner, 'day.csv', table, { 'X-Content-SHA256': sha256('other') })
    expect([status, body.code, body.details[0].field]).toEqual([422, 'CHECKSUM_MISMATCH', 'X-Content-SHA256'])
  })

  it('refuses more bytes than the server takes, raw and in a form', async () => {
    const large = 'x'.repeat(2_000_001)
    const raw = await sendFile(owner, 'large.csv', large)
    const form = new FormData()
    form.append('file', new Blob([large]), 'large.csv')
    const multipart = await owner.send('POST', 'files', { body: form })
    expect([raw.status, raw.body.code]).toEqual([413, 'PAYLOAD_TOO_LARGE'])
    expect([multipart.status, multipart.body.code]).toEqual([413, 'PAYLOAD_TOO_LARGE'])
  })

  it('requires a name for a raw file', async () => {
    const { status, body } = await owner.send('POST', 'files', { body: table, headers: { 'Content-Type': 'text/csv' } })
    expect([status, body.code, body.details[0].field]).toEqual([400, 'VALIDATION_FAILED', 'X-File-Name'])
  })

  it('wants the anti-forgery header of a browser and the scope upload of a token', async () => {
    const headers = { 'Content-Type': 'text/csv', 'X-File-Name': 'day.csv', 'X-CSRF-Token': 'wrong' }
    const forged = await owner.send('POST', 'files', { body: table, headers })
    const reader = await server.withToken(owner, ['read'])
    const scoped = await sendFile(reader, 'day.csv', table)
    expect([forged.status, forged.body.code]).toEqual([403, 'CSRF_FAILED'])
    expect([scoped.status, scoped.body.code]).toEqual([403, 'SCOPE_MISSING'])
  })
})

describe('POST files in chunks', () => {
  const chunk = (client: TestClient, text: string, range: string, more: Record<string, string> = {}) =>
    sendFile(client, 'day.csv', text, { 'Content-Range': `bytes ${range}`, ...more })

  it('resumes where the last chunk ended', async () => {
    const first = await chunk(owner, 'timestamp,a\n', '0-11/31', {
      'X-Content-SHA256': sha256('timestamp,a\n1700000000000,1\n2,2'),
    })
    expect([first.status, first.body.receivedBytes, first.body.sha256]).toEqual([202, 12, ''])
    const handle = { 'X-Upload-Handle': first.body.filename }
    const asked = await chunk(owner, '', '*/31', handle)
    expect([asked.status, asked.body.receivedBytes]).toEqual([202, 12])
    const last = await chunk(owner, '1700000000000,1\n2,2', '12-30/31', handle)
    expect([last.status, last.body.bytes]).toEqual([201, 31])
  })

  it('finds an upload again by its checksum', async () => {
    const whole = sha256('abcdef')
    const first = await chunk(owner, 'abc', '0-2/6', { 'X-Content-SHA256': whole })
    const found = await chunk(owner, '', '*/6', { 'X-Content-SHA256': whole })
    expect([found.body.filename, found.body.receivedBytes]).toEqual([first.body.filename, 3])
    expect((await chunk(other, '', '*/6', { 'X-Content-SHA256': whole })).status).toBe(404)
  })

  it('lists what is stored with a content, so that a client need not send it again', async () => {
    const content = sampleTable({ rows: 51 })
    const filename = await storeText(owner, 'once.csv', content)
    const found = await owner.get(`files?sha256=${sha256(content).toUpperCase()}`)
    expect(found.body.files.map((file: { filename: string }) => file.filename)).toEqual([filename])
    expect((await other.get(`files?sha256=${sha256(content)}`)).body.files).toEqual([])
    expect((await owner.get('files?sha256=abc')).status).toBe(400)
  })

  it('refuses a chunk at another offset and reports the received size', async () => {
    const first = await chunk(owner, 'abc', '0-2/9')
    const wrong = await chunk(owner, 'ghi', '6-8/9', { 'X-Upload-Handle': first.body.filename })
    expect([wrong.status, wrong.body.code]).toEqual([416, 'RANGE_MISMATCH'])
    expect((await owner.get(`files/${first.body.filename}`)).body.file).toMatchObject({
      state: 'receiving',
      receivedBytes: 3,
      bytes: 9,
    })
  })

  it('keeps what arrived of a chunk that broke off', async () => {
    const first = await chunk(owner, 'abc', '0-5/9')
    expect([first.status, first.body.code]).toEqual([409, 'UPLOAD_INCOMPLETE'])
    const [file] = (await owner.get('files?pageSize=1')).body.files
    expect(file).toMatchObject({ state: 'receiving', receivedBytes: 3 })
    const rest = await chunk(owner, 'defghi', '3-8/9', { 'X-Upload-Handle': file.filename })
    expect([rest.status, rest.body.sha256]).toEqual([201, sha256('abcdefghi')])
  })

  it('removes an upload whose checksum turns out wrong', async () => {
    const first = await chunk(owner, 'abc', '0-2/6', { 'X-Content-SHA256': sha256('something else') })
    const last = await chunk(owner, 'def', '3-5/6', { 'X-Upload-Handle': first.body.filename })
    expect([last.status, last.body.code]).toEqual([422, 'CHECKSUM_MISMATCH'])
    expect((await owner.get(`files/${first.body.filename}`)).status).toBe(404)
  })

  it('refuses to resume another account’s upload', async () => {
    const first = await chunk(owner, 'abc', '0-2/6')
    expect((await chunk(other, 'def', '3-5/6', { 'X-Upload-Handle': first.body.filename })).status).toBe(404)
  })
})

describe('GET files/{filename}', () => {
  const previewOf = async (content: string | Uint8Array) => {
    const filename = await storeText(owner, 'file.csv', content)
    return (await owner.get(`files/${filename}`)).body
  }

  it('returns columns, rows, span, interval and gaps', async () => {
    const lines = table.split('\n')
    lines.splice(11, 5)
    const { file, preview } = await previewOf(lines.join('\n'))
    expect(file.state).toBe('parsed')
    expect(preview).toMatchObject({
      kind: 'metrics',
      columnCount: 6,
      rows: 45,
      from: SAMPLE_START,
      to: SAMPLE_START + 49 * SAMPLE_STEP_MS,
      intervalMs: SAMPLE_STEP_MS,
      timestampUnit: 'ms',
      gaps: [{ start: SAMPLE_START + 10 * SAMPLE_STEP_MS, end: SAMPLE_START + 14 * SAMPLE_STEP_MS }],
      rejectedRows: 0,
    })
    expect(preview.columns[0]).toEqual({ seriesId: 'cpu[node1]', metric: 'cpu', instance: 'node1' })
  })

  it('counts gaps beyond the hundred that it lists', async () => {
    const rows = Array.from({ length: 600 }, (_, row) => row).filter((row) => row % 4 !== 3 || row > 560)
    const times = rows.map((row) => `${SAMPLE_START + row * SAMPLE_STEP_MS},1`)
    const { file, preview } = await previewOf(`timestamp,cpu[a]\n${times.join('\n')}\n`)
    expect(preview.gapCount).toBe(140)
    expect(preview.gaps).toHaveLength(100)
    const listed = (await owner.get('files')).body.files.find(
      (one: { filename: string }) => one.filename === file.filename,
    )
    expect(listed.summary.gapCount).toBe(140)
  })

  it('reads semicolons and decimal commas, and says so', async () => {
    const { file, preview } = await previewOf(`timestamp;cpu[a]\n${SAMPLE_START};1,5\n${SAMPLE_START + 1000};2,25\n`)
    expect(file.state).toBe('parsed')
    expect(preview).toMatchObject({ rows: 2, rejectedRows: 0, delimiter: 'semicolon', decimal: 'comma' })
  })

  it('lists rejected lines with line, column and reason, and keeps the good ones', async () => {
    const { preview } = await previewOf(
      `timestamp,a,b\n${SAMPLE_START},1,2\n${SAMPLE_START + 1000},x,2\n${SAMPLE_START + 2000},1,Infinity\n${SAMPLE_START + 3000},1,1e400\n${SAMPLE_START + 4000},3,4\n${SAMPLE_START + 5000},3,4\n`,
    )
    expect(preview.rows).toBe(3)
    expect(preview.rejected.map((reject: { line: number; column: number }) => [reject.line, reject.column])).toEqual([
      [3, 2],
      [4, 3],
      [5, 3],
    ])
    expect(preview.rejected[0]).toMatchObject({ code: 'BAD_NUMBER', values: { text: 'x' } })
    expect(preview.utcAssumed).toBeUndefined()
    const zoneless = await previewOf('timestamp,a\n2026-11-20T00:00:00,1\n2026-11-20T00:01:00,2\n')
    expect(zoneless.preview.utcAssumed).toBe(true)
  })

  it.each(['plain', 'gzip'])('gives rejected lines with their text (%s)', async (kind) => {
    const rows = [
      `${SAMPLE_START},1,2`,
      `${SAMPLE_START + 1000},x,2`,
      `${SAMPLE_START + 2000},1,"a, long ${'y'.repeat(70_000)}"`,
    ]
    const text = `timestamp,a,b\r\n${rows.join('\r\n')}\r\n${SAMPLE_START + 3000},3,4\r\n`
    const { file } = await previewOf(kind === 'gzip' ? gzipSync(text) : text)
    const { body } = await owner.get(`files/${file.filename}/rejected`)
    expect(body).toMatchObject({
      success: true,
      rejectedRows: 2,
      rejected: [{ line: 3, column: 2, text: rows[1], isCut: false }, { line: 4 }],
    })
    expect(body.rejected[1]).toMatchObject({ text: rows[2]!.slice(0, 65_536), isCut: true })
    expect((await owner.get('files/no-such-file/rejected')).body.code).toBe('NOT_FOUND')
  })

  it('previews a table as people have it: what is no series, where the times are, how they were read', async () => {
    const rows = [13, 14, 15].map((day, row) => `${row};${day}/2/2026;10:00;"1.234,5";ok;38 %;`)
    const { file, preview } = await previewOf(Buffer.from(`\ufeff;Date;Time;a;b;c;\r${rows.join('\r')}\r`, 'utf16le'))
    expect(file.state).toBe('parsed')
    expect(preview).toMatchObject({
      rows: 3,
      columns: [{ seriesId: 'a' }, { seriesId: 'c' }],
      from: Date.UTC(2026, 1, 13, 10),
      timeColumn: 'Date',
      clockColumn: 'Time',
      timestampUnit: 'dayFirst',
      decimal: 'comma',
      leftOutCount: 3,
      leftOut: [
        { column: 1, name: '', cause: 'index' },
        { column: 5, name: 'b', cause: 'text' },
        { column: 7, name: '', cause: 'unnamed' },
      ],
    })
    expect(preview.notes).toContain("columns 'Date' and 'Time' hold the times")
  })

  it('answers with the reason where all of a file was refused', async () => {
    const { file } = await previewOf(`timestamp,a\n${SAMPLE_START},x\n${SAMPLE_START + 1000},x\n`)
    expect(await owner.get(`files/${file.filename}/rejected`)).toMatchObject({
      status: 422,
      body: { code: 'TEXT_COLUMN' },
    })
  })

  it('refuses seconds among milliseconds and names the line', async () => {
    const rows = Array.from({ length: 8 }, (_, row) => `${SAMPLE_START + row * 1000},${row}`)
    rows[5] = `${SAMPLE_START / 1000 + 5},5`
    const { file } = await previewOf(`timestamp,a\n${rows.join('\n')}\n`)
    expect(file.failure).toMatchObject({ code: 'MIXED_TIMESTAMPS', details: [{ field: 'file', line: 7, column: 1 }] })
  })

  it.each([
    ['46314.003472', 'dayNumber', /'46314.003472' looks like a day number of a spreadsheet: export the column/],
    ['20260301', 'date', /'20260301' looks like a date without separators/],
    ['202603010005', 'dateTime', /date and a time without separators/],
    ['2026', 'year', /looks like a year/],
    ['1.79E+12', 'rounded', /last digits are lost/],
  ])('refuses %s as a time and says what it looks like', async (cell, looksLike, said) => {
    const { file } = await previewOf(`timestamp,a\n${cell},1\n${cell},2\n`)
    expect(file).toMatchObject({
      state: 'refused',
      failure: {
        code: 'NO_GOOD_ROWS',
        details: [
          { line: 2, column: 1, message: expect.stringMatching(said), values: { cause: 'BAD_TIMESTAMP', looksLike } },
        ],
      },
    })
  })

  it('says which column holds the times and in which unit', async () => {
    const { preview } = await previewOf(`date,Time,a\n5,${SAMPLE_START}123,1\n6,${SAMPLE_START + 1000}123,2\n`)
    expect(preview).toMatchObject({
      from: SAMPLE_START,
      to: SAMPLE_START + 1000,
      timestampUnit: 'us',
      timeColumn: 'Time',
      otherTimeColumns: ['date'],
      notes: [
        "column 'Time' holds the times; 'date' is also a usual name for them",
        'timestamps are epoch microseconds',
      ],
    })
  })

  it('counts missing cells, duplicates and rows out of order', async () => {
    const { preview } = await previewOf(
      `timestamp,a,b\n${SAMPLE_START + 2000},NaN,2\n${SAMPLE_START},,2\n${SAMPLE_START + 1000},null,2\n${SAMPLE_START + 1000},1,2\n`,
    )
    expect(preview).toMatchObject({
      rows: 4,
      missingCells: 3,
      unsorted: expect.any(Number),
      duplicates: 1,
      intervalMs: 1000,
    })
    expect(preview.unsorted).toBeGreaterThan(0)
  })

  it.each([
    ['a byte order mark', `\ufeff${table}`],
    ['CRLF', table.replaceAll('\n', '\r\n')],
    ['gzip', gzipSync(table)],
    ['seconds', table.replace(/^(\d+)000,/gm, '$1,')],
    ['nanoseconds', table.replace(/^(\d+),/gm, '$1000000,')],
  ])('reads a file with %s', async (_name, content) => {
    const { preview } = await previewOf(content)
    expect(preview).toMatchObject({ kind: 'metrics', rows: 50, from: SAMPLE_START, intervalMs: SAMPLE_STEP_MS })
  })

  it.each([
    ['a heading', `start,end\n${SAMPLE_START},${SAMPLE_START + 1000}\n`],
    ['ISO 8601 and no heading', '2026-03-01 00:00:00,2026-03-01 01:00:00\n'],
    ['nanoseconds and no heading', `${SAMPLE_START}000000;${SAMPLE_START + 1000}000000\n`],
  ])('recognises a file of known-abnormal intervals with %s', async (_name, content) => {
    const { preview } = await previewOf(content)
    expect(preview).toMatchObject({ kind: 'intervals', rows: 1 })
  })

  it.each([
    ['plain', '2026-10-01 12:00:01,123 INFO main started\n2026-10-01 12:00:02,456 WARN slow\n'],
    ['JSON lines', '{"time":"2026-10-01T12:00:00Z","message":"started"}\n'],
  ])('recognises a log file (%s)', async (_name, content) => {
    expect((await previewOf(content)).preview.kind).toBe('logs')
  })

  it.each([
    ['HEADER_ONLY', 'timestamp,a,b\n'],
    ['NO_TIMESTAMP_COLUMN', 'when,a,b\n1,2,3\n'],
    ['TOO_FEW_COLUMNS', `timestamp\n${SAMPLE_START}\n`],
    ['TEXT_COLUMN', `timestamp,a,b\n${[0, 1, 2, 3].map((row) => `${SAMPLE_START + row * 1000},up,on`).join('\n')}\n`],
    ['NO_GOOD_ROWS', 'timestamp,a\n1/2/2026,1\n2/2/2026,2\n'],
    ['NO_GOOD_ROWS', 'timestamp,a\nyesterday,1\ntoday,2\n'],
    ['BAD_HEADER', `timestamp,a[b\n${SAMPLE_START},1\n`],
    ['BAD_HEADER', `timestamp,${'a'.repeat(501)}\n${SAMPLE_START},1\n`],
    ['BAD_INTERVALS', `start,end\n${SAMPLE_START},${SAMPLE_START - 1}\n`],
    ['DUPLICATE_SERIES', `timestamp,a,a\n${SAMPLE_START},1,2\n`],
    [
      'TOO_MANY_COLUMNS',
      `timestamp,${Array.from({ length: 50_000 }, (_, column) => `m${column}`).join(',')}\n`.slice(0, 99_000),
    ],
    ['LINE_TOO_LONG', `timestamp,a\n${SAMPLE_START},${'1'.repeat(200_000)}\n`],
    ['NUL_BYTE', `timestamp,a\n${SAMPLE_START},1\n${SAMPLE_START + 1000},\0\n`],
    ['NOT_UTF8', Buffer.from([0xff, 0xfe, 0, 0, ...Buffer.from(table, 'utf16le')])],
    ['GZIP_DAMAGED', gzipSync(table).subarray(0, 200)],
    ['DECOMPRESSED_TOO_LARGE', gzipSync(`timestamp,a\n${`${SAMPLE_START},${'0'.repeat(90_000)}\n`.repeat(40)}`)],
    ['TOO_MANY_CELLS', sampleTable({ rows: 8_000, nodes: 4 })],
    ['TOO_MANY_ROWS', sampleTable({ rows: 8_001, nodes: 1 })],
    ['TOO_MANY_DUPLICATES', `timestamp,a\n${`${SAMPLE_START},1\n`.repeat(102)}`],
  ])('refuses with %s, a reason and where it is', async (code, content) => {
    const { file, preview } = await previewOf(content)
    expect(file).toMatchObject({ state: 'refused', failure: { code, message: expect.stringMatching(/.{10}/) } })
    expect(preview).toBeUndefined()
  })

  it('reports line and column of a parse error', async () => {
    const { file } = await previewOf(`timestamp,a\n${SAMPLE_START},1\n${SAMPLE_START + 1000},\0\n`)
    expect(file.failure.details[0]).toMatchObject({ field: 'file', line: 3 })
  })

  it('leaves no points of a file that it refuses', async () => {
    await previewOf(`${sampleTable({ rows: 60 })}${SAMPLE_START},\0\n`)
    const left = await server.ctx.db.select().from(datasets).where(eq(datasets.state, 'filling'))
    expect(left).toEqual([])
  })

  it('reads a file once, however many ask', async () => {
    const filename = await storeText(owner, 'once.csv', table)
    const asked = await Promise.all(Array.from({ length: 5 }, () => owner.get(`files/${filename}`)))
    expect(asked.map((answer) => answer.body.preview.rows)).toEqual([50, 50, 50, 50, 50])
  })

  it('is not there for anybody else', async () => {
    const filename = await storeText(owner, 'own.csv', table)
    expect((await other.get(`files/${filename}`)).body.code).toBe('NOT_FOUND')
    expect((await other.delete(`files/${filename}`)).body.code).toBe('NOT_FOUND')
  })
})

describe('GET files', () => {
  it('lists the own files, newest first, by page and by name', async () => {
    const reader = await server.signUp('listreader')
    for (const name of ['one.csv', 'two.csv', 'three.csv', '100%.csv']) {
      await storeText(reader, name, table)
      server.clock.advance(1000)
    }
    const first = (await reader.get('files?pageSize=3')).body
    expect(first.files.map((file: { uploadFileName: string }) => file.uploadFileName)).toEqual([
      '100%.csv',
      'three.csv',
      'two.csv',
    ])
    expect(first.page).toMatchObject({ page: 1, pageSize: 3, total: 4 })
    const second = (await reader.get(`files?pageSize=3&cursor=${first.page.next}`)).body
    expect(second.files.map((file: { uploadFileName: string }) => file.uploadFileName)).toEqual(['one.csv'])
    expect(second.page.next).toBeUndefined()
    expect((await reader.get('files?q=%25')).body.files).toHaveLength(1)
  })
})

describe('DELETE files/{filename}', () => {
  it('removes the file, its bytes and its points', async () => {
    const filename = await storeText(owner, 'gone.csv', table)
    await owner.get(`files/${filename}`)
    const [row] = await server.ctx.db.select().from(files).where(eq(files.id, filename))
    expect((await server.ctx.points.readTimes(row!.datasetId!)).length).toBe(50)
    expect((await owner.delete(`files/${filename}`)).status).toBe(200)
    expect((await owner.get(`files/${filename}`)).status).toBe(404)
    expect(await readdir(join(server.ctx.settings.data, 'files', 'files'))).not.toContain(filename)
    const left = async () => (await server.ctx.points.readTimes(row!.datasetId!)).length
    await expect.poll(left, { timeout: 15_000, interval: 200 }).toBe(0)
  })

  it('is no damage while the file is read for the first time', async () => {
    const filename = await storeText(owner, 'read.csv', table)
    const { compute } = server.ctx
    const { metered } = compute
    const deleted = Promise.withResolvers<void>()
    onTestFinished(() => void Object.assign(compute, { metered }))
    // A preview is read with a meter of its own.
    compute.metered = (meter) => {
      const own = metered(meter)
      const parse: typeof own.parse = async (...given) => {
        await deleted.promise
        return own.parse(...given)
      }
      return { ...own, parse }
    }
    const reading = owner.get(`files/${filename}`)
    await expect.poll(() => server.ctx.db.$count(datasets, eq(datasets.state, 'filling'))).toBe(1)
    expect((await owner.delete(`files/${filename}`)).status).toBe(200)
    deleted.resolve()
    expect((await reading).status).toBe(404)
    expect(await listDamage(server.ctx)).toEqual([])
  })
})
