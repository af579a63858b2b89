import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { FrozenDetection, Omen } from '../../packages/sdk/src/index.ts'
import { openBrowser } from '../../scripts/open-browser.ts'
import { signedInClient } from './harness/api-client.ts'
import { axeViolations } from './harness/axe.ts'
import { type OmenCli, omenCli } from './harness/omen-cli.ts'
import { type OmenServer, repository, startOmenServer } from './harness/omen-server.ts'
import { signIn } from './harness/screens.ts'

const folder = mkdtempSync(join(tmpdir(), 'omen-publish-'))
const file = join(folder, 'copy.html')
let server: OmenServer
let browser: Browser
let omen: Omen
let cli: OmenCli
let env: Record<string, string>
let detectionId: string

beforeAll(async () => {
  server = await startOmenServer({ OMEN_DEMO: 'true', OMEN_LIVE_DEMO: 'false' })
  browser = await openBrowser()
  omen = await signedInClient(server.url)
  cli = omenCli(server.url)
  const { secret } = await omen.tokens.create({ name: 'ci', scopes: ['read', 'upload', 'publish', 'manage'] })
  env = { OMEN_TOKEN: secret }
  for (;;) {
    const [demo] = (await omen.detections.list({ demo: true })).items
    if (demo) {
      detectionId = demo.id
      return
    }
    await new Promise((done) => setTimeout(done, 200))
  }
})
afterAll(async () => {
  await browser?.close()
  await server?.stop()
  rmSync(folder, { recursive: true, force: true })
})

const newPage = (locale = 'en-GB'): Promise<Page> =>
  browser.newPage({
    viewport: { width: 1440, height: 900 },
    locale,
    timezoneId: 'UTC',
    reducedMotion: 'reduce' as const,
  })

/** The titles of the incidents that a page lists. */
const titlesOn = async (page: Page): Promise<string[]> => {
  const list = page.getByRole('list', { name: 'Incidents' }).getByRole('listitem')
  await list.first().waitFor()
  return (await list.allInnerTexts()).map((text) => text.replace(/\s+/g, ' '))
}
const expectIncidents = (texts: readonly string[], { incidents }: FrozenDetection) => {
  expect(texts).toHaveLength(incidents.length)
  for (const [index, { title }] of incidents.entries()) expect(texts[index]).toContain(title)
}

