import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { sendReports } from '../../domain/report-schedules/index.ts'
import { accounts, members, projects, reportMails, reportSchedules } from '../../schema/index.ts'
import { addReportedProject } from '../../testing/reported-project.ts'
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts'
import type { TestClient } from '../../testing/test-client.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
const STEP = 300_000
/** Names that would mean something in HTML, Markdown, CSV and a terminal. */
const INSTANCE = '=HYPERLINK("x")<b>|*node*'
const NAME = `cpu[${INSTANCE}]`

let server: TestServer
let owner: TestClient
let sourceId: string
beforeAll(async () => {
  server = await startTestServer({ settings: { role: 'api', publicUrl: 'https://omen.example' } })
  owner = await server.signUp('mailer')
  const now = server.clock.now()
  const points = Array.from({ length: 288 * 3 }, (_, index) => ({
    series: NAME,
    time: now - index * STEP,
    value: index % 50,
  }))
  sourceId = await addReportedProject(server, owner, {
    projectName: 'shop',
    stepMinutes: 5,
    series: [{ id: NAME, unit: '%' }],
    points,
    findings: [{ start: now - 30 * HOUR, end: now - 25 * HOUR, severity: 8, series: [NAME], incident: 'i1' }],
  })
})
afterAll(() => server.close())
beforeEach(async () => {
  await server.ctx.db.delete(reportSchedules)
})

const running = new AbortController().signal
const send = () => sendReports(server.ctx, running)
const add = async (more: object = {}, client = owner) =>
  (await client.post('reports/schedules', { every: 'day', recipients: ['Ann@Example.com'], ...more })).body
const list = async (client = owner) => (await client.get('reports/schedules')).body.schedules
/** As if so much time had passed since its schedules were planned. */
const makeDue = (id: string, dueAt = server.clock.now() - 1000) =>
  server.ctx.db.update(reportSchedules).set({ nextAt: dueAt }).where(eq(reportSchedules.id, id))
const mailsTo = (address: string) => server.outbox.mails.filter(({ to }) => to === address)

