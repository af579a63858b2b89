import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { incidents, series } from '../../../schema/index.ts'
import { BEGAN, livePeriod, openLiveProject, SECOND } from '../../../testing/live-rounds.ts'
import { SAMPLE_START, SAMPLE_STEP_MS, sampleTable } from '../../../testing/sample-table.ts'
import { startTestServer, type TestServer } from '../../../testing/start-test-server.ts'
import type { TestClient } from '../../../testing/test-client.ts'
import { detect, train } from '../../../testing/uploads.ts'
import { sealLink } from '../../alert-links/token.ts'

const NODE1 = 'node1 <img src=x onerror=alert(1)> [a](javascript:1)'

let server: TestServer
let owner: TestClient
let member: TestClient
let first: string
let last: string
beforeAll(async () => {
  server = await startTestServer()
  server.clock.advance(BEGAN + 3_600_000 - server.clock.now())
  const project = await openLiveProject(server, 'texts001')
  await project.keep(100, {
    changed: [
      livePeriod('node1|anomaly|10', NODE1, [10, 20], 'over'),
      livePeriod('node2|anomaly|80', 'node2', [80, 100], 'open'),
    ],
  })
  const named = (number: number, instance: string) => {
    return { sourceId: project.sourceId, number, seriesId: `cpu[${instance}]`, metric: 'cpu', instance }
  }
  await server.ctx.db.insert(series).values([named(0, NODE1), named(1, 'node2')])
  const seconds = Array.from({ length: 100 }, (_, row) => row)
  await server.ctx.points.append(project.sourceId, {
    series: Uint32Array.from(seconds, () => 1),
    times: Float64Array.from(seconds, (row) => BEGAN + row * SECOND),
    values: Float64Array.from(seconds, (row) => (row < 80 ? 20 : 98)),
  })
  owner = project.owner
  member = await server.signUp('textmate1')
  await owner.post('project-members', { projectName: 'texts001', userNames: ['textmate1'] })
  ;[first, last] = (await project.incidents()).map(({ id }) => id) as [string, string]
})
afterAll(() => server.close())

const read = async (id: string, query = '', client = owner) =>
  (await client.get(`postMortem?incidentId=${id}${query}`)).body
const save = (client: TestClient, id: string, revision: number, text: string, more: object = {}) =>
  client.post('postMortem', { incidentId: id, revision, text, ...more })

/** An offline file without the script and the styles of its view, which are the same in all. */
const writtenIn = (page: string) =>
  page.replace(/<style>[\s\S]*?<\/style>|<script type="module">[\s\S]*?<\/script>/g, '')
const dataIn = (page: string) =>
  JSON.parse(/<script type="application\/json" id="data">(.*?)<\/script>/s.exec(page)![1]!)

