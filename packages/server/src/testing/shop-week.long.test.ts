import { and, asc, eq, gte, ne } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { recordIncidents } from '../domain/incidents/record-incidents.ts'
import { alerts, deliveries, incidentRecords, incidents, projects } from '../schema/index.ts'
import type { AlertPreview, IncidentDetail } from '../schema/wire-types.ts'
import { passTime } from './live-through.ts'
import type { ReceivedMail } from './outbox.ts'
import { readPng } from './png-content.ts'
import { addShopProject, DAY, SHOP_STEP, type ShopProject, shopFault } from './shop-project.ts'
import { startTestServer, type TestServer } from './start-test-server.ts'
import type { TestClient } from './test-client.ts'

const HOUR = 3_600_000
const FAULTS_SINCE = 14
const DAYS = FAULTS_SINCE + 7
const ROWS_A_DAY = DAY / SHOP_STEP
/** Less than an hour's, by which an alert may be late. */
const ROWS_AT_ONCE = 11

/** One a day of the last week, as in the sample files, what is said of it, and what is among the first three causes; a collector that is silent has none. */
const faults = [
  { fault: shopFault('cpu-hog', 1, FAULTS_SINCE * 24 + 3, 1.5), says: 'cpu on node2 reached', cause: /^cpu on node2/ },
  {
    fault: shopFault('memory-leak', 2, (FAULTS_SINCE + 1) * 24 + 8, 9),
    says: 'memory on node3 reached',
    cause: /^memory on node3/,
  },
  {
    fault: shopFault('disk-hog', 4, (FAULTS_SINCE + 2) * 24 + 11, 100 / 60),
    says: 'disk_write on node5 reached',
    cause: /^disk_write on node5/,
  },
  {
    fault: shopFault('network-hog', 0, (FAULTS_SINCE + 3) * 24 + 3.5, 1.5),
    says: 'network_send on node1 reached',
    cause: /^network_send on node1/,
  },
  {
    fault: shopFault('instance-down', 3, (FAULTS_SINCE + 4) * 24 + 9, 1.25),
    says: 'node4 went down',
    cause: /node4/,
  },
  {
    fault: shopFault('silent-collector', 0, (FAULTS_SINCE + 5) * 24 + 15, 1),
    says: 'the collector was silent',
    cause: undefined,
  },
  {
    fault: shopFault('bad-release', 2, (FAULTS_SINCE + 6) * 24 + 10, 12),
    says: 'cpu on node3 reached',
    cause: /node3/,
  },
]
const shopStart = faults[0]!.fault.from - (FAULTS_SINCE * 24 + 3) * HOUR

let server: TestServer
/** Of the first sample. */
let began: number
/** It and a quiet one got a fortnight of samples; then the week of the faults passed for both. */
let faulty: ShopProject
beforeAll(async () => {
  server = await startTestServer({ settings: { publicUrl: 'https://omen.example' } })
  // At midnight: each fault, and what is said of it, is on a day of its own
  began = Math.ceil(server.clock.now() / DAY) * DAY
  server.clock.advance(began - server.clock.now())
  const [owner, other] = [await server.signUp('owner001'), await server.signUp('owner002')]
  const time = passTime(server)
  faulty = await addShopProject(server, owner, {
    projectName: 'faulty',
    began,
    faults: faults.map(({ fault }) => fault),
  })
  const projects = [faulty, await addShopProject(server, other, { projectName: 'quiet', began, faults: [] })]
  await time.pass(FAULTS_SINCE * ROWS_A_DAY, projects)
  for (let left = (DAYS - FAULTS_SINCE) * ROWS_A_DAY; left > 0; left -= ROWS_AT_ONCE) {
    await time.pass(Math.min(left, ROWS_AT_ONCE), projects)
    await vi.waitFor(allSent, 20_000)
  }
}, 900_000)
afterAll(() => server.close())

/** Mails show what is stored when they are sent. */
async function allSent(): Promise<void> {
  expect(await server.ctx.db.$count(deliveries, ne(deliveries.state, 'sent'))).toBe(0)
}

const previewOf = async (owner: TestClient, projectName: string) =>
  (await owner.get(`emailAlertSetting?projectName=${projectName}`)).body.preview
const mailsTo = (to: string): ReceivedMail[] =>
  server.outbox.mails.filter((mail) => mail.to === to && mail.subject.startsWith('[Omen] '))
/** Whether it began in the time of a fault. */
const isDuring = (time: number, { fault: { from, to } }: (typeof faults)[number]): boolean =>
  time > from - shopStart + began - HOUR && time < to - shopStart + began

async function incidentsOfTheWeek(): Promise<string[]> {
  const isLate = and(eq(incidents.sourceId, faulty.sourceId), gte(incidents.onset, began + FAULTS_SINCE * DAY))
  const rows = await server.ctx.db.select().from(incidents).where(isLate).orderBy(asc(incidents.onset))
  return rows.map(({ id }) => id)
}

