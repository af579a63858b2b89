import type { FrozenDetection, Published } from '@omen/sdk'
import { describe, expect, it } from 'vitest'
import { findBrowser } from '../../../../scripts/open-browser.ts'
import { analysisAnswers, detectionWith } from './analysis-samples.ts'
import { type Answers, useScenes } from './open-scene.ts'
import { ALICE, pageOf } from './wire-samples.ts'

const detection = detectionWith({})
const { from, to } = detection
const HOUR = 3_600_000
const published: Published = {
  id: 'p1',
  name: 'Outage',
  description: '',
  system: '',
  visibility: 'private',
  userNames: [],
  ownerUserName: ALICE.userName,
  mine: true,
  publishedAt: to,
  expiresAt: null,
  expired: false,
  origin: 'project',
  originName: 'shop',
  from,
  to,
  intervalMs: 60_000,
  seriesCount: 4,
  withRawData: true,
  periodCount: 3,
  incidentCount: 3,
  worstVal: 10,
  severity: 10,
}
const answersFor = (events: FrozenDetection['events']): Answers => {
  const answers = analysisAnswers(detection)
  return {
    'GET /session': answers['GET /session'],
    'GET /jobs': { body: pageOf('jobs', []) },
    'GET /health': { body: { success: true, status: 'ok', version: '0.1.0' } },
    'GET /published/p1': { body: { success: true, published } },
    'GET /publishedDetection': {
      body: { success: true, published, detection: { ...detection, id: 'p1', ...(events && { events }) } },
    },
    'GET /published/p1/series': answers['GET /detections/d1/series'],
  }
}
const event = (id: string, at: number, title: string) => ({
  id,
  at,
  kind: 'deployment' as const,
  title,
  version: '2.4.1',
  instances: ['node1'],
})

describe.skipIf(findBrowser() === undefined)('an open link', () => {
  const open = useScenes()

  it('says that the server fails, and shows the copy once it is back', async () => {
    const body = { success: false, code: 'INTERNAL', message: 'It failed.', requestId: 'r1' }
    const answers: Answers = { ...answersFor(undefined), 'GET /publishedDetection': { status: 500, body } }
    const { page } = await open('openLink', answers, '/open/p1?key=k1')
    await page.getByText(/^The server has been failing since/).waitFor()
    Object.assign(answers, answersFor(undefined))
    await page.getByRole('button', { name: 'Try now' }).click()
    await page.locator('[data-part="lanes"]').waitFor()
    await expect.poll(() => page.getByText('has been failing').count()).toBe(0)
  })
})

describe.skipIf(findBrowser() === undefined)('a published copy', () => {
  const open = useScenes()
  const openCopy = (events: FrozenDetection['events']) => open('frame', answersFor(events), '/published/p1')

  it('flags what changed over the lanes, the latest first in words, and asks the source for nothing', async () => {
    const { page, asked } = await openCopy([
      event('ev_1', from + 30 * HOUR, 'cart 1.9 deployed'),
      event('ev_2', from + 60 * HOUR, 'checkout 2.4.1 deployed'),
    ])
    const changes = page.getByRole('list', { name: 'What changed' })
    await changes.waitFor()
    expect(await page.locator('[data-layer="flags"] [data-flag]').count()).toBe(2)
    const texts = await changes.getByRole('listitem').allTextContents()
    expect(texts).toEqual([
      expect.stringMatching(/checkout 2\.4\.1 deployed ?node1$/),
      expect.stringMatching(/cart 1\.9 deployed ?node1$/),
    ])
    expect(await changes.getByRole('link').count()).toBe(0)
    expect(asked.filter((path) => path.includes('/events'))).toEqual([])
  })

  it('without changes has neither flags nor a list', async () => {
    const { page } = await openCopy(undefined)
    await page.locator('[data-part="lanes"]').waitFor()
    expect(await page.locator('[data-layer="flags"]').count()).toBe(0)
    expect(await page.getByRole('list', { name: 'What changed' }).count()).toBe(0)
  })
})

// Left out where there is no browser, as all tests of scenes
describe.skipIf(findBrowser() === undefined)('the list of published copies', () => {
  const open = useScenes()
  const runs: Published[] = ['p1', 'p2'].map((id, at) => ({
    ...published,
    id,
    name: `run ${at}`,
    publishedAt: to + at * HOUR,
  }))
  const answers: Answers = {
    ...answersFor(undefined),
    'GET /dashboard-benchmark': { body: { ...pageOf('published', runs), systems: [] } },
  }

  it('compares the later of two with the earlier one, whichever was chosen first', async () => {
    const { page } = await open('frame', answers, '/published')
    for (const name of ['run 1', 'run 0']) await page.getByRole('checkbox', { name: new RegExp(name) }).check()
    const link = page.getByRole('link', { name: 'Compare' })
    expect(await link.getAttribute('href')).toMatch(/\/published\/compare\?a=p1&b=p2$/)
  })

  it('searches from the first page on', async () => {
    const { page, asked } = await open('frame', answers, '/published?page=3')
    await page.getByRole('textbox', { name: 'Search published detections' }).fill('run')
    await expect.poll(() => asked.filter((one) => one.includes('q=run')).at(-1)).toMatch(/page=1(&|$)/)
  })
})
