import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Incident, IncidentDetail, ListedIncident, Omen, ReducedSeries } from '../../packages/sdk/src/index.ts'
import { HOUR } from '../../samples/shop/time.ts'
import { openBrowser } from '../../scripts/open-browser.ts'
import { signedInClient } from './harness/api-client.ts'
import { type OmenCli, omenCli } from './harness/omen-cli.ts'
import { type OmenServer, startOmenServer } from './harness/omen-server.ts'
import { signIn } from './harness/screens.ts'
import { type ShopWeek, sendShopWeek, untilScored, type WeekFault } from './harness/shop-week.ts'

const PROJECT_NAME = 'shop'

/** One a day, with the title that its incident has and the cause that is injected. */
const FAULTS: readonly (WeekFault & { title: string; cause: string })[] = [
  { kind: 'cpu-hog', node: 1, fromHour: 3, hours: 1.5, title: 'cpu on node2', cause: 'cpu on node2' },
  { kind: 'memory-leak', node: 2, fromHour: 32, hours: 9, title: 'memory on node3', cause: 'memory on node3' },
  { kind: 'disk-hog', node: 4, fromHour: 59, hours: 5 / 3, title: 'disk_write on node5', cause: 'disk_write on node5' },
  {
    kind: 'network-hog',
    node: 0,
    fromHour: 75.5,
    hours: 1.5,
    title: 'network_send on node1',
    cause: 'network_send on node1',
  },
  { kind: 'instance-down', node: 3, fromHour: 105, hours: 1.25, title: 'node4 down', cause: 'node4' },
  { kind: 'silent-collector', node: 0, fromHour: 135, hours: 1, title: 'Collector silent', cause: 'collector' },
  { kind: 'bad-release', node: 2, fromHour: 154, hours: 12, title: 'cpu on node3', cause: 'cpu on node3' },
]

let server: OmenServer
let browser: Browser
let page: Page
let omen: Omen
let cli: OmenCli
let week: ShopWeek
/** In the order of the faults. */
let incidents: ListedIncident[]
let details: IncidentDetail[]

const newPage = (): Promise<Page> =>
  browser.newPage({
    viewport: { width: 1440, height: 900 },
    locale: 'en-GB',
    timezoneId: 'UTC',
    reducedMotion: 'reduce',
  })

beforeAll(async () => {
  server = await startOmenServer()
  omen = await signedInClient(server.url)
  week = await sendShopWeek(omen, server.url, PROJECT_NAME, FAULTS)
  const { secret } = await omen.tokens.create({ name: 'terminal', scopes: ['read', 'publish'] })
  const run = omenCli(server.url)
  cli = Object.assign((args: string[]) => run(args, { env: { OMEN_TOKEN: secret, TZ: 'UTC' } }), { start: run.start })
  browser = await openBrowser()
  page = await newPage()
  await signIn(page, server.url)
  await untilScored(omen, week)
  const { from, to } = week
  const listed = await omen.incidents.list({ projectName: PROJECT_NAME, tab: 'all', from, to, order: 'newest' })
  incidents = listed.incidents.toReversed()
  details = await Promise.all(incidents.map(({ id }) => omen.incidents.get(id)))
}, 900_000)
afterAll(async () => {
  await browser?.close()
  await server?.stop()
})

const titles = FAULTS.map(({ title }) => title)

/** What the command line writes. */
const written = async (...args: string[]): Promise<string> => {
  const { code, stdout, stderr } = await cli(args)
  expect(code, stderr).toBe(0)
  return stdout
}

test('each fault is one incident, with its cause among the first three', () => {
  expect(incidents.map(({ title }) => title)).toEqual(titles)
  for (const [index, { cause, fromHour, hours }] of FAULTS.entries()) {
    const { incident, causes } = details[index]!
    const began = week.from + fromHour * HOUR
    expect(incident).toMatchObject({ state: 'resolved', projectName: PROJECT_NAME })
    expect(incident.onset).toBeGreaterThanOrEqual(began)
    expect(incident.onset).toBeLessThan(began + hours * HOUR)
    const first = causes.slice(0, 3).map(({ sentence }) => sentence)
    expect(first).toContainEqual(expect.stringMatching(new RegExp(`^${cause} `, 'i')))
  }
})

test('the list of incidents leads to each of them, whose page names the same first causes', async () => {
  await page.goto(`${server.url}/incidents?tab=resolved&fold=0&order=newest&project=${PROJECT_NAME}`)
  const table = page.getByRole('table', { name: 'Incidents' })
  await table.getByRole('link').first().waitFor()
  for (const { id, title } of incidents) {
    const row = table.getByRole('row').filter({ has: page.locator(`a[href="/incidents/${id}"]`) })
    expect(await row.getByRole('link', { name: title, exact: true }).count()).toBe(1)
    expect((await row.allInnerTexts()).join()).toContain('resolved')
  }
  for (const [index, { cause }] of FAULTS.entries()) {
    const { incident, causes } = details[index]!
    await page.goto(`${server.url}/incidents/${incident.id}`)
    await page.getByRole('heading', { level: 1 }).getByText(incident.title).waitFor()
    const shown = page.getByRole('list', { name: 'Likely causes' }).getByRole('listitem')
    await shown.first().waitFor()
    const names = (await shown.getByRole('heading').allTextContents()).slice(0, 3)
    expect(names.map((name) => name.toLowerCase())).toContain(cause)
    const texts = await shown.allInnerTexts()
    for (const [rank, { sentence }] of causes.slice(0, 3).entries())
      expect(texts[rank]!.toLowerCase()).toContain(sentence.toLowerCase())
  }
}, 300_000)

