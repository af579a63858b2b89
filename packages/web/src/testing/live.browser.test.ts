import type { LiveAnalysis } from '@omen/sdk'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { findBrowser } from '../../../../scripts/open-browser.ts'
import { faultSince, forecastFrom, liveSample, STEP_MS } from './live-samples.ts'
import { liveStreamsOf } from './live-stream.ts'
import { type Answers, useScenes } from './open-scene.ts'
import { ALICE, pageOf, projectSample } from './wire-samples.ts'

const now = Math.floor(Date.now() / STEP_MS) * STEP_MS
const at = (row: number): number => now + row * STEP_MS
const SPAN_MS = 900 * STEP_MS
const project = projectSample({ samplingInterval: 1 / 60, state: 'live', seriesCount: 4, firstDataAt: now })

const answersWith = (analysis: LiveAnalysis): Answers => ({
  'GET /session': { body: { success: true, user: ALICE, scopes: ['read', 'upload'] } },
  'GET /jobs': { body: pageOf('jobs', []) },
  'GET /health': { body: { success: true, status: 'ok', version: '0.1.0' } },
  'GET /events': { body: pageOf('events', []) },
  'GET /projects': { body: pageOf('projects', [project, projectSample({ projectName: 'search' })]) },
  'GET /projects/shop': { body: { success: true, project } },
  'GET /liveAnalysis': { body: analysis },
})
const whole = liveSample({ from: now - SPAN_MS, to: now })
const row = (number: number, found?: ReturnType<typeof faultSince>): LiveAnalysis =>
  liveSample({ from: at(number), to: at(number), ...(found && { found }) })

const chartOf = (page: Page, metric: string) =>
  page.locator(`[data-metric="${metric}"] [data-layer="lines"] path`).last()

