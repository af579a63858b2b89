import { gzipSync } from 'node:zlib'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { datasets, logFiles } from '../../schema/index.ts'
import type { LogAnalysis, LogLines, LogTemplateAnswer } from '../../schema/wire-types.ts'
import { sampleLog } from '../../testing/sample-log.ts'
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts'
import type { TestAnswer, TestClient } from '../../testing/test-client.ts'
import { storeText, WAITING } from '../../testing/uploads.ts'

let server: TestServer
let owner: TestClient
beforeAll(async () => {
  server = await startTestServer()
  owner = await server.signUp('owner001')
})
afterAll(() => server.close())

async function read(name: string, content: string | Uint8Array): Promise<{ filename: string; answer: TestAnswer }> {
  const filename = await storeText(owner, name, content)
  return { filename, answer: await owner.post('logAnalysis', { filename }, WAITING) }
}

const analysis = async (filename: string, more = ''): Promise<LogAnalysis> =>
  (await owner.get(`logAnalysis?filename=${filename}${more}`)).body
const lines = async (filename: string, more = ''): Promise<LogLines> =>
  (await owner.get(`logAnalysis/lines?filename=${filename}${more}`)).body
const search = async (filename: string, q: string): Promise<string[]> =>
  (await lines(filename, `&order=oldest&q=${encodeURIComponent(q)}`)).lines.map(({ line }) => line)