describe('the text about an incident', () => {
  it('begins as the built-in template filled with the facts, in both languages', async () => {
    const { postMortem, title } = await read(last)
    expect(postMortem).toMatchObject({ revision: 0, isDraft: true, actions: [] })
    expect(title).toBe('cpu on node2')
    for (const part of ['# cpu on node2', '## Why', 'It has not ended.', 'omen:series?id=cpu%5Bnode2%5D&from='])
      expect(postMortem.text).toContain(part)
    const over = (await read(first)).postMortem.text
    expect(over).toContain('It ended at 19 Oct 2026, 00:00:20, after 10 s.')
    expect(over).toContain('No change was reported around it.')
    const chinese = (await owner.get(`postMortem?incidentId=${last}`, { 'Accept-Language': 'zh-CN' })).body
    expect(chinese.postMortem.text).toContain('## 原因')
  })
  it('shows names as text, whatever is in them', async () => {
    const { text } = (await read(first)).postMortem
    expect(text).not.toContain('<img')
    expect(text).not.toMatch(/(?<!\\)\]\(javascript/)
    const { body } = await owner.get(`incidents/${first}/export?format=html`)
    expect(writtenIn(String(body))).not.toContain('<img')
  })
  it('is saved as revisions; who edits an older one gets the newest with the difference, and loses nothing', async () => {
    const actions = [{ id: '1', text: 'Replace the disk', assignee: 'textmate1', done: false }]
    const { body } = await save(owner, last, 0, 'First\nSecond\n', { actions })
    expect(body.postMortem).toMatchObject({ revision: 1, updatedBy: 'texts001', actions })
    expect((await save(member, last, 1, 'First\nSecond, better\n')).body.postMortem).toMatchObject({
      revision: 2,
      actions,
    })
    const conflict = await save(owner, last, 1, 'First\nThird\n')
    expect([conflict.status, conflict.body.code]).toEqual([409, 'CONFLICT'])
    const detail = (field: string) =>
      conflict.body.details.find((one: { field: string }) => one.field === field).message
    expect(detail('revision')).toBe('2')
    expect(detail('updatedBy')).toBe('textmate1')
    expect(detail('text')).toBe('First\nSecond, better\n')
    expect(detail('difference')).toBe(' First\n-Second, better\n+Third\n ')
    expect((await save(owner, last, 2, 'First\nSecond, better\nThird\n')).status).toBe(200)
    expect((await read(last, '&revision=1')).postMortem.text).toBe('First\nSecond\n')
    expect((await read(last)).revisions.map(({ revision }: { revision: number }) => revision)).toEqual([3, 2, 1])
    expect((await read(last, '&revision=9')).code).toBe('NOT_FOUND')
    expect((await owner.get(`incidents/${last}`)).body.incident.hasPostMortem).toBe(true)
  })
  it('is saved once where the same is sent again, and once of two that are first', async () => {
    const texts = await Promise.all([save(owner, first, 0, 'mine'), save(member, first, 0, 'theirs')])
    expect(texts.map(({ status }) => status).sort()).toEqual([200, 409])
    const { postMortem } = await read(first)
    expect((await save(owner, first, 0, postMortem.text)).body.postMortem.revision).toBe(1)
  })
  it('is of an interval of a project as well, of at most a week', async () => {
    const span = `projectName=texts001&from=${BEGAN}&to=${BEGAN + 60 * SECOND}`
    const { body } = await owner.get(`postMortem?${span}`)
    expect(body).toMatchObject({ incidentId: null, projectName: 'texts001', from: BEGAN })
    expect(body.timeline.length).toBeGreaterThan(0)
    const subject = { projectName: 'texts001', from: BEGAN, to: BEGAN + 60 * SECOND }
    expect((await owner.post('postMortem', { ...subject, revision: 0, text: 'A minute.' })).status).toBe(200)
    expect((await owner.get(`postMortem?${span}`)).body.postMortem.text).toBe('A minute.')
    const codeOf = async (query: string) => (await owner.get(`postMortem?${query}`)).body.code
    expect(await codeOf(`projectName=texts001&from=${BEGAN}&to=${BEGAN + 8 * 86_400_000}`)).toBe('VALIDATION_FAILED')
    expect(await codeOf(`projectName=texts001&from=${BEGAN}&to=${BEGAN}`)).toBe('VALIDATION_FAILED')
    expect(await codeOf('projectName=texts001')).toBe('VALIDATION_FAILED')
    expect(await codeOf('')).toBe('VALIDATION_FAILED')
    expect(await codeOf(`${span}&modelName=other`)).toBe('VALIDATION_FAILED')
  })
})

describe('templates', () => {
  it('are those of the account, seen by whom it shares a project with, and deleted by it alone', async () => {
    const { body } = await owner.post('post-mortem-templates', { name: 'Ours', text: '# {{title}} ({{nothing}})' })
    const { id } = body.template
    const listed = (await member.get('post-mortem-templates')).body.templates
    expect(listed.map(({ name, mine }: { name: string; mine: boolean }) => [name, mine])).toEqual([
      ['Post-mortem', false],
      ['Ours', false],
    ])
    expect((await read(first, `&template=${id}`, member)).postMortem).toMatchObject({ isDraft: true, revision: 1 })
    expect((await read(last, `&template=${id}`)).postMortem.text).toBe('# cpu on node2 ({{nothing}})')
    expect((await read(last, '&template=pt_none')).code).toBe('NOT_FOUND')
    expect((await member.send('DELETE', `post-mortem-templates/${id}`)).body.code).toBe('NOT_FOUND')
    await owner.post('post-mortem-templates', { name: 'ours', text: 'Shorter' })
    expect((await owner.get('post-mortem-templates')).body.templates).toHaveLength(2)
    expect((await owner.send('DELETE', `post-mortem-templates/${id}`)).status).toBe(200)
    expect((await owner.get('post-mortem-templates')).body.templates).toHaveLength(1)
  })
  it('fill a mark that is named thousands of times until the text is as long as one that is saved', async () => {
    const { body } = await owner.post('post-mortem-templates', { name: 'Many', text: '{{timeline}}\n'.repeat(7000) })
    const { text } = (await read(last, `&template=${body.template.id}`)).postMortem
    expect(text.length).toBeLessThanOrEqual(100_000)
    expect(text).toMatch(/^- [\s\S]*\{\{timeline\}\}\s*$/)
    await owner.send('DELETE', `post-mortem-templates/${body.template.id}`)
  })
  it('are fifty at most', async () => {
    const many = await server.signUp('templates1')
    for (let index = 0; index < 50; index++)
      expect((await many.post('post-mortem-templates', { name: `t${index}`, text: 'a' })).status).toBe(200)
    expect((await many.post('post-mortem-templates', { name: 't50', text: 'a' })).body.code).toBe('CONFLICT')
  })
})

