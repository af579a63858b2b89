import type { InsightReport } from '@omen/sdk'
import { describe, expect, it } from 'vitest'
import { findBrowser } from '../../../../scripts/open-browser.ts'
import { type Answers, useScenes } from './open-scene.ts'
import { ALICE, pageOf } from './wire-samples.ts'

const HOUR = 3_600_000
const MONDAY = Date.UTC(2026, 9, 19)
const FIGURES = {
  incidents: 1,
  findings: 2,
  abnormalMs: 9 * HOUR,
  missingMs: 0,
  meanDurationMs: 4 * HOUR,
  meanSeverity: 8.4,
  arrivedShare: 0.99,
}
const bar = (day: number, abnormalMs: number): InsightReport['bars'][number] => ({
  start: MONDAY + day * 24 * HOUR,
  end: MONDAY + (day + 1) * 24 * HOUR,
  day: `2026-10-${19 + day}`,
  hour: null,
  incidents: 1,
  findings: 1,
  abnormalMs,
  missingMs: 0,
  meanDurationMs: HOUR,
  meanSeverity: 5,
})
const event = (id: string, at: number, title: string): InsightReport['events'][number] => ({
  projectName: 'shop',
  id,
  at,
  kind: 'deployment',
  title,
  version: null,
  instances: ['node1'],
  link: 'https://ci.example/7',
})
const report: InsightReport = {
  success: true,
  timeZone: 'UTC',
  headline: 'An ordinary week',
  trend: 'same',
  figures: FIGURES,
  before: FIGURES,
  scope: { kind: 'projects', name: '', projects: 2, series: 30, instances: 5, metrics: 6 },
  incidents: [],
  incidentsTotal: 0,
  byInstance: [],
  byMetric: [],
  statistics: [],
  statisticsTotal: 0,
  period: 'week',
  from: MONDAY,
  to: MONDAY + 168 * HOUR,
  until: MONDAY + 168 * HOUR,
  complete: true,
  beforeFrom: MONDAY - 168 * HOUR,
  beforeUntil: MONDAY,
  beforeBars: [],
  weekdays: [],
  forecasts: [],
  bars: [0, 1, 2, 3, 4, 5, 6].map((day) => bar(day, day === 1 ? 8 * HOUR : HOUR)),
  events: [
    event('ev_1', MONDAY + 36 * HOUR, 'cart 1.9 deployed'),
    event('ev_2', MONDAY + 36.1 * HOUR, 'prices changed'),
    event('ev_3', MONDAY + 100 * HOUR, 'checkout 2.4.1 deployed'),
  ],
}
const answersFor = (body: InsightReport): Answers => ({
  'GET /session': { body: { success: true, user: ALICE, scopes: ['read', 'upload'] } },
  'GET /jobs': { body: pageOf('jobs', []) },
  'GET /health': { body: { success: true, status: 'ok', version: '0.1.0' } },
  'GET /projects': { body: pageOf('projects', []) },
  'GET /insightReport': { body },
})

