import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sources, unsubscribes } from '../../schema/index.ts'
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts'
import type { TestClient } from '../../testing/test-client.ts'
import { readExclusions } from '../models/index.ts'

let server: TestServer
let owner: TestClient
beforeAll(async () => {
  server = await startTestServer()
  owner = await server.signUp('owner001')
  await server.signUp('member01')
  await owner.post('add-custom-project', { projectName: 'shop', samplingInterval: 1 })
})
afterAll(() => server.close())

const get = async () => (await owner.get('emailAlertSetting?projectName=shop')).body.setting
const set = (changes: object) => owner.post('emailAlertSetting', { projectName: 'shop', ...changes })

describe('emailAlertSetting', () => {
  it('has defaults, with mail to the owner', async () => {
    expect(await get()).toMatchObject({
      pvalue: 0.99,
      cvalue: 5,
      'pvalue-email': 0.999,
      'cvalue-email': 5,
      minAnomalyRatioFilter: 0,
      recipients: ['owner001@example.com'],
      quietMinutes: 30,
      onlyWithCause: false,
      escalateMinutes: null,
      sharedUserNames: [],
      thresholds: [],
      calendars: [],
      predictionHours: 0,
    })
  })
  it('changes what is given and keeps the rest', async () => {
    const threshold = { metric: 'disk_*', ignoreBelow: 80 }
    const calendar = { rrule: 'FREQ=WEEKLY;BYDAY=SU;BYHOUR=2', durationMinutes: 120, timeZone: 'Europe/Berlin' }
    const changes = { recipients: ['Ops@Example.com', 'ops@example.com'], escalateMinutes: 15, pvalue: 0.995 }
    const lists = { thresholds: [threshold], calendars: [calendar], sharedUserNames: ['member01', 'nobody01'] }
    expect((await set({ ...changes, ...lists })).status).toBe(200)
    expect((await set({ quietMinutes: 0 })).status).toBe(200)
    expect(await get()).toMatchObject({
      recipients: ['ops@example.com'],
      escalateMinutes: 15,
      quietMinutes: 0,
      pvalue: 0.995,
      cvalue: 5,
      thresholds: [{ ...threshold, direction: 'both', kpi: false }],
      calendars: [{ ...calendar, hideAlerts: true, skipLearning: false }],
      sharedUserNames: ['member01'],
    })
    expect((await owner.get('projects/shop')).body.project).toMatchObject({ pvalue: 0.995, members: ['member01'] })
    expect((await set({ escalateMinutes: null })).body.setting.escalateMinutes).toBeNull()
  })
  it('changes nothing on a trial', async () => {
    const before = await get()
    const { body } = await set({ quietMinutes: 77, pvalue: 0.9, sharedUserNames: [], dryRun: true })
    expect(body.setting).toMatchObject({ quietMinutes: 77, pvalue: 0.9, sharedUserNames: [] })
    expect(body.preview).toMatchObject({ total: 0, alerts: [], byDay: [] })
    expect(await get()).toEqual(before)
  })
  const weekly = { rrule: 'FREQ=WEEKLY', durationMinutes: 60, timeZone: 'UTC' }
  it.each([
    ['pvalue-email', { 'pvalue-email': 0.9 }],
    ['quietMinutes', { quietMinutes: 1441 }],
    ['recipients/1', { recipients: ['a@example.com', 'a@example'] }],
    ['thresholds/0/alertAbove', { thresholds: [{ metric: 'cpu', alertAbove: 5, alertBelow: 5 }] }],
    [
      'thresholds/1/ignoreAbove',
      {
        thresholds: [
          { metric: '*', kpi: true },
          { metric: '*', ignoreAbove: 1, ignoreBelow: 2 },
        ],
      },
    ],
    ['thresholds/0', { thresholds: [{ metric: 'cpu' }] }],
    ['calendars/0/rrule', { calendars: [{ ...weekly, rrule: 'Sundays' }] }],
    ['calendars/1/rrule', { calendars: [weekly, { ...weekly, rrule: 'FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30' }] }],
    ['calendars/0/rrule', { calendars: [{ ...weekly, rrule: 'FREQ=SECONDLY' }] }],
    ['calendars/0/timeZone', { calendars: [{ ...weekly, timeZone: 'Europe/Atlantis' }] }],
  ])('refuses a wrong %s', async (field, changes) => {
    const before = await get()
    expect(await set(changes)).toMatchObject({ status: 400, body: { code: 'VALIDATION_FAILED', details: [{ field }] } })
    expect(await get()).toEqual(before)
  })
  it('is never more sensitive than the page, where that became less so', async () => {
    await owner.post('add-custom-project', { projectName: 'calm', samplingInterval: 1 })
    expect((await owner.patch('projects/calm', { pvalue: 0.9999 })).status).toBe(200)
    expect((await owner.get('emailAlertSetting?projectName=calm')).body.setting).toMatchObject({
      pvalue: 0.9999,
      'pvalue-email': 0.9999,
    })
  })
  it('says who of the recipients gets no mail any more', async () => {
    await owner.post('add-custom-project', { projectName: 'left', samplingInterval: 1 })
    await owner.post('emailAlertSetting', { projectName: 'left', recipients: ['a@example.com', 'b@example.com'] })
    const [source] = await server.ctx.db.select().from(sources).where(eq(sources.name, 'left'))
    await server.ctx.db.insert(unsubscribes).values([
      { sourceId: source!.id, address: 'b@example.com', at: server.clock.now() },
      { sourceId: source!.id, address: 'gone@example.com', at: server.clock.now() },
    ])
    expect((await owner.get('emailAlertSetting?projectName=left')).body.unsubscribed).toEqual(['b@example.com'])
  })
  it('answers without a preview where none is asked for', async () => {
    const { body } = await owner.get('emailAlertSetting?projectName=shop&withPreview=false')
    expect(Object.keys(body).sort()).toEqual(['setting', 'success', 'unsubscribed'])
    expect((await set({ quietMinutes: 3, dryRun: true, withPreview: false })).body.preview).toBeUndefined()
  })
  it('leaves the times of a calendar out of trainings', async () => {
    const calendar = { rrule: 'FREQ=WEEKLY;BYDAY=SU;BYHOUR=2', durationMinutes: 120, timeZone: 'Europe/Berlin' }
    await set({ calendars: [{ ...calendar, skipLearning: true }, weekly] })
    const [source] = await server.ctx.db.select().from(sources).where(eq(sources.name, 'shop'))
    // Two Sundays, between which clocks go back
    const span = { from: Date.UTC(2026, 9, 18, 1), to: Date.UTC(2026, 9, 26) }
    expect(await readExclusions(server.ctx, source!.id, span)).toEqual([
      { start: Date.UTC(2026, 9, 25, 0), end: Date.UTC(2026, 9, 25, 2) },
      { start: span.from, end: Date.UTC(2026, 9, 18, 2) },
    ])
  })
  it('is for the owner alone', async () => {
    const member = await server.signIn('member01')
    const answer = await member.get('emailAlertSetting?projectName=shop@owner001')
    expect(answer).toMatchObject({ status: 403, body: { code: 'FORBIDDEN' } })
  })
})