describe('merging', () => {
  it('is refused where the texts together could not be saved', async () => {
    const texts = await Promise.all([first, last].map(async (id) => (await read(id)).postMortem))
    const ids = [first, last]
    for (const [at, id] of ids.entries()) await save(owner, id, texts[at].revision, 'x'.repeat(60_000))
    expect((await owner.post(`incidents/${first}`, { action: 'merge', into: last })).body).toMatchObject({
      code: 'CONFLICT',
      message: expect.stringContaining('100000 characters'),
    })
    expect((await owner.get(`incidents/${first}`)).body.incident.id).toBe(first)
    for (const [at, id] of ids.entries()) await save(owner, id, texts[at].revision + 1, texts[at].text)
  })
  it('joins the texts of both', async () => {
    await owner.post(`incidents/${first}`, { action: 'note', note: 'Failed over by hand' })
    await owner.post(`incidents/${first}`, { action: 'merge', into: last })
    const { postMortem } = await read(first)
    expect(postMortem.text).toMatch(/^First\nSecond, better\nThird\n[\s\S]*(mine|theirs)$/)
    expect(postMortem.revision).toBe(6)
  })

  it('keeps what was said of the one that was merged, and the links in mails about it', async () => {
    const { history } = (await owner.get(`incidents/${last}`)).body
    expect(history).toContainEqual(expect.objectContaining({ kind: 'noted', note: 'Failed over by hand' }))
    const { sourceId } = (await server.ctx.db.select().from(incidents).where(eq(incidents.id, first)))[0]!
    const link = { action: 'acknowledge', sourceId, address: 'ann@example.com', incidentId: first } as const
    const opened = await server.anonymous.get(`alert-mail/acknowledge?token=${sealLink(server.ctx, link)}`)
    expect([opened.status, opened.body.incident?.state]).toEqual([200, 'open'])
  })
})

