import type { FileSummary, OutlierComparison, ProjectEvent } from '@omen/sdk'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { findBrowser } from '../../../../scripts/open-browser.ts'
import { analysisAnswers, detectionWith } from './analysis-samples.ts'
import { COMPARED_SPAN, outlierSample, rolloutSample } from './comparison-samples.ts'
import { type Answers, useScenes } from './open-scene.ts'
import { ALICE, fileSample, pageOf, projectSample } from './wire-samples.ts'

const SUMMARY: FileSummary = {
  kind: 'metrics',
  rows: 97,
  columnCount: 5,
  ...COMPARED_SPAN,
  intervalMs: 900_000,
  gapCount: 0,
  rejectedRows: 0,
}
const day = fileSample({ filename: 'f-handle-1', uploadFileName: 'day.csv', summary: SUMMARY })
const log = fileSample({ filename: 'f-handle-2', uploadFileName: 'day.log', summary: { ...SUMMARY, kind: 'logs' } })
const shop = projectSample({ projectName: 'shop', lastDataAt: COMPARED_SPAN.to, ...COMPARED_SPAN })
const PREVIEW = { kind: 'metrics', columns: [], columnCount: 5, rows: 97, rejected: [], rejectedRows: 0, notes: [] }
const detection = detectionWith({})

const answers: Answers = {
  ...analysisAnswers(detection),
  'GET /session': { body: { success: true, user: ALICE, scopes: ['read', 'upload'] } },
  'GET /jobs': { body: pageOf('jobs', []) },
  'GET /health': { body: { success: true, status: 'ok', version: '0.1.0' } },
  'GET /projects': { body: pageOf('projects', [shop]) },
  'GET /projects/shop': { body: { success: true, project: shop } },
  'GET /files': { body: pageOf('files', [day, log]) },
  'GET /files/f-handle-1': { body: { success: true, file: day, preview: PREVIEW } },
  'GET /models': { body: pageOf('models', []) },
  'GET /detections': { body: pageOf('detections', []) },
  'GET /events': { body: pageOf('events', []) },
  'GET /cloudOutlierDetection': { body: outlierSample() },
  'GET /cloudRolloutCheck': { body: rolloutSample() },
}

/** What was asked of an operation last. */
const lastQuery = (asked: string[], path: string): Record<string, string> => {
  const query = asked.findLast((one) => one.startsWith(`/${path}?`))?.split('?')[1]
  return Object.fromEntries(new URLSearchParams(query))
}

const picker = (page: Page) => page.getByRole('combobox', { name: 'Project or file' })

