import type { LiveAnalysis } from '@omen/sdk'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { findBrowser } from '../../../../scripts/open-browser.ts'
import { listedSample, listSample } from './incident-samples.ts'
import { faultSince, liveSample } from './live-samples.ts'
import { contextLines, LOG_SPAN, linesSample, logAnalysisSample } from './log-samples.ts'
import { type Answers, useScenes } from './open-scene.ts'
import { ALICE, fileSample, pageOf, projectSample } from './wire-samples.ts'

const HOUR_MS = 3_600_000
const SPAN = { firstDataAt: LOG_SPAN.from, lastDataAt: LOG_SPAN.to }
const logs = projectSample({ projectName: 'shop-logs', dataType: 'Log', ...SPAN })
const shop = projectSample({ projectName: 'shop', ...SPAN })
const cache = projectSample({ projectName: 'cache', ...SPAN })

/** Hourly values of cpu and mem on two nodes, with a fault on cpu of node1. */
const metricsSample = (): LiveAnalysis => {
  const { from, to } = LOG_SPAN
  const times = Array.from({ length: 168 }, (_, hour) => from + hour * HOUR_MS)
  const found = faultSince(LOG_SPAN.release, to, LOG_SPAN.release + 4 * HOUR_MS)
  const { series, ...live } = liveSample({ from, to: from, found })
  return {
    ...live,
    to,
    times,
    bucketMs: HOUR_MS,
    degree: times.map(() => 0),
    series: series.map((one, line) => {
      const values = times.map((time) => 20 + 10 * line + 3 * Math.sin(time / (5 * HOUR_MS)))
      const bounds = { low: values.map((value) => value - 5), high: values.map((value) => value + 5) }
      return { ...one, ...bounds, min: values, max: values, count: times.map(() => 60), score: times.map(() => 0) }
    }),
  }
}

const incident = listedSample({
  id: 'in7',
  title: 'cpu on node1',
  projectName: 'shop',
  val: 8,
  onset: LOG_SPAN.release,
  end: LOG_SPAN.release + 4 * HOUR_MS,
})

const answersWith = (...projects: (typeof shop)[]): Answers => ({
  'GET /jobs': { body: pageOf('jobs', []) },
  'GET /session': { body: { success: true, user: ALICE, scopes: ['read', 'upload'] } },
  'GET /health': { body: { success: true, status: 'ok', version: '0.1.0' } },
  'GET /projects': { body: pageOf('projects', [logs, ...projects]) },
  'GET /files': { body: pageOf('files', []) },
  'GET /projects/shop-logs': { body: { success: true, project: logs } },
  'GET /events': { body: pageOf('events', []) },
  'GET /logAnalysis': { body: logAnalysisSample({ kind: 'new' }) },
  'GET /logAnalysis/lines': { body: linesSample(contextLines) },
  'GET /liveAnalysis': { body: metricsSample() },
  'GET /dashboard-incident': { body: listSample([incident]) },
})

const ADDRESS = `/logs?project=shop-logs&window=${LOG_SPAN.from}~${LOG_SPAN.to}`

/** What was asked of an operation, each time. */
const queries = (asked: string[], path: string): URLSearchParams[] =>
  asked.filter((one) => one.startsWith(`/${path}?`)).map((one) => new URLSearchParams(one.split('?')[1]))

const PATIENT = { timeout: 15_000 }

const boxOf = async (page: Page, part: string) => (await page.locator(part).first().boundingBox())!
const middleOf = async (page: Page, part: string) => {
  const { x, width } = await boxOf(page, part)
  return x + width / 2
}