describe('an uploaded log file', () => {
  let filename: string
  const text = sampleLog()
  const texts = text.trimEnd().split('\n')
  beforeAll(async () => {
    const started = await read('shop.log', text)
    expect(started.answer.status).toBe(200)
    expect(started.answer.body.job.result.logs).toMatchObject({ lines: texts.length, records: texts.length })
    filename = started.filename
  })

  it('has its templates, with counts that add up to its lines', async () => {
    const { lines: total, withoutTemplate, templates, counts, times, tabs, page, file } = await analysis(filename)
    expect(total).toBe(texts.length)
    expect(templates.reduce((sum, { count }) => sum + count, withoutTemplate)).toBe(total)
    expect(counts.reduce((sum, count) => sum + count)).toBe(total)
    expect(counts).toHaveLength(times.length)
    expect(page.total).toBe(tabs.clusters)
    expect(file).toMatchObject({ uploadFileName: 'shop.log', encoding: 'utf-8', lines: total, cutLines: 0 })
    const received = templates.find((one) => one.text.endsWith('received'))!
    expect(received).toMatchObject({ text: 'order <*> received', count: 2401, variables: [{ name: 'number' }] })
    expect(received.trend.reduce((sum, count) => sum + count)).toBe(2401)
    expect(texts.filter((line) => line.endsWith('received'))).toHaveLength(2401)
    const { templates: fresh, newCounts } = await analysis(filename, '&kind=new&buckets=1')
    expect(fresh.length).toBeGreaterThan(1)
    expect(newCounts).toEqual([fresh.reduce((sum, { count }) => sum + count, 0)])
  })

  it('shows each planted fault under its kind', async () => {
    const found = async (kind: string) => (await analysis(filename, `&kind=${kind}`)).templates.map((one) => one.text)
    expect((await found('new')).some((one) => one.startsWith('volume'))).toBe(true)
    expect(await found('hot')).toContain('password of user<*> refused')
    expect(await found('rare')).toContain('clock moved back by <*> ms, waiting')
    expect(await found('cold')).toEqual(['heartbeat of scheduler'])
    expect((await found('sequences')).some((one) => one.startsWith('order <*>'))).toBe(true)
    expect(await found('values')).toEqual(['order <*> priced in <*> ms'])
    const [cold] = (await analysis(filename, '&kind=cold')).templates
    expect(cold!.findings[0]).toMatchObject({ kind: 'cold', usual: 30_000 })
    const { observed = 0, sentence } = cold!.findings[0]!
    expect(sentence).toBe(`'heartbeat of scheduler': missing for ${Math.round(observed / 2)} min, usually every 30 s`)
    const zh = await owner.send('GET', `logAnalysis?filename=${filename}&kind=new`, {
      headers: { 'Accept-Language': 'zh-CN' },
    })
    expect(zh.body.templates[0].findings[0].sentence).toMatch(/从未出现过/)
  })

  it('lists words that tell of trouble, and those that are searched for', async () => {
    const words = async (more: string) => (await analysis(filename, `&kind=keywords${more}`)).keywords
    expect((await words('')).map(({ word, count }) => [word, count])).toEqual([
      ['refused', 400],
      ['failed', 1],
    ])
    expect((await words('&q=heart')).map(({ word }) => word)).toContain('heartbeat')
  })

  it('is compared with a baseline', async () => {
    const from = Date.parse(texts[0]!.slice(0, 24))
    const half = from + 3_600_000
    const span = `&from=${half}&to=${half + 3_599_999}&baselineFrom=${from}&baselineTo=${half - 1}`
    const { templates, lines: total, baselineLines, tabs } = await analysis(filename, `${span}&sort=change`)
    expect(templates[0]!.text).toBe('password of user<*> refused')
    expect(templates[0]).toMatchObject({ count: 400, baselineCount: 0, expected: 0 })
    expect(total + baselineLines!).toBe(texts.length)
    expect(tabs.new).toBeGreaterThanOrEqual(2)
    expect((await owner.get(`logAnalysis?filename=${filename}&baselineFrom=1`)).body.code).toBe('VALIDATION_FAILED')
    expect((await owner.get(`logAnalysis?filename=${filename}&sort=change`)).body.code).toBe('VALIDATION_FAILED')
  })

  it('lists templates that first came late in the file as new, with all of their lines, however varied its beginning', async () => {
    const late = { 'lease of volume lost': 3, 'watchdog bit after silence': 1, 'quota of tenant exceeded': 7 }
    const start = Date.UTC(2026, 2, 1)
    const messages = [
      ...Array.from({ length: 60 }, (_, k) => `component${'abcdefghijklmnopqrstuvwxyz'[k % 26]}${'xyz'[k % 3]} ready`),
      ...Array.from({ length: 300 }, (_, k) => `request ${k} served`),
      ...Object.entries(late).flatMap(([text, count]) => Array<string>(count).fill(text)),
      ...Array.from({ length: 40 }, (_, k) => `request ${9_000 + k} served`),
    ]
    const content = messages.map((text, k) => `${new Date(start + k * 1_000).toISOString()} INFO ${text}`).join('\n')
    const varied = (await read('varied.log', content)).filename
    const counts = ({ templates }: LogAnalysis) => Object.fromEntries(templates.map(({ text, count }) => [text, count]))
    const found = await analysis(varied, '&kind=new')
    expect(counts(found)).toEqual(late)
    expect(found.tabs.new).toBe(3)
    expect(found.newCounts.reduce((sum, count) => sum + count)).toBe(11)
    expect(found.baseline).toBeUndefined()
    const part = await analysis(varied, `&kind=new&from=${start + 200_000}&to=${start + 400_000}`)
    expect(counts(part)).toEqual(late)
  })

  it('shows the values of variables as the lines have them', async () => {
    const { templates } = await analysis(filename, '&q=priced')
    const answer = await owner.get(`log-templates/${templates[0]!.templateId}?filename=${filename}`)
    const { values, valuesOf, template, byService } = answer.body as LogTemplateAnswer
    const took = texts.flatMap((line) => /priced in (\d+) ms/.exec(line)?.[1] ?? []).map(Number)
    expect(valuesOf).toBe(took.length)
    expect(values.map(({ name, unit }) => [name, unit])).toEqual([
      ['number', undefined],
      ['duration', 'ms'],
    ])
    expect(values[1]).toMatchObject({ distinct: new Set(took).size, numbers: { min: 20, max: 90_000 } })
    expect(values[1]!.numbers!.histogram.reduce((sum, { count }) => sum + count, 0)).toBe(took.length)
    const counted = took.filter((one) => String(one) === values[1]!.top[0]!.value).length
    expect(values[1]!.top[0]!.count).toBe(counted)
    expect([template.count, byService]).toEqual([took.length, [{ name: 'shop', count: took.length }]])
    expect((await owner.get(`log-templates/999?filename=${filename}`)).status).toBe(404)
  })

  it('is searched by words, phrases, fields and expressions, with the lines around each', async () => {
    expect(await search(filename, 'volume')).toEqual([texts.find((line) => line.includes('volume'))])
    expect(await search(filename, '"order 9999" OR "order 8888"')).toEqual(
      texts.filter((line) => /order (9999|8888) /.test(line)),
    )
    expect(await search(filename, '/order 99+ /')).toEqual(texts.filter((line) => /order 99+ /.test(line)))
    expect(await search(filename, 'level=error')).toHaveLength(1)
    expect(await search(filename, 'level>=warn NOT (service=login OR service=timer)')).toHaveLength(1)
    const [found] = (await lines(filename, '&q=volume')).lines
    expect(found).toMatchObject({
      number: texts.findIndex((line) => line.includes('volume')) + 1,
      severity: 17,
      service: 'disk',
    })
    expect(found!.highlights.map(([from, to]) => found!.line.slice(from, to))).toEqual(['volume'])
    const around = await lines(filename, `&around=${found!.id}&limit=5`)
    expect(around.lines.map(({ line }) => line)).toEqual(texts.slice(found!.number! - 3, found!.number! + 2))
  })

  it('is paged in both directions without a line twice', async () => {
    const first = await lines(filename, '&order=oldest&limit=300')
    expect(first.lines.map(({ line }) => line)).toEqual(texts.slice(0, 300))
    const second = await lines(filename, `&order=oldest&limit=300&cursor=${first.next}`)
    expect(second.lines.map(({ line }) => line)).toEqual(texts.slice(300, 600))
    const back = await lines(filename, `&order=newest&limit=300&cursor=${second.previous}`)
    expect(back.lines.map(({ line }) => line)).toEqual(texts.slice(0, 300).reverse())
  })

  it('says where a query is wrong, and refuses expressions that RE2 does not take', async () => {
    for (const [q, position] of [
      ['a (b', 2],
      ['"open', 0],
      ['x AND', 5],
      ['level=loud', 0],
      ['a )', 2],
    ] as const) {
      const { status, body } = await owner.get(`logAnalysis/lines?filename=${filename}&q=${encodeURIComponent(q)}`)
      expect([q, status, body.details[0]]).toMatchObject([q, 400, { field: 'q', values: { position } }])
    }
    for (const q of ['/(a/', '/(?=a)b/']) {
      const { body } = await owner.get(`logAnalysis/lines?filename=${filename}&q=${encodeURIComponent(q)}`)
      expect([q, body.code]).toEqual([q, 'VALIDATION_FAILED'])
    }
  })

  it('takes an expression that is made to be slow elsewhere', async () => {
    const slow = await read('slow.log', `${'a'.repeat(30_000)}!\n`.repeat(50))
    const q = encodeURIComponent('/^(a+)+$/ OR /(a|a)*b/ OR /(.*)(.*)(.*)(.*)c$/')
    const { lines: found, isComplete } = await lines(slow.filename, `&q=${q}`)
    expect([found, isComplete]).toEqual([[], true])
  })

  it('keeps names, notes and marks of templates, and hides findings on ignored ones', async () => {
    const { templates } = await analysis(filename, '&kind=cold')
    const { templateId } = templates[0]!
    const set = (body: object) => owner.post(`log-templates/${templateId}`, { filename, ...body })
    const preview = await set({ ignored: true, dryRun: true })
    expect(preview.body).toMatchObject({ ignored: true, hides: 1 })
    expect((await analysis(filename)).tabs.cold).toBe(1)
    await set({ ignored: true, name: ' Beat ', note: 'known' })
    expect((await analysis(filename)).tabs.cold).toBe(0)
    const [named] = (await analysis(filename, '&q=Beat')).templates
    expect(named).toMatchObject({ name: 'Beat', note: 'known', ignored: true })
    expect((await set({ ignored: false, name: '', critical: true })).body).toMatchObject({
      ignored: false,
      critical: true,
    })
    const critical = (await analysis(filename, '&sort=severity')).templates.find((one) => one.critical)
    expect(critical).toMatchObject({ templateId, critical: true, findings: [{ kind: 'critical', val: 10 }, {}] })
    await set({ critical: false })
  })

  it('is nobody else’s', async () => {
    const other = await server.signUp('stranger')
    for (const path of [
      `logAnalysis?filename=${filename}`,
      `logAnalysis/lines?filename=${filename}`,
      `log-templates/1?filename=${filename}`,
    ])
      expect([path, (await other.get(path)).status]).toEqual([path, 404])
    expect((await other.post('logAnalysis', { filename })).status).toBe(404)
    expect((await other.post('log-templates/1', { filename, ignored: true })).status).toBe(404)
  })

  it('answers with the finished job where it was read before, and reads anew on demand', async () => {
    const before = await owner.post('logAnalysis', { filename })
    expect([before.status, before.body.job.state]).toEqual([200, 'done'])
    const again = await owner.post('logAnalysis', { filename, again: true }, WAITING)
    expect(again.body.job.result).toEqual(before.body.job.result)
    expect((await analysis(filename)).lines).toBe(texts.length)
    const detail = (await owner.get(`files/${filename}`)).body
    expect(detail.preview ?? detail.file?.preview).toMatchObject({
      kind: 'logs',
      rows: texts.length,
      encoding: 'utf-8',
      hasTimes: true,
    })
  })
})

