import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Omen } from '../../packages/sdk/src/index.ts'
import { openBrowser } from '../../scripts/open-browser.ts'
import { signedInClient } from './harness/api-client.ts'
import { type OmenServer, startOmenServer } from './harness/omen-server.ts'
import { signIn } from './harness/screens.ts'

const project = 'shop-live'
/** Real time passes here, on a machine that may be busy. */
const patience = { timeout: 240_000, interval: 500 }

let server: OmenServer
let browser: Browser
let page: Page
let omen: Omen

beforeAll(async () => {
  server = await startOmenServer({ OMEN_DEMO: 'true' })
  omen = await signedInClient(server.url)
  browser = await openBrowser()
  page = await browser.newPage({ viewport: { width: 1440, height: 900 }, locale: 'en-GB', reducedMotion: 'reduce' })
  await signIn(page, server.url)
}, 120_000)
afterAll(async () => {
  await browser?.close()
  await server?.stop()
})

/** Detection on the history of the demo has reached the present. */
const isUpToDate = async (): Promise<boolean> => {
  const found = await omen.live.analysis(project, { buckets: 1 }).catch(() => undefined)
  return found?.state === 'live' && found.lagMs !== null && found.lagMs < 30_000
}

test('shows a fault that begins and ends in a lane, as an incident and in a sentence, on the page that is open', {
  timeout: 720_000,
}, async () => {
  await expect.poll(isUpToDate, patience).toBe(true)
  await page.goto(`${server.url}/live`)
  await page.waitForURL(/\/live\/shop-live$/)
  await page.locator('[data-metric=cpu] svg').first().waitFor()
  await page.evaluate(() => Object.assign(globalThis, { isSamePage: true }))
  // Things go wrong in the demo by themselves, too.
  const before = (await omen.live.analysis(project, { buckets: 1 })).incidents.filter(({ state }) => state !== 'over')
  const node = [4, 2, 3, 5, 1].find((one) => !before.some(({ title }) => title.includes(`node${one}`))) ?? 4
  const title = `cpu on node${node}`
  const openNow = page.getByRole('region', { name: 'Open now' }).getByText(title)

  const fault = await omen.demo.start({ kind: 'cpu-hog', node, minutes: 60 })
  await expect.poll(() => openNow.count(), patience).toBeGreaterThan(0)
  const seenAt = Date.now()
  await page.getByRole('heading', { level: 1, name: /open incident/ }).waitFor()
  expect(await page.locator(`[data-lane=node${node}] [data-finding]`).count()).toBeGreaterThan(0)
  const { stepMs, cvalue, incidents } = await omen.live.analysis(project, { buckets: 1 })
  const began = Math.max(...incidents.filter((one) => one.title === title).map(({ start }) => start))
  const decisive = began + (cvalue - 1) * stepMs
  console.info(`The fault was on the page ${seenAt - decisive} ms after the time of its flagged sample ${cvalue}.`)

  await omen.demo.end(fault.id)
  const ended = page.getByRole('region', { name: 'Ended in the last 24 h' }).getByText(title)
  await expect.poll(async () => (await openNow.count()) === 0 && (await ended.count()) > 0, patience).toBe(true)
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
  await page.keyboard.press('Tab')
  await expect.poll(focused).toBe('Last hour')
  await page.keyboard.press('Enter')
  await page.waitForURL(/span=1h/)
  const label = () => page.evaluate(() => document.activeElement?.getAttribute('aria-label'))
  await expect.poll(label).toBe('Time shown: Last hour')
  await page.getByRole('button', { name: 'Earlier' }).focus()
  await page.keyboard.press('Enter')
  await page.waitForURL(/window=\d/)
  await page.locator('[data-metric=cpu] svg').first().waitFor()
})