describe('exports', () => {
  it('are Markdown with actions, JSON and an offline file that loads nothing', async () => {
    const of = async (format: string, locale = 'en') =>
      owner.get(`incidents/${last}/export?format=${format}`, { 'Accept-Language': locale })
    expect(String((await of('md')).body)).toContain('- [ ] Replace the disk (textmate1)')
    expect((await of('json')).body).toMatchObject({ incident: { id: last }, text: expect.stringContaining('First') })
    const page = String((await of('html')).body)
    expect(page).toContain("default-src 'none'")
    expect(writtenIn(page)).not.toMatch(/<(img|link|iframe)|<script src|url\(http/)
    for (const part of [
      '☐ Replace the disk textmate1',
      '<h2>Likely causes</h2>',
      '<h2>What moved, by onset</h2>',
      '<pre>First',
    ])
      expect(writtenIn(page)).toContain(part)
    expect(writtenIn(String((await of('html', 'zh-CN')).body))).toContain('<h2>待办事项</h2>')
    const { detections, incident, values } = dataIn(page)
    expect(detections.en.incidents.map(({ id }: { id: string }) => id)).toEqual([last])
    expect(incident.details['zh-CN'].detail.causes).toHaveLength(incident.details.en.detail.causes.length)
    const line = values.series.find((one: { seriesId: string }) => one.seriesId === 'cpu[node2]')
    expect(line.min).toContain(98)
    expect((await of('pdf')).status).toBe(400)
  })
})

describe('charts of a text', () => {
  const exported = async (id: string, format: string) =>
    String((await owner.get(`incidents/${id}/export?format=${format}`)).body)
  const svgIn = (markdown: string, name: string): string => {
    const [, data = ''] = new RegExp(`^\\[${name}\\]: data:image/svg\\+xml;base64,(\\S+)$`, 'm').exec(markdown) ?? []
    return Buffer.from(data, 'base64').toString()
  }
  it('are pictures in Markdown and HTML; one without values is said, and its name is text', async () => {
    const span = `from=${BEGAN}&to=${BEGAN + 99 * SECOND}`
    const mark = (name: string, id: string) => `![${name}](omen:series?id=${encodeURIComponent(id)}&${span})`
    const evil = '</figure><script>alert(1)</script>'
    const text = ['Seen:', mark('our cpu', 'cpu[node2]'), mark(evil, 'cpu[none]')].join('\n\n')
    const { revision } = (await read(last)).postMortem
    expect((await save(owner, last, revision, text, { actions: [] })).status).toBe(200)

    const markdown = await exported(last, 'md')
    expect(markdown).toContain('![our cpu][omen-chart-1]')
    expect(markdown).toContain(`*Chart of ${evil}: its values are not available.*`)
    expect(markdown).not.toContain('omen:series')
    expect(markdown.match(/^\[omen-chart-/gm)).toHaveLength(1)
    const svg = svgIn(markdown, 'omen-chart-1')
    expect(svg).toMatch(/^<svg [\s\S]*<\/svg>$/)
    expect(svg).toContain('cpu on node2')

    const page = await exported(last, 'html')
    const { incident, ...rest } = dataIn(page)
    expect(incident.figures.map(({ line }: { line: object | null }) => line)).toEqual([
      expect.objectContaining({ seriesId: 'cpu[node2]', max: expect.arrayContaining([98]) }),
      null,
    ])
    expect(JSON.stringify(rest)).not.toContain('omen:series')
    const [still = ''] = /<main id="static">.*<\/main>/s.exec(page) ?? []
    expect(still).toContain(svg)
    expect(still).not.toContain('omen:series')
    expect(still).toContain('its values are not available.')
    expect(writtenIn(page)).not.toContain(evil)
  })
})

describe('an incident of the detection of a file', () => {
  it('has timeline, causes, a picture and a text', async () => {
    const start = SAMPLE_START + 400 * SAMPLE_STEP_MS
    await train(owner, 'm', sampleTable({ rows: 400 }), { modelType: 'Split' })
    const { job } = (await detect(owner, 'm', sampleTable({ rows: 200, start, trouble: [50, 90] }))).body
    const { detection } = (await owner.get(`detections/${job.result.detectionId}`)).body
    const id = `${detection.id}.${detection.incidents[0].id}`
    const { status, body } = await owner.get(`incidents/${id}`)
    expect(status).toBe(200)
    expect(body).toMatchObject({ incident: { id }, source: { kind: 'detection', detectionId: detection.id }, can: [] })
    expect(body.timeline.length).toBeGreaterThan(0)
    // Each series has its own values, as in an incident of a project
    for (const { text } of body.timeline) expect(text).toMatch(/^[\d.,]+( \S+)?, usually [\d.,]+( \S+)?$/)
    expect(body.causesState).toBe('ranked')
    expect(body.causes[0].sentence).toContain(body.causes[0].metric)
    expect(body.picture.source).toBe('points')
    expect((await save(owner, id, 0, 'Of a file.')).status).toBe(200)
    expect((await read(id)).postMortem.text).toBe('Of a file.')
    expect((await member.get(`incidents/${id}`)).body.code).toBe('NOT_FOUND')
    // The data of a file has ended, and has no history
    expect(body).toMatchObject({ incident: { starred: false }, logs: { lines: [] }, similar: [] })
    expect((await owner.post(`incidents/${id}`, { action: 'star' })).body.code).toBe('NOT_FOUND')
    const text =
      '![cpu](omen:series?id=cpu%5Bnode2%5D&from=0&to=4000000000000) ![none](omen:series?id=none&from=0&to=1)'
    await save(owner, id, 1, text)
    const markdown = String((await owner.get(`incidents/${id}/export?format=md`)).body)
    expect(markdown).toMatch(
      /^!\[cpu\]\[omen-chart-1\] \*Chart of none: its values are not available\.\*\n\n\[omen-chart-1\]: data:/,
    )
  })
})

describe('an incident whose points have passed retention', () => {
  it('is exported with the values that were kept with it', async () => {
    server.clock.advance(200 * 86_400_000)
    owner = await server.signIn('texts001')
    const { picture } = (await owner.get(`incidents/${last}`)).body
    expect(picture.source).toBe('kept')
    const { values, incident } = dataIn(String((await owner.get(`incidents/${last}/export?format=html`)).body))
    expect(values.times).toEqual(picture.times)
    expect(values.series.map(({ min }: { min: number[] }) => min)).toEqual(
      picture.series.map(({ min }: { min: number[] }) => min),
    )
    expect(incident.figures[0].line.max).toContain(98)
  })
  it('names the collector as the cause where no series has samples', async () => {
    const start = SAMPLE_START + 400 * SAMPLE_STEP_MS
    const lines = sampleTable({ rows: 200, start }).split('\n')
    const { job } = (await detect(owner, 'm', lines.toSpliced(81, 30).join('\n'))).body
    const { detection } = (await owner.get(`detections/${job.result.detectionId}`)).body
    const silence = detection.incidents.find(({ kind }: { kind: string }) => kind === 'collector')
    const { body } = await owner.get(`incidents/${detection.id}.${silence.id}`)
    expect(body).toMatchObject({
      causes: [{ rank: 1, kind: 'collector', seriesId: '', onset: start + 80 * SAMPLE_STEP_MS, stopped: 6 }],
      causesState: 'ranked',
    })
  })
})