describe.skipIf(findBrowser() === undefined)('comparisons', () => {
  const open = useScenes()

  it('say what the choices of a rollout check mean that are left alone', async () => {
    const { page } = await open('frame', answers, '/rollout?project=shop')
    const choices = { Before: 'as long as after, or a day with controls', After: 'as long as there is data' }
    for (const [name, text] of Object.entries(choices))
      await expect.poll(() => page.getByRole('combobox', { name }).inputValue()).toBe(text)
    await page.getByText('No deployment of this project was reported in the last 30 days.').waitFor()
  })

  it('find the outliers of a project, then of an uploaded file that is chosen by its name', async () => {
    const { page, asked } = await open('frame', answers, '/outliers')
    await expect.poll(() => picker(page).inputValue()).toBe('shop')
    await page.getByText(/^1 of 5 instances stands off on cpu; worst: node3/).waitFor()
    await picker(page).click()
    expect(await page.getByRole('option').allTextContents()).toEqual(['shop', 'day.csv'])
    await page.getByRole('option', { name: 'day.csv' }).click()
    await expect.poll(() => lastQuery(asked, 'cloudOutlierDetection').filename).toBe('f-handle-1')
    expect(lastQuery(asked, 'cloudOutlierDetection')).not.toHaveProperty('projectName')
    await expect.poll(() => picker(page).inputValue()).toBe('day.csv')
    // A file has no last hours
    await page.getByRole('button', { name: 'Time shown: The whole file' }).click()
    await page.getByRole('button', { name: 'The whole file', exact: true }).waitFor()
    expect(await page.getByRole('button', { name: 'Last 24 hours' }).count()).toBe(0)
  })

  it('say where instances usually run only where there is earlier data', async () => {
    const headersOf = async (pastFrom: number | null): Promise<string[]> => {
      const found = { body: { ...outlierSample(), pastFrom } }
      const { page } = await open('frame', { ...answers, 'GET /cloudOutlierDetection': found }, '/outliers')
      const headers = page.getByRole('table', { name: 'Instances' }).getByRole('columnheader')
      await headers.first().waitFor()
      return (await headers.allInnerTexts()).map((text) => text.trim())
    }
    expect(await headersOf(COMPARED_SPAN.from - 86_400_000)).toContain('Usually')
    expect(await headersOf(null)).not.toContain('Usually')
  })

  it('keep the picture, dimmed, while state maps load', async () => {
    const map = { instance: 'node3', distance: 0.4, rows: 97, hits: [24, 73, 0, 0] }
    const states: OutlierComparison['states'] = {
      kind: 'compared',
      metrics: ['cpu', 'mem'],
      mean: [0.5, 0.5, 0, 0],
      members: [map],
      without: [],
    }
    let hasStates = false
    const answered = {
      ...answers,
      'GET /cloudOutlierDetection': () => ({ body: outlierSample(hasStates ? { states } : {}) }),
    }
    const { page } = await open('frame', answered, '/outliers?project=shop')
    const chart = page.getByRole('application')
    await chart.waitFor()
    const held = Promise.withResolvers<void>()
    await page.route('**/cloudOutlierDetection**', (route) => held.promise.then(() => route.fallback()))
    hasStates = true
    await page.getByText('State maps').click()
    const busy = page.locator('[aria-busy="true"]').filter({ has: chart })
    await busy.waitFor()
    expect(await busy.evaluate((part) => getComputedStyle(part).opacity)).toBe('0.5')
    held.resolve()
    await page.getByText('How often each instance is in which state').waitFor()
    await expect.poll(() => page.locator('[aria-busy="true"]').count()).toBe(0)
  })

  it('say what the lines of a chart are', async () => {
    const { page } = await open('frame', answers, '/outliers?project=shop')
    const entries = (on: Page) => on.getByRole('list', { name: 'Legend' }).getByRole('listitem').allTextContents()
    await expect.poll(() => entries(page)).toEqual(['outliers', 'peers', 'middle of the peers', 'expected range'])
    const { shown } = rolloutSample()
    const weeks = { ...shown!, control: 'weeks' as const, controls: [{ ...shown!.values, ago: 1 }] }
    const checked = { ...answers, 'GET /cloudRolloutCheck': { body: rolloutSample({ shown: weeks }) } }
    const rollout = await open('frame', checked, `/rollout?project=shop&at=${Date.UTC(2026, 9, 19, 12)}`)
    await expect.poll(() => entries(rollout.page)).toEqual(['before', 'after', 'earlier weeks'])
  })

  it('say that the deployments could not be read, and read them again', async () => {
    let fails = true
    const failure = { success: false, code: 'INTERNAL', message: 'It failed.', requestId: 'r1' }
    const answered: Answers = {
      ...answers,
      'GET /events': () => (fails ? { status: 500, body: failure } : { body: pageOf('events', []) }),
    }
    const { page } = await open('frame', answered, '/rollout?project=shop')
    await page.getByText('The deployments could not be read.').waitFor({ timeout: 15_000 })
    fails = false
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByText('No deployment of this project was reported in the last 30 days.').waitFor()
  })

  it('ask the server for what is typed', async () => {
    const { page, asked } = await open('frame', answers, '/outliers?project=shop')
    await picker(page).fill('day')
    await expect.poll(() => lastQuery(asked, 'files')).toMatchObject({ q: 'day' })
    expect(lastQuery(asked, 'projects')).toMatchObject({ q: 'day' })
  })

  it('begin with the newest file where there is no project, and say how to get either', async () => {
    const none = { ...answers, 'GET /projects': { body: pageOf('projects', []) } }
    const { page, asked } = await open('frame', none, '/outliers')
    await expect.poll(() => picker(page).inputValue()).toBe('day.csv')
    expect(lastQuery(asked, 'cloudOutlierDetection')).toMatchObject({ filename: 'f-handle-1' })
    const empty = await open('frame', { ...none, 'GET /files': { body: pageOf('files', [log]) } }, '/outliers')
    await empty.page.getByText('Nothing to compare yet').waitFor()
    const upload = empty.page.getByRole('link', { name: 'Upload a file' })
    expect(await upload.getAttribute('href')).toBe('/files')
  })

  it('name the part of a long file that is compared', async () => {
    const long = { ...day, summary: { ...SUMMARY, from: COMPARED_SPAN.to - 40 * 86_400_000 } }
    const { page } = await open(
      'frame',
      { ...answers, 'GET /files/f-handle-1': { body: { success: true, file: long, preview: PREVIEW } } },
      '/outliers?file=f-handle-1',
    )
    await page.getByRole('button', { name: 'Time shown: The last 31 days of the file' }).waitFor()
  })

  it('check a rollout in an uploaded file, whose rows it names', async () => {
    const { page, asked } = await open('frame', answers, '/rollout?project=shop&at=1790000000000&metric=cpu')
    await picker(page).click()
    await page.getByRole('option', { name: 'day.csv' }).click()
    await page.getByText(/^The file has rows of .*19 Oct.*20 Oct/).waitFor()
    // Deployments are told of projects
    expect(await page.getByLabel('Deployment').count()).toBe(0)
    await page.getByLabel('Moment').fill('2026-10-19T12:00')
    await page.getByLabel('Moment').press('Enter')
    await page.getByText('Worse in 1 of 1 metrics: latency rose by 20 ms.').waitFor()
    expect(lastQuery(asked, 'cloudRolloutCheck')).toMatchObject({
      filename: 'f-handle-1',
      at: `${Date.UTC(2026, 9, 19, 12)}`,
    })
    expect(lastQuery(asked, 'cloudRolloutCheck')).not.toHaveProperty('show')
    await page.getByText(/omen rollout check --file f-handle-1 --at 2026-10-19T12:00:00.000Z/).waitFor()
  })

  it('have a flag over each change of a project, which is told below and at its place, and none of a file', async () => {
    const release: ProjectEvent = {
      id: 'ev_1',
      at: Date.UTC(2026, 9, 19, 12),
      kind: 'deployment',
      title: 'checkout 2.4.1',
      version: '2.4.1',
      instances: ['node3'],
      link: 'https://ci.example/7',
      by: 'GitHub',
      createdAt: 0,
      mayDelete: true,
    }
    const changed = { ...answers, 'GET /events': { body: pageOf('events', [release]) } }
    const flags = (page: Page) => page.getByRole('main').locator('[data-layer="flags"] [data-flag]')
    const told = (page: Page) => page.getByRole('list', { name: 'What changed' }).getByRole('link')
    const { page, asked } = await open('frame', changed, '/outliers?project=shop')
    await expect.poll(() => flags(page).count()).toBe(1)
    expect(lastQuery(asked, 'events')).toMatchObject({
      projectName: 'shop',
      from: String(COMPARED_SPAN.from),
      to: String(COMPARED_SPAN.to),
    })
    expect(await told(page).getAttribute('href')).toBe('https://ci.example/7')
    const chart = page.getByRole('application')
    await chart.focus()
    await page.keyboard.press('Home')
    for (let hour = 0; hour < 12 * 4; hour++) await page.keyboard.press('ArrowRight')
    expect(await page.locator('[aria-live]').filter({ hasText: 'checkout 2.4.1' }).count()).toBe(1)
    await page.getByText('⚑ checkout 2.4.1').waitFor()

    const rollout = await open('frame', changed, `/rollout?project=shop&at=${release.at}`)
    await expect.poll(() => flags(rollout.page).count()).toBe(1)
    expect(await told(rollout.page).textContent()).toBe('checkout 2.4.1')

    const file = await open('frame', changed, '/outliers?file=f-handle-1')
    await file.page.getByRole('application').waitFor()
    expect([await flags(file.page).count(), file.asked.filter((one) => one.startsWith('/events'))]).toEqual([0, []])
  })

  it('are reached from a detection, by whose name they are shown', async () => {
    const { page, asked } = await open('frame', answers, '/detections/d1')
    const choose = async (name: string) => {
      await page.getByRole('button', { name: 'More' }).click()
      await page.getByRole('menuitem', { name }).click()
    }
    await choose('Outliers')
    await expect.poll(() => picker(page).inputValue()).toBe('day.csv')
    expect(lastQuery(asked, 'cloudOutlierDetection')).toMatchObject({ detectionId: 'd1' })
    const second = await open('frame', answers, '/detections/d1')
    await second.page.getByRole('button', { name: 'More' }).click()
    await second.page.getByRole('menuitem', { name: 'Rollout check' }).click()
    await expect.poll(() => picker(second.page).inputValue()).toBe('day.csv')
  })

  it('are reached from the row of a file and from its page, but not from a log', async () => {
    const { page } = await open('frame', answers, '/files')
    await page.getByRole('button', { name: 'More actions for day.log' }).last().click()
    await page.getByRole('menuitem', { name: 'Open logs' }).waitFor()
    expect(await page.getByRole('menuitem', { name: 'Outliers' }).count()).toBe(0)
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'More actions for day.csv' }).last().click()
    await page.getByRole('menuitem', { name: 'Rollout check' }).click()
    await expect.poll(() => picker(page).inputValue()).toBe('day.csv')
    const file = await open('frame', answers, '/files/f-handle-1')
    const links = file.page.getByRole('main').getByRole('link', { name: /^(Outliers|Rollout check)$/ })
    await expect
      .poll(() => links.evaluateAll((all) => all.map((link) => link.getAttribute('href'))))
      .toEqual(['/outliers?file=f-handle-1', '/rollout?file=f-handle-1'])
  })
})
