import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Omen } from '../../packages/sdk/src/index.ts'
import { openBrowser } from '../../scripts/open-browser.ts'
import { signedInClient } from './harness/api-client.ts'
import { type OmenCli, omenCli, type RunningCli } from './harness/omen-cli.ts'
import { ADMIN_LOGIN, type OmenServer, startOmenServer } from './harness/omen-server.ts'
import { signIn } from './harness/screens.ts'

const PROJECT = 'shop-live'
/** Real time passes here, on a machine that may be busy. */
const PATIENCE = { timeout: 240_000, interval: 250 }

/** A line of `omen live --json`. */
type Line = {
  event: string
  finding: { start: number; end: number; sentence: string }
  incident?: { title: string; state: string }
  /** When it was read. */
  at: number
}

let server: OmenServer
let browser: Browser
let page: Page
let omen: Omen
let cli: OmenCli
let watching: RunningCli

beforeAll(async () => {
  server = await startOmenServer({ OMEN_DEMO: 'true', OMEN_LIVE_DEMO_SECONDS: '1' })
  omen = await signedInClient(server.url)
  cli = omenCli(server.url)
  const login = ['login', '--user', ADMIN_LOGIN.userName, '--password-stdin']
  expect(await cli(login, { input: `${ADMIN_LOGIN.password}\n` })).toMatchObject({ code: 0 })
  browser = await openBrowser()
  page = await browser.newPage({ viewport: { width: 1440, height: 900 }, locale: 'en-GB', reducedMotion: 'reduce' })
  await signIn(page, server.url)
})
afterAll(async () => {
  watching?.stop()
  await browser?.close()
  await server?.stop()
})

/** Detection on the history of the demo has reached the present. */
const isUpToDate = async (): Promise<boolean> => {
  const found = await omen.live.analysis(PROJECT, { buckets: 1 }).catch(() => undefined)
  return found?.state === 'live' && found.lagMs !== null && found.lagMs < 10_000
}

/** A node on which nothing is wrong, when nothing is open: things go wrong in the demo by themselves, too. */
async function quietNode(): Promise<number | undefined> {
  const { periods, gaps } = await omen.live.analysis(PROJECT, { buckets: 1 })
  const lasting = [...periods, ...gaps].filter(({ state }) => state === 'open' || state === 'recovering')
  const isQuiet = (node: number): boolean =>
    !periods.some(({ series }) => series.some(({ seriesId }) => seriesId.includes(`[node${node}]`)))
  return lasting.length === 0 ? [1, 4, 2, 5, 3].find(isQuiet) : undefined
}

const readLines = (): Omit<Line, 'at'>[] =>
  watching
    .stdout()
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line))

/** The first line about what a fault does. */
async function untilLine(event: string, about: RegExp, since: number): Promise<Line> {
  const find = () =>
    readLines().find((line) => line.event === event && line.finding.end >= since && about.test(line.finding.sentence))
  await expect.poll(find, PATIENCE).toBeDefined()
  return { ...find()!, at: Date.now() }
}