test('publishes a detection from its page, opens it by its link without a session, and ends it', async () => {
  const page = await newPage()
  await signIn(page, server.url)
  await page.goto(`${server.url}/detections/${detectionId}`)
  await page.getByRole('button', { name: 'Publish' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').fill('Shop <b>week</b>')
  await dialog.getByLabel('System').fill('MySQL')
  await dialog.getByRole('radio', { name: 'open' }).check()
  expect(await axeViolations(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Publish' }).click()
  await page.waitForURL(/\/published\/pb_/)
  const id = new URL(page.url()).pathname.split('/').at(-1)!
  const { published, detection } = await omen.published.detection(id)
  expect(published).toMatchObject({ name: 'Shop <b>week</b>', system: 'MySQL', visibility: 'open' })
  expectIncidents(await titlesOn(page), detection)

  const visitor = await newPage()
  const asked: string[] = []
  visitor.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (pathname.startsWith('/api/')) asked.push(pathname.replace('/api/v1/', '').replace(id, 'ID'))
  })
  await visitor.goto(published.link!)
  expectIncidents(await titlesOn(visitor), detection)
  expect(await visitor.getByText('Shop <b>week</b>').first().textContent()).toBe('Shop <b>week</b>')
  expect(await visitor.getByRole('navigation').count()).toBe(0)
  expect(await axeViolations(visitor)).toEqual([])
  expect(new Set(asked)).toEqual(new Set(['session', 'publishedDetection', 'published/ID', 'published/ID/series']))
  // Nothing of the server is open to whoever has the link
  await visitor.goto(`${server.url}/published`)
  await visitor.waitForURL(/\/login/)
  await visitor.goto(published.link!)
  await titlesOn(visitor)

  await page.getByRole('button', { name: 'More' }).click()
  await page.getByRole('menuitem', { name: 'Revoke' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click()
  await page.waitForURL(/\/published$/)
  await visitor.getByText('The owner has ended this page').waitFor({ timeout: 15_000 })
  await visitor.reload()
  await visitor.getByText('This link is not valid or has ended').waitFor()
  expect(await axeViolations(visitor)).toEqual([])
  await Promise.all([page.close(), visitor.close()])
}, 120_000)

test('publishes a file in CI, fails on severity, and compares the run with the one before', async () => {
  const publish = ['publish', 'file', join(repository, 'samples/data/shop-test.csv'), '--model', 'shop']
  const run = [...publish, '--model-type', 'Hybrid', '--name', 'nightly', '--system', 'MySQL']
  const ci = { ...env, GITHUB_SHA: 'abc123', GITHUB_REF_NAME: 'main' }
  const first = await cli([...run, '--json'], { env: ci })
  expect(first.stderr).toBe('')
  expect(JSON.parse(first.stdout).published).toMatchObject({ commit: 'abc123', branch: 'main', name: 'nightly' })
  const alone = await cli(['published', 'compare', 'nightly', '--fail-on', 'worse'], { env })
  expect(alone).toMatchObject({ code: 0 })
  expect(alone.stdout).toContain('no run before this one: there is nothing to compare yet')
  const failing = await cli([...run, '--fail-on', 'severity>=7', '--visibility', 'open'], { env: ci })
  expect(failing.code).toBe(3)
  expect(failing.stdout).toContain('open link')
  const compared = await cli(['published', 'compare', 'nightly', '--fail-on', 'worse'], { env })
  expect(compared).toMatchObject({ code: 0 })
  expect(compared.stdout).toMatch(/^The same: severity ±0\.0; 0 new, 0 gone/)
  const listed = await cli(['published', 'list', '--system', 'mysql', '--jq', '.published[].name'], { env })
  expect(listed.stdout.trim().split('\n')).toEqual(['nightly', 'nightly'])
  const saved = await cli(['published', 'bundle', 'nightly', '--out', file], { env })
  expect(saved.code).toBe(0)
}, 120_000)

test('an offline file opens from disk without any network, with the figures of the server, and outlives its copy', async () => {
  const { id } = (await omen.published.list({ q: 'nightly' })).items[0]!
  const { detection } = await omen.published.detection(id)
  const stored = await omen.published.series(id, { seriesIds: [detection.series[0]!.seriesId], buckets: 2000 })
  expect((await cli(['published', 'revoke', id, '--yes'], { env })).code).toBe(0)

  const context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    locale: 'en-GB',
    timezoneId: 'UTC',
    offline: true,
  })
  const page = await context.newPage()
  const outside: string[] = []
  const faults: string[] = []
  page.on('request', (request) => {
    if (!/^(file|data|blob):/.test(request.url())) outside.push(request.url())
  })
  page.on('console', (message) => {
    if (message.type() === 'error') faults.push(message.text())
  })
  page.on('pageerror', (error) => faults.push(error.message))
  await page.goto(`file://${file}`)
  expectIncidents(await titlesOn(page), detection)
  expect(await axeViolations(page)).toEqual([])

  // The values are those of the server, each of them
  const html = readFileSync(file, 'utf8')
  const data = JSON.parse(/<script type="application\/json" id="data">(.*?)<\/script>/s.exec(html)![1]!)
  expect(data.values.times).toEqual(stored.times)
  expect(data.values.series[0].min).toEqual(stored.series[0]!.min)
  expect(html.length).toBeLessThan(5 * 2 ** 20)

  // By keyboard from incident to incident, and back
  await page.keyboard.press(']')
  await page.getByRole('list', { name: 'In the time shown' }).waitFor()
  expect(new URL(page.url()).hash).toContain('incident=')
  await page.keyboard.press('Escape')
  await page.getByRole('list', { name: 'Incidents' }).waitFor()

  // The table of a chart, the other language and the other theme
  await page.getByRole('button', { name: /table/i }).first().click()
  await page.getByRole('table').first().waitFor()
  await page.getByRole('button', { name: 'Language' }).click()
  await page.getByRole('menuitem', { name: '中文' }).click()
  await page.getByText('离线副本').waitFor()
  await page.getByRole('menu').waitFor({ state: 'hidden' })
  await page.emulateMedia({ colorScheme: 'dark' })
  expect(await axeViolations(page)).toEqual([])
  expect({ outside, faults }).toEqual({ outside: [], faults: [] })
  await context.close()

  // Without scripts it says what was found all the same
  const plain = await browser.newContext({ javaScriptEnabled: false, offline: true })
  const still = await plain.newPage()
  await still.goto(`file://${file}`)
  expect(await still.locator('#static tbody tr').count()).toBe(detection.incidents.length)
  expect(await still.locator('#static svg').count()).toBeGreaterThan(0)
  await plain.close()
}, 120_000)