describe('a report as a document', () => {
  const get = (format: string, more = '') =>
    owner.get(`reports/export?report=daily&format=${format}&projectName=shop${more}`)

  it('is Markdown in which names are only text', async () => {
    const { status, headers, body } = await get('md')
    expect([status, headers.get('Content-Type')]).toEqual([200, 'text/markdown; charset=utf-8'])
    expect(body).toMatch(/^# A (better|quiet|worse) day/)
    expect(body).toContain('=HYPERLINK("x")&lt;b\\>\\|\\*node\\*')
    expect(body).not.toContain('<b>')
  })

  it('flags what changed and says when, as text', async () => {
    const time = server.clock.now() - 2 * HOUR
    const change = { projectName: 'shop', at: time, kind: 'deployment', title: '<b>checkout</b> deployed' }
    const { body } = await owner.post('events', { ...change, instances: ['web1'] })
    await owner.post('events', { ...change, at: time - 3 * DAY, title: 'before this day' })
    const { body: md } = await get('md')
    expect(md).toMatch(/## What changed\n\n- [^\n]* · &lt;b\\>checkout&lt;\/b\\> deployed · web1\n\n/)
    const { body: html } = await get('html')
    expect(html).toContain('&#60;b&#62;checkout&#60;/b&#62; deployed · web1</li>')
    // Both within the thirty days of its chart, in the words only that of the day
    expect(html.match(/data-flag="1"/g)).toHaveLength(2)
    for (const text of [md, html]) expect(text).not.toContain('before this day')
    await owner.post('reports/send', { report: 'daily', projectName: 'shop', recipients: ['changes@example.com'] })
    const mail = await server.outbox.take('changes@example.com')
    expect(mail.text).toContain('What changed\n- ')
    expect(mail.email.html).toContain('&#60;b&#62;checkout&#60;/b&#62; deployed · web1')
    await owner.delete(`events/${body.event.id}`)
    expect((await get('md')).body).not.toContain('What changed')
  })

  it('is CSV that no spreadsheet computes', async () => {
    const { body } = await get('csv')
    const [head, row] = body.split('\r\n')
    expect(head).toBe('project,instance,metric,unit,uptime,min,max,mean,deviation,relevance')
    expect(row).toMatch(/^shop,"'=HYPERLINK\(""x""\)<b>\|\*node\*",cpu,%,/)
  })

  it('is one HTML file that loads nothing, in the language that was asked for', async () => {
    const { body, headers } = await get('html', '&timeZone=Asia/Shanghai')
    expect(headers.get('Content-Disposition')).toBe('attachment; filename="omen-daily.html"')
    expect(body).toContain('<svg')
    expect(body).not.toMatch(/<script|src=|<link|url\((?!#)|@import/)
    expect(body).toContain('&#60;b&#62;|*node*')
    const chinese = await owner.get('reports/export?report=insight&format=html', { 'Accept-Language': 'zh-CN' })
    expect(chinese.body).toContain('<html lang="zh-CN">')
    expect(chinese.body).toContain('洞察报告')
  })
})

describe('a report that is sent now', () => {
  it('goes to the address of the account, with HTML, text and a picture', async () => {
    const { body } = await owner.post('reports/send', {
      report: 'insight',
      period: 'month',
      projectName: 'shop',
      locale: 'en',
    })
    expect(body.mails).toEqual([{ recipient: 'mailer@example.com', sent: true, error: null }])
    const { subject, text, email } = await server.outbox.take('mailer@example.com')
    expect(subject).toMatch(/^\[Omen\] shop, .+: /)
    expect(text).toContain('https://omen.example/insight?project=shop%40mailer&period=month&at=')
    expect(text).toContain('mailer had this report sent to mailer@example.com.')
    expect(email.html).not.toContain('<b>|')
    expect(email.attachments.map(({ mimeType, contentId }) => [mimeType, contentId])).toEqual([['image/png', '<bars>']])
  })

  it('is in Chinese where that is asked for, and refuses what is no address', async () => {
    await owner.post('reports/send', { report: 'daily', recipients: ['zh@example.com'], locale: 'zh-CN' })
    const { text } = await server.outbox.take('zh@example.com')
    expect(text).toContain('日报')
    const { body } = await owner.post('reports/send', { report: 'daily', recipients: ['nobody'] })
    expect(body).toMatchObject({ code: 'VALIDATION_FAILED', details: [{ field: 'recipients/0' }] })
  })
})

describe('a schedule of reports', () => {
  it('is due at its hour by the clocks of its zone', async () => {
    const { schedule } = await add({ every: 'week', hour: 7, timeZone: 'America/New_York', projectNames: ['shop'] })
    expect(schedule).toMatchObject({
      every: 'week',
      hour: 7,
      timeZone: 'America/New_York',
      projectNames: ['shop'],
      recipients: ['ann@example.com'],
      locale: 'en',
      unsubscribed: [],
      lastAt: null,
      stoppedAt: null,
      lastError: null,
    })
    const clock = new Intl.DateTimeFormat('en-GB', { weekday: 'short', hour: '2-digit', timeZone: 'America/New_York' })
    expect(clock.format(schedule.nextAt)).toBe('Mon, 07')
    expect(await list()).toEqual([schedule])
  })

  it('sends the report of the day before once, whoever runs it how often', async () => {
    const { schedule } = await add({ projectNames: ['shop'], recipients: ['once@example.com', 'twice@example.com'] })
    await send()
    expect(mailsTo('once@example.com')).toHaveLength(0)
    await makeDue(schedule.id)
    await Promise.all([send(), send(), send()])
    await send()
    expect([mailsTo('once@example.com').length, mailsTo('twice@example.com').length]).toEqual([1, 1])
    const [{ nextAt, lastAt }] = await list()
    expect(nextAt).toBe(schedule.nextAt)
    expect(lastAt).toBeLessThan(server.clock.now())
    const { text, email } = mailsTo('once@example.com')[0]!
    const yesterday = new Date(server.clock.now() - DAY).toISOString().slice(0, 10)
    expect(text).toContain(`/daily?project=shop%40mailer&day=${yesterday}`)
    expect(text).toContain('once@example.com receives this report on a schedule.')
    expect(email.headers.find(({ key }) => key === 'list-unsubscribe')?.value).toContain(
      'alert-mail/unsubscribe?token=',
    )
  })

  it('counts days that were missed while no server ran as one', async () => {
    const { schedule } = await add({ recipients: ['late@example.com'] })
    await makeDue(schedule.id, server.clock.now() - 10 * DAY)
    await send()
    await send()
    expect(mailsTo('late@example.com')).toHaveLength(1)
  })

  it('tries again what the mail server could not take, and goes on after a server that died in the middle', async () => {
    const { schedule } = await add({ recipients: ['again@example.com'] })
    await makeDue(schedule.id)
    const { mail } = server.ctx
    const failing = { ...server.ctx, mail: { ...mail, send: () => Promise.reject(new Error('connection lost')) } }
    await sendReports(failing, running)
    expect((await list())[0]).toMatchObject({ lastError: 'connection lost' })
    await server.ctx.db.update(reportMails).set({ nextAt: 0, leasedUntil: server.clock.now() + HOUR })
    await send()
    expect(mailsTo('again@example.com')).toHaveLength(0)
    await server.ctx.db.update(reportMails).set({ leasedUntil: server.clock.now() - 1 })
    await send()
    expect(mailsTo('again@example.com')).toHaveLength(1)
    expect((await list())[0].lastError).toBeNull()
  })

  it('is left by the link in its mail, by that address alone', async () => {
    const { schedule } = await add({ recipients: ['stays@example.com', 'leaves@example.com'] })
    await makeDue(schedule.id)
    await send()
    const { text } = await server.outbox.take('leaves@example.com')
    const link = `alert-mail/unsubscribe?token=${/unsubscribe\?token=([\w-]+)/.exec(text)![1]}`
    const read = await server.anonymous.get(link)
    expect(read.body.subscription).toEqual({
      projectName: '',
      report: 'day',
      unsubscribed: false,
      address: 'leaves@example.com',
    })
    await server.anonymous.send('POST', link)
    expect((await list())[0].unsubscribed).toEqual(['leaves@example.com'])
    await makeDue(schedule.id)
    await send()
    expect([mailsTo('stays@example.com').length, mailsTo('leaves@example.com').length]).toEqual([2, 1])
    await server.anonymous.send('POST', link, { json: { unsubscribed: false } })
    expect((await list())[0].unsubscribed).toEqual([])
    await owner.delete(`reports/schedules/${schedule.id}`)
    expect((await server.anonymous.get(link)).status).toBe(404)
  })

  it('changes what is named, and asks nobody again who unsubscribed', async () => {
    const recipients = ['kept@example.com', 'left@example.com', 'gone@example.com']
    const { schedule } = await add({ every: 'week', timeZone: 'Europe/Berlin', recipients })
    const { id, nextAt } = schedule
    await server.ctx.db.update(reportSchedules).set({ unsubscribed: ['left@example.com'] })
    const change = async (changes: object, client = owner) =>
      (await client.patch(`reports/schedules/${id}`, changes)).body
    expect((await change({ hour: 9 })).schedule).toEqual({
      ...schedule,
      hour: 9,
      nextAt: nextAt + HOUR,
      unsubscribed: ['left@example.com'],
    })
    const { schedule: fewer } = await change({ recipients: ['Kept@example.com'], locale: 'zh-CN' })
    expect(fewer).toMatchObject({ recipients: ['kept@example.com'], unsubscribed: [], locale: 'zh-CN', hour: 9 })
    const { schedule: again } = await change({ recipients: ['kept@example.com', 'left@example.com'] })
    expect(again.unsubscribed).toEqual(['left@example.com'])
    expect(await list()).toEqual([again])
    expect(await change({ recipients: ['nobody'] })).toMatchObject({ details: [{ field: 'recipients/0' }] })
    expect(await change({ timeZone: 'Mars/Base' })).toMatchObject({ details: [{ field: 'timeZone' }] })
    expect(await change({ every: 'day' })).toMatchObject({ code: 'VALIDATION_FAILED' })
    const stranger = await server.signUp('curious1')
    expect(await change({ hour: 1 }, stranger)).toMatchObject({ code: 'NOT_FOUND' })
  })

  it('that changes still sends what is due, and nothing to an address that was taken away', async () => {
    const { schedule } = await add({ recipients: ['due@example.com', 'away@example.com'] })
    await makeDue(schedule.id)
    await owner.patch(`reports/schedules/${schedule.id}`, { hour: 5 })
    await server.ctx.db.insert(reportMails).values({
      id: 'waits',
      scheduleId: schedule.id,
      dueAt: 1,
      at: 1,
      address: 'away@example.com',
      state: 'waiting',
      nextAt: 0,
    })
    await owner.patch(`reports/schedules/${schedule.id}`, { recipients: ['due@example.com'] })
    await send()
    expect([mailsTo('due@example.com').length, mailsTo('away@example.com').length]).toEqual([1, 0])
  })

  it('stops and says so when its project is no longer shared', async () => {
    const member = await server.signUp('sharing')
    await owner.post('project-members', { projectName: 'shop', userNames: ['sharing'] })
    const { schedule } = await add({ projectNames: ['shop@mailer'], recipients: ['member@example.com'] }, member)
    await server.ctx.db.delete(members).where(eq(members.sourceId, sourceId))
    await makeDue(schedule.id)
    await send()
    expect(mailsTo('member@example.com')).toHaveLength(0)
    expect(await list(member)).toMatchObject([
      { nextAt: null, stoppedAt: expect.any(Number), stoppedText: expect.stringContaining('shop@mailer was removed') },
    ])
  })

  it('stops when the account of its owner is closed', async () => {
    const leaving = await server.signUp('leaving')
    const { schedule } = await add({ recipients: ['closed@example.com'] }, leaving)
    await server.ctx.db.update(accounts).set({ closedAt: 1 }).where(eq(accounts.userName, 'leaving'))
    await makeDue(schedule.id)
    await send()
    expect(mailsTo('closed@example.com')).toHaveLength(0)
    const [row] = await server.ctx.db.select().from(reportSchedules).where(eq(reportSchedules.id, schedule.id))
    expect(row).toMatchObject({ nextAt: null, stoppedText: 'The account of this schedule is closed.' })
  })

  it('refuses what it cannot keep', async () => {
    expect(await add({ timeZone: 'Mars/Base' })).toMatchObject({ details: [{ field: 'timeZone' }] })
    expect(await add({ projectNames: ['unknown'] })).toMatchObject({ code: 'NOT_FOUND' })
    expect(await add({ recipients: ['nobody'] })).toMatchObject({ details: [{ field: 'recipients/0' }] })
    expect(await add({ recipients: [] })).toMatchObject({ code: 'VALIDATION_FAILED' })
    expect(await add({ hour: 24 })).toMatchObject({ code: 'VALIDATION_FAILED' })
    const { schedule } = await add()
    const row = (await server.ctx.db.select().from(reportSchedules))[0]!
    await server.ctx.db
      .insert(reportSchedules)
      .values(Array.from({ length: 299 }, (_, index) => ({ ...row, id: `copy-${index}` })))
    expect(await add()).toMatchObject({ code: 'CONFLICT' })
    const stranger = await server.signUp('stranger')
    expect((await stranger.delete(`reports/schedules/${schedule.id}`)).status).toBe(404)
    expect(await list(stranger)).toEqual([])
  })

  it('stops when its project is removed', async () => {
    const { schedule } = await add({ projectNames: ['shop'], recipients: ['removed@example.com'] })
    await server.ctx.db.update(projects).set({ removedAt: 1 }).where(eq(projects.sourceId, sourceId))
    await makeDue(schedule.id)
    await send()
    expect((await list())[0].stoppedText).toContain('The project shop was removed')
  })
})