test('shows a fault that begins and ends in a lane, as an incident and in a sentence, on the open page and in a pipe', {
  timeout: 1_500_000,
}, async () => {
  await expect.poll(isUpToDate, PATIENCE).toBe(true)
  await page.goto(`${server.url}/live`)
  await page.waitForURL(/\/live\/shop-live$/)
  await page.locator('[data-metric=cpu] svg').first().waitFor()
  await page.evaluate(() => Object.assign(globalThis, { isSamePage: true }))
  watching = cli.start(['live', PROJECT, '--json'])
  let number: number | undefined
  await expect.poll(async () => (number = await quietNode()), { ...PATIENCE, timeout: 480_000 }).toBeDefined()
  const node = `node${number}`
  const title = new RegExp(`^disk_(read|write) on ${node}`)
  const openNow = page.getByRole('region', { name: 'Open now' })
  const onPage = openNow.getByText(title)
  const findingsInLane = page.locator(`[data-lane=${node}] [data-finding]`)

  const startedAt = Date.now()
  const fault = await cli(['demo', 'fault', 'disk-hog', '--node', String(number), '--for', '60m', '--json'])
  expect(fault).toMatchObject({ code: 0 })
  const lineOfBegin = untilLine('began', title, startedAt)
  await expect.poll(() => onPage.count(), PATIENCE).toBeGreaterThan(0)
  const seenAt = Date.now()
  await page.getByRole('heading', { level: 1, name: /open incident/ }).waitFor()
  await openNow
    .getByText(/, usually [\d.]/)
    .first()
    .waitFor()
  await expect.poll(() => findingsInLane.count(), PATIENCE).toBeGreaterThan(0)
  const began = await lineOfBegin
  expect(began.incident).toMatchObject({ title: expect.any(String), state: 'open' })
  const { stepMs, cvalue } = await omen.live.analysis(PROJECT, { buckets: 1 })
  const decisive = began.finding.start + cvalue * stepMs
  console.info(
    `From the end of its flagged sample ${cvalue}: page ${seenAt - decisive} ms, pipe ${began.at - decisive} ms.`,
  )

  const { id } = JSON.parse(fault.stdout).fault
  await omen.demo.end(id)
  const lineOfEnd = untilLine('ended', title, startedAt)
  const ended = page.getByRole('region', { name: 'Ended in the last 24 h' }).getByText(title)
  await expect.poll(async () => (await onPage.count()) === 0 && (await ended.count()) > 0, PATIENCE).toBe(true)
  const overAt = Date.now()
  const end = await lineOfEnd
  const over = end.finding.end + (cvalue + 2) * stepMs
  console.info(`Over by its samples: page ${overAt - over} ms, pipe ${end.at - over} ms later.`)
  expect(await page.evaluate(() => 'isSamePage' in globalThis)).toBe(true)
})

test('is paused, read back and brought to the present with the keyboard alone', async () => {
  await page.getByRole('button', { name: 'Pause' }).focus()
  await page.keyboard.press('Enter')
  await page.getByText(/^Paused at/).waitFor()
  await page.getByRole('button', { name: 'Back to now' }).focus()
  await page.keyboard.press('Enter')
  await page.getByText(/^Paused at/).waitFor({ state: 'detached' })
  await page.getByRole('button', { name: /^Time shown/ }).focus()
  await page.keyboard.press('Enter')
  const focused = () => page.evaluate(() => document.activeElement?.textContent)
  await expect.poll(focused).toBe('Last 15 minutes')
  // On a busy machine the menu takes the focus once more after it has opened
  const tab = async () => {
    if ((await focused()) === 'Last 15 minutes') await page.keyboard.press('Tab')
    await page.waitForTimeout(300)
    return focused()
  }
  await expect.poll(tab, PATIENCE).toBe('Last hour')
  await page.keyboard.press('Enter')
  await page.waitForURL(/span=1h/)
  const label = () => page.evaluate(() => document.activeElement?.getAttribute('aria-label'))
  await expect.poll(label).toBe('Time shown: Last hour')
  await page.getByRole('button', { name: 'Earlier' }).focus()
  await page.keyboard.press('Enter')
  await page.waitForURL(/window=\d/)
  await page.locator('[data-metric=cpu] svg').first().waitFor()
})

test('forecasts as the address says: in the charts, and in sentences for each series that the API names', async () => {
  await page.goto(`${server.url}/live/${PROJECT}?span=1h&ahead=2h`)
  const card = page.getByRole('region', { name: 'Forecast' })
  await card.getByText('Each range is made to hold 90 % of the values to come.').waitFor({ timeout: 60_000 })
  await page.locator('[data-metric=cpu] [data-line$=" forecast"]').waitFor()
  await page.locator('[data-layer=forecast]').waitFor()
  const named = async () => {
    const { forecast } = await omen.live.analysis(PROJECT, { span: 3_600_000, buckets: 1, predict: 2 })
    const outlooks = forecast?.series.filter(({ outlook }) => outlook !== undefined) ?? []
    return outlooks.length - (await card.getByRole('listitem').count())
  }
  // A step may end between the two
  await expect.poll(named, PATIENCE).toBe(0)
  await page.getByRole('button', { name: 'Show cpu as a table' }).click()
  await page.getByRole('columnheader', { name: /, forecast/ }).waitFor()
})