describe.skipIf(findBrowser() === undefined)('the live page', () => {
  const open = useScenes()
  const openLive = async (analysis = whole, address = '/live/shop') => {
    const opened = await open('frame', answersWith(analysis), address)
    await opened.page.getByRole('heading', { level: 1 }).waitFor()
    return { ...opened, streams: liveStreamsOf(opened.page) }
  }

  it('draws a counter by its rate, with its unit in the chart and the table', async () => {
    const [first, ...others] = whole.series
    const counter = { ...first!, metric: 'sent_bytes_total', unit: 'B/s', rate: true }
    const { page } = await openLive({ ...whole, series: [counter, ...others] })
    const card = page.locator('[data-metric="rate(sent_bytes_total)"]')
    await card.getByRole('heading', { name: 'rate(sent_bytes_total)' }).waitFor()
    await card.getByRole('button', { name: 'Show rate(sent_bytes_total) as a table' }).click()
    await card.getByRole('cell', { name: /B\/s$/ }).first().waitFor()
  })

  it('says that nothing has ended only once it knows', async () => {
    const held = Promise.withResolvers<void>()
    const liveAnalysis = async ({ buckets }: Record<string, unknown>) => {
      if (buckets === '1') await held.promise
      return { body: whole }
    }
    const { page } = await open('frame', { ...answersWith(whole), 'GET /liveAnalysis': liveAnalysis }, '/live/shop')
    const ended = page.getByRole('region', { name: 'Ended in the last 24 h' })
    await ended.waitFor()
    expect(await ended.getByText('Nothing ended').count()).toBe(0)
    held.resolve()
    await ended.getByText('Nothing ended').waitFor()
  })

  it('says in the list of projects that the server was not reached', async () => {
    const { page } = await open('frame', { ...answersWith(whole), 'GET /projects': 'gone' }, '/live/shop')
    await page.getByRole('button', { name: 'Project shop' }).click()
    await page.getByText('There was an error contacting the server').waitFor()
  })

  it('goes on by increments: charts advance where they are, a fault appears and ends', async () => {
    const { page, streams, asked } = await openLive()
    await page.getByRole('heading', { name: 'Nothing abnormal in the last 15 min' }).waitFor()
    const arrow = page.getByRole('button', { name: 'Next incident' })
    expect(await arrow.getAttribute('aria-disabled')).toBe('true')
    const chart = chartOf(page, 'cpu')
    await chart.waitFor()
    const before = await chart.evaluate((path) => {
      Object.assign(globalThis, { held: path })
      return path.getAttribute('d')
    })
    await streams.push(row(1), row(2))
    await expect.poll(() => chart.getAttribute('d')).not.toBe(before)
    expect(await chart.evaluate((path) => path === (globalThis as unknown as { held: Element }).held)).toBe(true)
    await streams.push(row(3, faultSince(at(1), at(3))))
    await page
      .getByRole('heading', { name: /^1 open incident: cpu on node1 reached 98 %, usually 20, since/ })
      .waitFor()
    const opened = page.getByRole('region', { name: 'Open now' })
    await opened.getByText('Reached 98 %, usually 20').waitFor()
    expect(await arrow.getAttribute('aria-disabled')).toBe('false')
    await page.locator('[data-lane="node1"] [data-finding="1"]').waitFor()
    await streams.push(row(4, faultSince(at(1), at(3), at(3))))
    await page.getByRole('heading', { name: /^Nothing is open; 1 incident ended/ }).waitFor()
    await page.getByRole('region', { name: 'Ended in the last 24 h' }).getByText('cpu on node1').waitFor()
    await opened.getByText('Nothing is abnormal right now').waitFor()
    expect(asked.filter((one) => one.includes('buckets=600'))).toHaveLength(1)
    expect(await streams.asked()).toHaveLength(1)
  })

  it('stands still while it is paused, says what has come, and goes back to now', async () => {
    const { page, streams } = await openLive()
    const chart = chartOf(page, 'cpu')
    await chart.waitFor()
    await page.getByRole('button', { name: 'Pause' }).click()
    await page.getByText(/^Paused at/).waitFor()
    const before = await chart.getAttribute('d')
    await streams.push(row(1), row(2), row(3))
    await page.getByText('3 new buckets').waitFor()
    expect(await chart.getAttribute('d')).toBe(before)
    await page.getByRole('button', { name: 'Back to now' }).click()
    await expect.poll(() => chart.getAttribute('d')).not.toBe(before)
    await page.getByText('Live', { exact: true }).last().waitFor()
  })

  it('shows the findings of another sensitivity, which a link keeps, and makes it that of the project for its owner', async () => {
    const answers = answersWith(whole)
    const { page, asked, sent } = await open('frame', answers, '/live/shop')
    const streams = liveStreamsOf(page)
    await page.getByRole('heading', { name: 'Nothing abnormal in the last 15 min' }).waitFor()
    const other = { pvalue: 0.9, stored: { pvalue: 0.99, cvalue: 5 } }
    answers['GET /liveAnalysis'] = { body: { ...whole, ...faultSince(at(-9), at(0)), ...other } }
    await page.getByRole('button', { name: 'Sensitivity: normal' }).click()
    await page.getByRole('radio', { name: 'High' }).check({ force: true })
    await page.getByText('0 → 1 findings').waitFor()
    expect(asked.at(-1)).toContain('pvalue=0.9')
    await page.getByRole('button', { name: 'Apply' }).click()
    await page.getByRole('heading', { name: /^1 open incident: cpu on node1/ }).waitFor()
    await expect.poll(async () => (await streams.asked()).at(-1)).toContain('pvalue=0.9')
    await page.getByRole('button', { name: 'Sensitivity: high' }).click()
    answers['PATCH /projects/shop'] = { body: { success: true, project: { ...project, pvalue: 0.9 } } }
    answers['GET /liveAnalysis'] = { body: { ...whole, pvalue: 0.9 } }
    await page.getByText('Findings so far stay as they are.').waitFor()
    await page.getByRole('button', { name: 'Use for this project' }).click()
    await page.getByRole('button', { name: 'Sensitivity: normal' }).waitFor()
    await page.getByText('Saved. Samples from now on are evaluated with it.').waitFor()
    expect(sent).toEqual([{ call: 'PATCH /projects/shop', fields: { pvalue: 0.9, cvalue: 5 } }])
  })

  it('offers the sensitivity of a project to its owner alone, and leads back from one that cannot be shown', async () => {
    const answers = answersWith(whole)
    answers['GET /projects/shop'] = { body: { success: true, project: { ...project, mine: false } } }
    const details = [{ field: 'from', message: 'must be at most 500 sampling intervals before to' }]
    const refused = {
      success: false,
      code: 'VALIDATION_FAILED',
      message: 'Choose a shorter time.',
      requestId: 'r',
      details,
    }
    const { page } = await open('frame', answers, '/live/shop?pvalue=0.9&span=1h')
    const button = page.getByRole('button', { name: /^Sensitivity/ })
    await button.press('Enter')
    await page.getByRole('slider', { name: 'pvalue' }).press('ArrowRight')
    await page.getByText('0 → 0 findings').waitFor()
    await page.keyboard.press('Escape')
    await expect.poll(() => button.evaluate((one) => one === document.activeElement)).toBe(true)
    await button.press('Enter')
    answers['GET /liveAnalysis'] = { status: 400, body: refused }
    await page.getByRole('radio', { name: 'Low' }).check({ force: true })
    await page.getByText(/must be at most 500 sampling intervals/).waitFor()
    expect(await page.getByRole('button', { name: 'Use for this project' }).count()).toBe(0)
    await page.getByRole('button', { name: 'Apply' }).click()
    answers['GET /liveAnalysis'] = { body: whole }
    await page.getByRole('link', { name: 'Back to normal' }).click()
    await page.getByRole('button', { name: 'Sensitivity: normal' }).waitFor()
  })

  it('stands still while a part of the time is shown', async () => {
    const analysis = { ...whole, ...faultSince(at(-300), at(-280), at(-280)) }
    const { page, streams } = await openLive(analysis)
    await page.getByRole('button', { name: /cpu on node1/ }).click()
    await page.getByText(/^Paused at/).waitFor()
    await page.getByRole('heading', { name: /^1 incident in / }).waitFor()
    await streams.push(row(1), row(2))
    await page.getByText('2 new buckets').waitFor()
    await page.keyboard.press('Escape')
    await page.getByText(/^Paused at/).waitFor({ state: 'detached' })
  })

  it('keeps what was drawn while the server is away, and goes on where it ended', async () => {
    const { page, streams } = await openLive()
    await chartOf(page, 'cpu').waitFor()
    await streams.push(row(1))
    await expect.poll(async () => (await streams.asked()).length).toBe(1)
    await streams.lose(true)
    await page.getByText(/^Not reached since \d\d:\d\d\.$/).waitFor()
    await page.getByRole('heading', { name: /^As of \d\d:\d\d: Nothing abnormal/ }).waitFor()
    expect(
      await page
        .locator('[data-part="chart"]')
        .first()
        .evaluate((one) => getComputedStyle(one).opacity),
    ).toBe('0.45')
    expect(await page.getByRole('button', { name: /^Try/ }).count()).toBe(1)
    await streams.allow()
    await page.getByRole('button', { name: 'Try now' }).click()
    await expect.poll(async () => (await streams.asked()).length).toBe(2)
    expect((await streams.asked())[1]).toContain(`since=${at(1)}`)
    await streams.push(liveSample({ from: at(2), to: at(5), found: faultSince(at(2), at(5)) }))
    await page.getByRole('heading', { name: /^1 open incident/ }).waitFor()
    await expect.poll(() => page.getByText('Not reached').count()).toBe(0)
  })

  it('says what is missing while it learns, and marks the metrics that are not judged', async () => {
    const learning: LiveAnalysis = {
      ...whole,
      state: 'learning',
      stateSentence: 'Learning: full trust on Friday.',
      trust: 'low',
      series: whole.series.map((one) =>
        one.metric === 'mem' ? { ...one, low: one.low.map(() => null), high: one.high.map(() => null) } : one,
      ),
    }
    const { page } = await openLive(learning)
    await page.getByRole('heading', { name: 'Learning: full trust on Friday.' }).waitFor()
    expect(await page.locator('main header').getByText('Learning: full trust on Friday.').count()).toBe(1)
    await page.getByRole('region', { name: 'mem' }).getByText('learning', { exact: true }).waitFor()
    expect(await page.getByRole('region', { name: 'cpu' }).getByText('learning', { exact: true }).count()).toBe(0)
  })

  it('hatches the time in which nothing came', async () => {
    const gap = {
      start: at(-60),
      end: at(0),
      kind: 'silent',
      state: 'open',
      sentence: 'All series are silent',
    } as const
    const silent: LiveAnalysis = {
      ...whole,
      state: 'silent',
      stateSentence: 'Nothing has arrived for 1 min. Check that the sender runs.',
      gaps: [{ ...gap, seriesIds: whole.series.map(({ seriesId }) => seriesId) }],
      incidents: [
        {
          id: 'g1',
          number: 1,
          start: gap.start,
          end: gap.end,
          val: null,
          kind: 'anomaly',
          state: 'open',
          title: 'all series silent',
          brief: 'nothing arrived',
          sentence: gap.sentence,
          instances: [],
          periodIds: [],
          gapNumbers: [1],
        },
      ],
    }
    const { page } = await openLive(silent)
    await page.getByText('Nothing has arrived for 1 min.').first().waitFor()
    await page.locator('[data-layer="gaps"] [data-gap="1"]').waitFor()
  })

  it('asks for the series of a filter, of a span and of another time', async () => {
    const { page, asked, streams } = await openLive()
    await chartOf(page, 'cpu').waitFor()
    await page.getByRole('button', { name: 'Filter' }).click()
    const metrics = page.getByRole('combobox', { name: 'Metrics' })
    await metrics.fill('cpu')
    await metrics.press('Enter')
    await expect.poll(() => asked.some((one) => one.includes('span=900000') && one.includes('metric=cpu'))).toBe(true)
    await expect.poll(async () => (await streams.asked()).some((one) => one.includes('metric=cpu'))).toBe(true)
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: /^Time shown/ }).click()
    await page.getByRole('button', { name: 'Last 6 hours' }).click()
    await expect.poll(() => asked.some((one) => one.includes('span=21600000') && one.includes('metric=cpu'))).toBe(true)
    await page.getByRole('button', { name: 'Earlier' }).click()
    await expect.poll(() => asked.some((one) => /from=\d+.*to=\d+/.test(one))).toBe(true)
    await page.getByRole('button', { name: 'Later' }).click()
    await page.getByRole('button', { name: 'Pause' }).waitFor()
  })

  it('forecasts as far as asked for: dashed with its range over green, and in sentences', async () => {
    const { page, streams } = await openLive()
    await page.getByRole('button', { name: /^Time shown/ }).click()
    await page.getByRole('radio', { name: '2 h' }).check({ force: true })
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Time shown: Last 15 minutes, 2 h ahead' }).waitFor()
    const card = page.getByRole('region', { name: 'Forecast' })
    await card.getByText('Forecasting …').waitFor()
    await expect.poll(async () => (await streams.asked()).some((one) => one.includes('predict=2'))).toBe(true)
    await streams.push({ ...row(1), forecast: forecastFrom(at(1)) })
    await card.getByText(/^cpu on node1 leaves the range of its last 14 days \(at most 64.2 %\) at about/).waitFor()
    await card.getByText('1 series has too few values for a forecast.').waitFor()
    expect(await card.getByText(/leaves the range of its history/).count()).toBe(0)
    const cpu = page.getByRole('region', { name: 'cpu' })
    await cpu.locator('[data-line="cpu[node1] forecast"] path[stroke-dasharray]').waitFor()
    await cpu.locator('[data-band="forecast"]').waitFor()
    await page.locator('[data-layer="forecast"]').waitFor()
    const [, mem] = forecastFrom(at(1)).series
    const calm = { ...mem!, mid: mem!.mid.slice(0, 12) }
    await streams.push({ ...row(1), forecast: { ...forecastFrom(at(1)), series: [calm], missing: [] } })
    await card.getByText('The series that is forecast stays within the range of its history.').waitFor()
    await card
      .getByText(/^Each range .* 1 forecast ends earlier, at .*\d\d:\d\d: its history is too short\.$/)
      .waitFor()
    await streams.push({ ...row(1), forecast: forecastFrom(at(1)) })
    await cpu.locator('[data-line="cpu[node1] forecast"]').waitFor({ state: 'attached' })
    // An increment without a forecast leaves the one before
    await streams.push(row(2))
    await page.getByRole('heading', { name: 'Nothing abnormal in the last 15 min' }).waitFor()
    expect(await cpu.locator('[data-line="cpu[node1] forecast"]').count()).toBe(1)
    await page.getByRole('button', { name: /^Time shown/ }).click()
    await page.getByRole('radio', { name: 'Off' }).check({ force: true })
    await expect.poll(() => card.count()).toBe(0)
    expect(await page.locator('[data-layer="forecast"], [data-layer="prediction"]').count()).toBe(0)
  })

  it('forecasts as the address says', async () => {
    const { page, streams } = await openLive(whole, '/live/shop?span=1h&ahead=24h')
    await page.getByRole('button', { name: 'Time shown: Last hour, 1 day ahead' }).waitFor()
    await expect.poll(async () => (await streams.asked()).some((one) => one.includes('predict=24'))).toBe(true)
  })

  it('changes the project, and leads to the newest where none is named', async () => {
    const { page } = await openLive(whole, '/live')
    await page.getByRole('button', { name: 'Project shop, change' }).click()
    await page.getByRole('option', { name: 'search' }).waitFor()
    await page.getByRole('textbox', { name: 'Search projects by name' }).press('Escape')
  })
})