describe('a log file of another form', () => {
  const dated = (count: number, of: (k: number) => string) =>
    Array.from(
      { length: count },
      (_, k) => `2026-03-02 08:00:${String(k % 60).padStart(2, '0')} ERROR 数据库连接失败：第${k}次，${of(k)}`,
    )

  it('is read in UTF-16 and GB18030', async () => {
    const texts = dated(120, () => '请重试')
    const utf16 = Buffer.from(`\ufeff${texts.join('\r\n')}`, 'utf16le')
    const little = await read('le.log', utf16)
    const big = await read('be.log', Buffer.from(utf16).swap16())
    // 数据库连接失败：第k次，请重试 in GB18030
    const chinese = Buffer.from('cafdbedd bfe2c1ac bdd3caa7 b0dca3ba'.replaceAll(' ', ''), 'hex')
    const gb = Buffer.concat(
      texts.map((_, k) => Buffer.concat([Buffer.from(`2026-03-02 08:00:00 ERROR `), chinese, Buffer.from(`${k}\n`)])),
    )
    const local = await read('gb.log', gb)
    for (const [{ filename }, encoding] of [
      [little, 'utf-16le'],
      [big, 'utf-16be'],
      [local, 'gb18030'],
    ] as const) {
      const { file, lines: total, hasTimes } = await analysis(filename)
      expect([file!.encoding, total, hasTimes, file!.badLines]).toEqual([encoding, 120, true, 0])
      expect((await search(filename, '失败'))[0]).toContain('数据库连接失败：')
    }
  })

  it('is recognised by its beginning, with its encoding and form', async () => {
    const previewOf = async (name: string, content: string | Buffer) => {
      const { body } = await owner.get(`files/${await storeText(owner, name, content)}`)
      const { kind, encoding, format } = body.preview
      return [kind, encoding, format]
    }
    const texts = dated(20, () => 'x').join('\n')
    expect(await previewOf('a.log', texts)).toEqual(['logs', 'utf-8', 'lines'])
    expect(await previewOf('b.log', Buffer.from(texts, 'utf16le'))).toEqual(['logs', 'utf-16le', 'lines'])
    expect(await previewOf('c.ndjson', '{"time":"2026-03-02T08:00:00Z","msg":"a"}\n')).toEqual([
      'logs',
      'utf-8',
      'jsonLines',
    ])
  })

  it('shows each template: without a variable, with metacharacters, of 8 KB and with hundreds of variables', async () => {
    const numbers = (k: number) => Array.from({ length: 400 }, (_, n) => n * 7 + k).join(' ')
    const content = Array.from({ length: 400 }, (_, k) => {
      const kinds = [
        'scheduler is idle',
        'match (a|b)* [0-9]+ ^$ {2} \\d .? failed',
        `it's \\'quoted' \\x00 100% _of_ <${k}>`,
        `dump ${'long word '.repeat(600)}of ${k}`,
        `dump ${'constant word '.repeat(500)}ended`,
        `row ${numbers(k)}`,
        `job ${k} of user${k % 9} took ${k * 3} ms, ${k % 2 ? 'late' : 'early'}`,
      ]
      return `2026-03-02 08:00:${String(k % 60).padStart(2, '0')} INFO ${kinds[k % kinds.length]}`
    })
    const various = (await read('various.log', content.join('\n'))).filename
    const { templates } = await analysis(various, '&pageSize=500')
    const variables = templates.map((one) => one.variables.length)
    expect([Math.min(...variables), Math.max(...variables) > 200]).toEqual([0, true])
    for (const { templateId, count, variables, text } of templates) {
      const answer = await owner.get(`log-templates/${templateId}?filename=${various}`)
      expect([answer.status, text.slice(0, 40)]).toEqual([200, text.slice(0, 40)])
      const { values, valuesOf, template } = answer.body as LogTemplateAnswer
      expect([template.text, template.count, values.length]).toEqual([text, count, variables.length])
      expect(valuesOf).toBe(variables.length === 0 ? 0 : count)
    }
  })

  it('without times is numbered by line, and says so', async () => {
    const plain = Array.from({ length: 3000 }, (_, k) => (k === 2500 ? 'Disk full' : `Request ${k} done`))
    const { filename } = await read('plain.log', plain.join('\n'))
    const { hasTimes, from, to, file, tabs } = await analysis(filename, '&kind=new')
    expect([hasTimes, from <= 1, to >= 3000, tabs.cold, tabs.hot]).toEqual([false, true, true, 0, 0])
    expect(file!.notes.join(' ')).toContain('no times')
    const [found] = (await analysis(filename, '&kind=new')).templates
    expect(found).toMatchObject({ text: 'Disk full', findings: [{ line: 2501 }] })
    const page = await lines(filename, '&from=2500&to=2502&order=oldest')
    expect(page.lines.map(({ number, line }) => [number, line])).toEqual([
      [2500, 'Request 2499 done'],
      [2501, 'Disk full'],
      [2502, 'Request 2501 done'],
    ])
  })

  it('is cut where a line has ten megabytes, and read on behind it', async () => {
    const texts = [
      ...dated(10, () => 'a'),
      `2026-03-02 08:01:00 ERROR ${'x'.repeat(10_000_000)}`,
      ...dated(10, () => 'b'),
    ]
    const { filename } = await read('long.log', texts.join('\n'))
    const { file, lines: total } = await analysis(filename)
    expect([total, file!.cutLines]).toEqual([21, 1])
    const cut = (await lines(filename)).lines.filter(({ isCut }) => isCut)
    expect(cut.map(({ line }) => line.length)).toEqual([8192])
  })

  it('of objects has their times, levels, names and attributes', async () => {
    const texts = Array.from({ length: 200 }, (_, k) =>
      JSON.stringify({
        time: `2026-03-02T08:00:${String(k % 60).padStart(2, '0')}.${k}Z`,
        level: k % 50 ? 'info' : 'error',
        host: 'web1',
        service: 'shop',
        msg: `order ${k} paid\nby card`,
        user: { id: k },
      }),
    )
    const { filename } = await read('shop.ndjson', gzipSync(texts.join('\n')))
    const { templates, lines: total } = await analysis(filename)
    expect([total, templates.map(({ text, count }) => [text, count])]).toEqual([200, [['order <*> paid by card', 200]]])
    const [found] = (await lines(filename, `&q=${encodeURIComponent('user.id=7')}`)).lines
    expect(found).toMatchObject({
      line: 'order 7 paid\nby card',
      instance: 'web1',
      service: 'shop',
      severity: 9,
      attributes: { user: { id: 7 } },
    })
  })

  it('keeps lines that go on together', async () => {
    const texts = Array.from({ length: 60 }, (_, k) => [
      `2026-03-02 08:00:${String(k).padStart(2, '0')} INFO app: step ${k} done`,
      ...(k === 30
        ? ['2026-03-02 08:00:30 ERROR app: step failed', 'java.lang.Error: no', '    at a.b(C.java:7)', '']
        : []),
    ]).flat()
    const { filename } = await read('stack.log', texts.join('\n'))
    expect((await analysis(filename)).lines).toBe(61)
    const [found] = (await lines(filename, '&q=failed')).lines
    expect(found!.line.split('\n')).toEqual(texts.slice(31, 34))
    expect((await lines(filename, `&q=${encodeURIComponent('"step 31"')}`)).lines[0]!.number).toBe(36)
  })

  it('has lines that end with CR alone', async () => {
    const { filename } = await read('mac.log', dated(120, () => '请重试').join('\r'))
    const { lines: total, file } = await analysis(filename)
    expect([total, file!.lines]).toEqual([120, 120])
  })

  it('that is a million empty lines is refused with the reason', async () => {
    const { answer } = await read('nl.log', '\n'.repeat(1_000_000))
    expect(answer.body.job).toMatchObject({ state: 'failed', error: { code: 'EMPTY_FILE' } })
  })

  it('that is no text, or damaged, is refused with the reason', async () => {
    const binary = await read('a.bin', Buffer.from([0x7f, 0x45, 0, 0, 0, 1, 2, 0, 10]))
    expect(binary.answer.body.job).toMatchObject({ state: 'failed', error: { code: 'NUL_BYTE' } })
    const cut = await read('cut.log.gz', gzipSync(sampleLog()).subarray(0, 5000))
    expect(cut.answer.body.job.error.code).toBe('GZIP_DAMAGED')
    const { body } = await owner.get(`logAnalysis?filename=${cut.filename}`)
    expect(body.code).toBe('CONFLICT')
  })

  it('is paged through a hundred thousand templates, and searched among them', async () => {
    const total = 100_000
    const { filename } = await read('many.log', dated(50, () => 'x').join('\n'))
    const [file] = await server.ctx.db.select().from(logFiles).where(eq(logFiles.fileId, filename))
    await server.ctx.db.execute(sql`insert into log_templates (source_id, id, text, count, first_at, last_at, example, is_error)
      select ${filename}, n, 'kind ' || n || ' of <*>', n % 7 + 1, ${file!.fromTime}::bigint, ${file!.toTime}::bigint, 'kind ' || n || ' of 1', false
      from generate_series(1000, ${999 + total}) n`)
    const ids = Uint32Array.from({ length: total }, (_, k) => 1000 + k)
    const names = new Array<string>(total).fill('')
    await server.ctx.points.appendLogCounts(file!.datasetId, {
      times: new Float64Array(total).fill(Math.floor(file!.fromTime / file!.bucketMs) * file!.bucketMs),
      templates: ids,
      severities: new Uint8Array(total),
      instances: names,
      services: names,
      counts: ids.map((id) => (id % 7) + 1),
    })
    const first = await analysis(filename, '&pageSize=500')
    const last = await analysis(filename, '&pageSize=500&page=201')
    expect(first.page.total).toBeGreaterThanOrEqual(total)
    expect(first.templates).toHaveLength(500)
    expect(last.templates).toHaveLength(first.page.total - 100_000)
    const sum = first.templates.reduce((count, one) => count + one.count, 0)
    expect(sum).toBeGreaterThanOrEqual(3500)
    const { templates } = await analysis(filename, '&q=KIND 77777')
    expect(templates.map(({ templateId, count }) => [templateId, count])).toEqual([[77_777, (77_777 % 7) + 1]])
  })

  it('is read by a job that can be cancelled, which leaves nothing behind', async () => {
    const filename = await storeText(owner, 'long.log', dated(200_000, () => 'x').join('\n'))
    const { body } = await owner.post('logAnalysis', { filename })
    await owner.post(`jobs/${body.job.id}/cancel`)
    const state = async () => (await owner.get(`jobs/${body.job.id}`)).body.job.state
    await expect.poll(state, { timeout: 15_000 }).toBe('cancelled')
    expect((await owner.get(`logAnalysis?filename=${filename}`)).body.code).toBe('CONFLICT')
    const filling = async () => server.ctx.db.$count(datasets, eq(datasets.state, 'filling'))
    await expect.poll(filling, { timeout: 15_000 }).toBe(0)
  })

  it('goes with the file', async () => {
    const { filename } = await read('gone.log', dated(50, () => 'x').join('\n'))
    expect((await owner.delete(`files/${filename}`)).status).toBe(200)
    expect((await owner.get(`logAnalysis?filename=${filename}`)).status).toBe(404)
  })
})