describe.skipIf(findBrowser() === undefined)('a report', () => {
  const open = useScenes()

  it('flags what changed over its bars, and says it of the bar and below, the latest first', async () => {
    const { page } = await open('frame', answersFor(report), '/insight')
    const chart = page.getByRole('slider', { name: 'Abnormal time' })
    await chart.locator('[data-layer="flags"]').waitFor()
    const flags = chart.locator('[data-flag]')
    expect(await flags.evaluateAll((all) => all.map((flag) => flag.getAttribute('data-flag')))).toEqual(['2', '1'])
    await chart.focus()
    await page.keyboard.press('Home')
    await page.keyboard.press('ArrowRight')
    expect(await chart.getAttribute('aria-valuetext')).toMatch(/^Tue.*: 8 h, cart 1\.9 deployed, prices changed$/)
    const changes = page.getByRole('list', { name: 'What changed' })
    expect(await changes.getByRole('listitem').allTextContents()).toEqual([
      expect.stringMatching(/checkout 2\.4\.1 deployedshop, node1$/),
      expect.stringMatching(/prices changedshop, node1$/),
      expect.stringMatching(/cart 1\.9 deployedshop, node1$/),
    ])
    const link = changes.getByRole('link', { name: 'checkout 2.4.1 deployed' })
    expect(await link.getAttribute('href')).toBe('https://ci.example/7')
    await page.getByRole('button', { name: 'Table' }).click()
    expect(await changes.getByRole('listitem').count()).toBe(3)
  })

  it('of a project that is not there leads to that on all projects', async () => {
    const answers = answersFor(report)
    const missing = { success: false, code: 'NOT_FOUND', message: 'There is no such project.', requestId: 'r1' }
    let isMissing = true
    answers['GET /insightReport'] = () => (isMissing ? { status: 404, body: missing } : { body: report })
    const { page } = await open('frame', answers, '/insight?project=gone')
    const back = page.getByRole('link', { name: 'Go to Insight report' })
    await back.waitFor()
    isMissing = false
    await back.click()
    await page.getByRole('heading', { name: 'An ordinary week' }).waitFor()
  })

  it('draws the bars of all shares on one scale, however long their figures are', async () => {
    const share = (name: string, shareOfTime: number, abnormalMs: number): InsightReport['byMetric'][number] => ({
      projectName: '',
      name,
      abnormalMs,
      findings: 1,
      meanSeverity: 5,
      shareOfTime,
      shareOfFindings: 0.5,
      shareOfSeverity: 0.5,
    })
    const shares = [share('cpu', 0.9, 164.5 * HOUR), share('disk_write', 0.1, 0.2 * HOUR)]
    const body = { ...report, byInstance: [share('node1', 1, 12 * HOUR)], byMetric: shares }
    const { page } = await open('frame', answersFor(body), '/insight')
    await page.getByRole('heading', { name: 'by metric' }).waitFor()
    const tracks = page.locator('li > [aria-hidden]:has(> i)')
    const sides = await tracks.evaluateAll((all) =>
      all.map((one) => [one.getBoundingClientRect().left, one.getBoundingClientRect().right].join()),
    )
    expect([sides.length, new Set(sides).size]).toEqual([3, 1])
    await page.getByRole('combobox', { name: 'Share of' }).click()
    await page.getByRole('option', { name: 'Share of findings' }).click()
    await page.getByText('1 finding').first().waitFor()
  })

  it('says in its table what the figures of the period before are', async () => {
    const body = { ...report, beforeBars: report.bars }
    const { page } = await open('frame', answersFor(body), '/insight')
    await page.getByRole('button', { name: 'Table' }).click()
    await page.getByRole('columnheader', { name: 'Abnormal time, period before' }).waitFor()
  })

  it('is mailed to ten addresses at most, and says so; an old error goes with what it was about', async () => {
    const failure = { success: false, code: 'INTERNAL', message: 'It failed.', requestId: 'r1' }
    const answers: Answers = {
      ...answersFor(report),
      'GET /reports/schedules': { body: { success: true, schedules: [] } },
      'POST /reports/send': { status: 500, body: failure },
    }
    const { page } = await open('frame', answers, '/insight')
    await page.getByRole('button', { name: 'Mail' }).click()
    const dialog = page.getByRole('dialog')
    const to = dialog.getByLabel('To')
    const send = dialog.getByRole('button', { name: 'Send now' })
    await to.fill(Array.from({ length: 12 }, (_, k) => `a${k}@example.com`).join(', '))
    await dialog.getByText('A report is sent to at most 10 addresses at once; these are 12.').waitFor()
    expect([await send.isDisabled(), await dialog.getByRole('button', { name: 'Add schedule' }).isDisabled()]).toEqual([
      true,
      false,
    ])
    await to.fill('a@example.com')
    await send.click()
    await dialog.getByRole('alert').waitFor()
    await to.fill('b@example.com')
    await expect.poll(() => dialog.getByRole('alert').count()).toBe(0)
  })

  it('in which nothing changed has neither flags nor a list', async () => {
    const { page } = await open('frame', answersFor({ ...report, events: [] }), '/insight')
    await page.locator('[data-bar="now"]').first().waitFor()
    expect(await page.locator('[data-layer="flags"]').count()).toBe(0)
    expect(await page.getByRole('list', { name: 'What changed' }).count()).toBe(0)
  })
})