test('the terminal lists them, and shows each with its causes in the same order', async () => {
  const iso = (time: number) => new Date(time).toISOString()
  const span = ['--since', iso(week.from), '--until', iso(week.to)]
  const lines = (await written('incidents', 'list', '--tab', 'all', '--project', PROJECT_NAME, '--newest', ...span))
    .trimEnd()
    .split('\n')
    .slice(1)
    .toReversed()
  expect(lines).toHaveLength(FAULTS.length)
  for (const [index, { id, title }] of incidents.entries()) {
    expect(lines[index]).toContain(title)
    expect(lines[index]).toContain(id)
    const text = await written('incidents', 'show', id)
    expect(text).toContain(title)
    const causes = text.split('\nCauses\n')[1]!.replace(/\s+/g, ' ')
    for (const { rank, sentence } of details[index]!.causes.slice(0, 3))
      expect(causes).toContain(`${rank}. ${sentence}`)
  }
}, 300_000)

test('the report of the week names them, on its page and as a file', async () => {
  const report = ['report', 'insight', PROJECT_NAME, '--at', String(week.from), '--time-zone', 'UTC']
  const { headline, figures, incidents: reported } = JSON.parse(await written(...report, '--format', 'json'))
  expect(figures.incidents).toBe(FAULTS.length)
  expect(reported.map(({ id }: ListedIncident) => id).toSorted()).toEqual(incidents.map(({ id }) => id).toSorted())
  expect(headline).toMatch(/worst: node4 down$/)
  const text = await written(...report, '--format', 'md')
  expect(text).toContain(`# ${headline}`)
  for (const title of titles) expect(text).toContain(`. **${title.replaceAll('_', '\\_')}** `)

  await page.goto(`${server.url}/insight?project=${PROJECT_NAME}&period=week&at=${week.from}`)
  await page.getByRole('heading', { level: 1, name: headline }).waitFor()
  const lines = await page.getByRole('region', { name: 'Incidents' }).getByRole('listitem').allInnerTexts()
  expect(lines).toHaveLength(FAULTS.length)
  for (const [index, { title, brief }] of reported.entries()) {
    expect(lines[index]).toContain(title)
    expect(lines[index]!.toLowerCase()).toContain(brief.toLowerCase())
  }
}, 300_000)

const factsOf = ({ title, brief, val, start, end, state }: Incident) => ({ title, brief, val, start, end, state })
const valuesOf = ({ seriesId, min, max }: Pick<ReducedSeries, 'seriesId' | 'min' | 'max'>) => ({ seriesId, min, max })
const byId = <One extends { seriesId: string }>(series: One[]) =>
  series.toSorted((a, b) => (a.seriesId < b.seriesId ? -1 : 1))

test('a published copy shows the same incidents and values to whoever has its link', async () => {
  const { from, to } = week
  const publish = ['publish', 'project', PROJECT_NAME, '--from', String(from), '--to', String(to - 1)]
  const { published } = JSON.parse(await written(...publish, '--name', 'a bad week', '--visibility', 'open', '--json'))
  const { detection } = await omen.published.detection(published.id)
  const span = { from, to: to - 1, buckets: 400 }
  const live = await omen.live.analysis(PROJECT_NAME, span)
  expect(detection.incidents).toHaveLength(FAULTS.length)
  expect(detection.incidents.map(factsOf)).toEqual(live.incidents.map(factsOf))
  const seriesIds = live.series.map(({ seriesId }) => seriesId)
  const copied = await omen.published.series(published.id, { ...span, seriesIds })
  expect(copied.times).toEqual(live.times)
  expect(byId(copied.series.map(valuesOf))).toEqual(byId(live.series.map(valuesOf)))

  const visitor = await newPage()
  await visitor.goto(published.link)
  const list = visitor.getByRole('list', { name: 'Incidents' }).getByRole('listitem')
  await list.first().waitFor()
  const lines = (await list.allInnerTexts()).map((line) => line.replace(/\s+/g, ' '))
  expect(lines).toHaveLength(FAULTS.length)
  for (const [index, { title, brief }] of detection.incidents.entries()) {
    expect(lines[index]).toContain(title)
    expect(lines[index]!.toLowerCase()).toContain(brief.split(';')[0]!.toLowerCase())
  }
  expect(await visitor.getByRole('heading', { level: 1 }).textContent()).toMatch(/^7 incidents in 7 days; worst: node4/)
  await visitor.close()
}, 300_000)