describe('the default alerts of a week of the sample shop', () => {
  it('are one for each of its seven faults, as the preview says', async () => {
    expect(await incidentsOfTheWeek()).toHaveLength(faults.length)
    const preview = await previewOf(await server.signIn('owner001'), 'faulty')
    expect(preview.total).toBe(7)
    expect(preview.byDay.map(({ count }: { count: number }) => count)).toEqual([1, 1, 1, 1, 1, 1, 1])
    const sent = await server.ctx.db.select().from(alerts).where(eq(alerts.sourceId, faulty.sourceId))
    expect(sent.map(({ kind }) => kind)).toEqual(faults.map(() => 'opened'))
    for (const { at, incidentId } of sent) {
      const told = preview.alerts.find(
        ({ incidents: [one] }: AlertPreview['alerts'][number]) => one!.incidentId === incidentId,
      )
      // A finding may turn out to have begun some rows earlier than was known when it was sent
      expect(at).toBeGreaterThanOrEqual(told.at)
      expect(at - told.at).toBeLessThanOrEqual(3 * SHOP_STEP)
    }
  })
  it('arrive as mails that each say where it went wrong', () => {
    const mails = mailsTo('owner001@example.com')
    expect(mails).toHaveLength(faults.length)
    for (const [index, { says }] of faults.entries()) {
      const { subject, text, email } = mails[index]!
      expect(subject).toContain(`[Omen] faulty: ${says}`)
      expect(text).toContain(says)
      expect(email.html).toContain(says)
    }
  })
  it('show pictures with something on them, each its own', () => {
    const all = mailsTo('owner001@example.com').map(({ email }) => email.attachments)
    for (const pictures of all) {
      expect(pictures.map(({ mimeType }) => mimeType)).toContain('image/png')
      for (const { content } of pictures) {
        const { width, height, rows } = readPng(new Uint8Array(content as ArrayBuffer))
        expect(Math.min(width, height)).toBeGreaterThan(20)
        expect(new Set(rows).size).toBeGreaterThan(10)
      }
    }
    const contents = all.flat().map(({ content }) => Buffer.from(content as ArrayBuffer).toString('base64'))
    expect(new Set(contents).size).toBe(contents.length)
  })
  it('link to their incident on the page, and acknowledge it', async () => {
    const owner = await server.signIn('owner001')
    for (const [index, one] of faults.entries()) {
      const { text } = mailsTo('owner001@example.com')[index]!
      const page = new URL(/https:\/\/omen\.example\/incidents\/\S+/.exec(text)![0])
      const { incident } = (await owner.get(page.pathname.slice(1))).body
      expect(page.pathname).toBe(`/incidents/${incident.id}`)
      expect(isDuring(incident.onset, one)).toBe(true)
      const [token] = /(?<=\/acknowledge\?token=)[\w-]+/.exec(text)!
      const { body } = await server.anonymous.get(`alert-mail/acknowledge?token=${token}`)
      expect(body.incident.projectName).toBe('faulty')
      expect(isDuring(body.incident.start, one)).toBe(true)
    }
  })
  it('are none where it is quiet', async () => {
    expect((await previewOf(await server.signIn('owner002'), 'quiet')).total).toBe(0)
    expect(mailsTo('owner002@example.com')).toEqual([])
  })
})

describe('the incidents of a week of the sample shop', () => {
  const read = async (id: string): Promise<IncidentDetail> =>
    (await (await server.signIn('owner001')).get(`incidents/${id}`)).body

  it('have what was done among their first three causes', async () => {
    const ids = await incidentsOfTheWeek()
    for (const [index, { cause }] of faults.entries()) {
      const { causes, incident, timeline, picture } = await read(ids[index]!)
      if (cause === undefined) {
        expect(incident.family).toBe('collector')
        continue
      }
      expect(causes.slice(0, 3).map(({ sentence }) => sentence)).toContainEqual(expect.stringMatching(cause))
      expect(timeline.length).toBeGreaterThan(0)
      expect(picture.source).toBe('points')
    }
  })
  it('keep causes and pictures when they are over, for what comes after their points', async () => {
    const [first] = await incidentsOfTheWeek()
    await server.ctx.db.delete(incidentRecords)
    await recordIncidents(server.ctx, new AbortController().signal)
    expect(await server.ctx.db.$count(incidentRecords)).toBeGreaterThanOrEqual(faults.length)
    const before = await read(first!)
    await server.ctx.db.update(projects).set({ retentionDays: 1 }).where(eq(projects.sourceId, faulty.sourceId))
    await server.ctx.points.deleteLiveBefore(faulty.sourceId, server.clock.now() - DAY)
    const after = await read(first!)
    expect(after).toMatchObject({ causesState: 'kept', causes: before.causes, retention: { hasPassed: true } })
    expect(after.retention.sentence).toContain('deleted with age')
    expect(after.picture).toEqual({ ...before.picture, source: 'kept' })
  })
})