describe.skipIf(findBrowser() === undefined)('metrics beside the lines of a log', () => {
  const openScene = useScenes()
  /** As high as the page is without the styles of its controls. */
  const open: typeof openScene = async (...scene) => {
    const opened = await openScene(...scene)
    await opened.page.setViewportSize({ width: 900, height: 2000 })
    return opened
  }

  it('are those of the only project with metrics, first the metric that findings name', async () => {
    const { page, asked } = await open('frame', answersWith(shop), ADDRESS)
    const card = page.getByRole('region', { name: 'At the same time' })
    await card.getByRole('application', { name: /^cpu/ }).waitFor()
    const values = queries(asked, 'liveAnalysis').at(-1)
    expect(values?.getAll('metric')).toEqual(['cpu'])
    expect([values?.get('projectName'), Number(values?.get('from'))]).toEqual(['shop', LOG_SPAN.from])
  })

  it('are chosen by project, metric and series', async () => {
    const { page, asked } = await open('frame', answersWith(shop, cache), ADDRESS)
    await page.getByText('Choose a project to see its metrics on the same time axis.').waitFor()
    expect(queries(asked, 'liveAnalysis')).toEqual([])
    await page.getByRole('combobox', { name: 'Project whose metrics are shown' }).click()
    await page.getByRole('option', { name: 'cache' }).click()
    await page.getByRole('application', { name: /^cpu/ }).waitFor()
    await page.getByRole('combobox', { name: 'Metric', exact: true }).click()
    await page.getByRole('option', { name: 'mem' }).click()
    await page.getByRole('application', { name: /^mem/ }).waitFor()
    const values = queries(asked, 'liveAnalysis').at(-1)
    expect([values?.get('projectName'), ...values!.getAll('metric')]).toEqual(['cache', 'mem'])
    await page.getByRole('button', { name: /line.*node1/i }).click()
    await page.getByRole('menuitem', { name: 'node2' }).click()
    await page.getByRole('button', { name: /line.*node2/i }).waitFor()
  })

  it('are as the address says, and hidden by a choice that it keeps', async () => {
    const chosen = `${ADDRESS}&metrics=cache&metric=mem&series=mem%5Bnode2%5D`
    const { page, asked } = await open('frame', answersWith(shop, cache), chosen)
    await page.getByRole('button', { name: /line.*node2/i }).waitFor()
    await page.getByRole('combobox', { name: 'Project whose metrics are shown' }).click()
    await page.getByRole('option', { name: 'No metrics' }).click()
    await page.getByText('Choose a project to see its metrics on the same time axis.').waitFor()
    expect(queries(asked, 'liveAnalysis').every((one) => one.get('projectName') === 'cache')).toBe(true)
    const hidden = await open('frame', answersWith(shop), `${ADDRESS}&metrics=_`)
    await hidden.page.getByText('Choose a project to see its metrics on the same time axis.').waitFor()
    expect(queries(hidden.asked, 'liveAnalysis')).toEqual([])
  })

  it('share the axis and the cursor of the timeline, whichever is pointed at', async () => {
    const { page } = await open('frame', answersWith(shop), ADDRESS)
    await page.locator('[data-part=metric] [role=application]').waitFor()
    const timeline = await boxOf(page, '[data-part=timeline]')
    const at = Math.round(timeline.x + timeline.width * 0.4)
    await page.mouse.move(at, timeline.y + 30)
    await expect
      .poll(async () => Math.abs((await middleOf(page, '[data-part=metric] [data-part=crosshair]')) - at), PATIENT)
      .toBeLessThan(1.5)
    const chart = await boxOf(page, '[data-part=metric]')
    await page.mouse.move(at + 120, chart.y + chart.height / 2)
    const crosshair = () => middleOf(page, '[data-part=metric] [data-part=crosshair]')
    await expect.poll(async () => Math.abs((await crosshair()) - at - 120), PATIENT).toBeLessThan(6)
    expect(Math.abs((await middleOf(page, '[data-part=cursor]')) - (await crosshair()))).toBeLessThan(1.5)
    await page.mouse.move(2, 2)
    await page.locator('[data-part=cursor]').waitFor({ state: 'detached' })
  })

  it('mark the moment of a line that is pointed at', async () => {
    const { page } = await open('frame', answersWith(shop), `${ADDRESS}&view=lines`)
    await page.locator('[data-part=metric] [role=application]').waitFor()
    await page.locator('li [data-line]').first().hover()
    const timeline = await boxOf(page, '[data-part=timeline]')
    const share = (LOG_SPAN.release - LOG_SPAN.from) / (LOG_SPAN.to - LOG_SPAN.from)
    for (const part of ['[data-part=cursor]', '[data-part=metric] [data-part=crosshair]']) {
      await page.locator(part).waitFor({ state: 'attached' })
      expect(Math.abs((await middleOf(page, part)) - timeline.x - share * timeline.width)).toBeLessThan(2)
    }
  })

  it('select a part of the time by dragging, in whole bars, and name the incidents in it', async () => {
    const { page, asked } = await open('frame', answersWith(shop), ADDRESS)
    const surface = page.locator('[data-part=metric] [role=application]')
    await surface.waitFor()
    const { x, y, height } = await boxOf(page, '[data-part=metric]')
    const timeline = await boxOf(page, '[data-part=timeline]')
    const hour = (at: number) => timeline.x + ((at + 0.5) / 168) * timeline.width
    expect(x).toBeLessThan(timeline.x)
    await page.mouse.move(hour(150), y + height / 2)
    await page.mouse.down()
    await page.mouse.move(hour(153), y + height / 2)
    await page.mouse.move(hour(160), y + height / 2)
    await page.mouse.up()
    await page.getByText(/^Only /).waitFor()
    await expect
      .poll(() => Number(queries(asked, 'logAnalysis').at(-1)?.get('from')), PATIENT)
      .toBe(LOG_SPAN.from + 150 * HOUR_MS)
    const list = page.getByRole('list', { name: 'Incidents in this time' })
    expect(await list.getByRole('link', { name: 'cpu on node1' }).first().getAttribute('href')).toBe('/incidents/in7')
    const [metrics, own] = queries(asked, 'dashboard-incident').slice(-2)
    expect([metrics?.get('projectName'), own?.get('projectName')]).toEqual(['shop', 'shop-logs'])
    expect(Number(metrics?.get('from'))).toBe(LOG_SPAN.from + 150 * HOUR_MS)
    expect(Number(metrics?.get('to'))).toBe(LOG_SPAN.from + 161 * HOUR_MS)
  })

  it('say that no incident lies in the time selected', async () => {
    const none = { ...answersWith(shop), 'GET /dashboard-incident': { body: listSample([]) } }
    const { page } = await open('frame', none, `${ADDRESS}&range=${LOG_SPAN.from}~${LOG_SPAN.from + HOUR_MS}`)
    await page.getByText('No incident in the time selected.').waitFor()
  })

  it('are not shown beside lines without times', async () => {
    const file = fileSample({ filename: 'f-handle-1', uploadFileName: 'bare.log' })
    const body = logAnalysisSample({ hasTimes: false, from: 1, to: 169, bucketMs: 1, kind: 'clusters' })
    const bare = { 'GET /files/f-handle-1': { body: { success: true, file } }, 'GET /logAnalysis': { body } }
    const { page, asked } = await open('frame', { ...answersWith(shop), ...bare }, '/logs?file=f-handle-1')
    await page.getByText(/no times found: lines are counted by number$/).waitFor()
    expect(await page.getByRole('region', { name: 'At the same time' }).count()).toBe(0)
    expect(queries(asked, 'liveAnalysis')).toEqual([])
  })
})
