import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Omen } from '../../packages/sdk/src/index.ts'
import { openBrowser } from '../../scripts/open-browser.ts'
import { signedInClient } from './harness/api-client.ts'
import { axeViolations } from './harness/axe.ts'
import { type OmenServer, startOmenServer } from './harness/omen-server.ts'
import { signIn } from './harness/screens.ts'

/** Real time passes here, on a machine that may be busy. */
const PATIENCE = { timeout: 240_000, interval: 250 }

let server: OmenServer
let browser: Browser
let page: Page
let omen: Omen
/** An incident that the tests cause. */
let id: string

const isUpToDate = async (): Promise<boolean> => {
  const found = await omen.live.analysis('shop-live', { buckets: 1 }).catch(() => undefined)
  return found?.state === 'live' && found.lagMs !== null && found.lagMs < 10_000
}

/** An open incident on a disk. */
const openIncident = async () => {
  const { incidents } = await omen.incidents.list({ tab: 'open', q: 'disk' })
  return incidents[0]
}

beforeAll(async () => {
  server = await startOmenServer({ OMEN_DEMO: 'true', OMEN_LIVE_DEMO_SECONDS: '1' })
  omen = await signedInClient(server.url)
  browser = await openBrowser()
  page = await newPage()
}, 240_000)
afterAll(async () => {
  await browser?.close()
  await server?.stop()
})

async function newPage(): Promise<Page> {
  const context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    locale: 'en-GB',
    reducedMotion: 'reduce',
  })
  const opened = await context.newPage()
  await signIn(opened, server.url)
  return opened
}

const postMortem = (of: Page) => of.getByRole('region', { name: 'Post-mortem' })

/** Opens the editor of a page and writes a line before what is there. */
async function write(of: Page, line: string): Promise<void> {
  await of.goto(`${server.url}/incidents/${id}`)
  await postMortem(of).getByText('Write', { exact: true }).click()
  const text = postMortem(of).getByRole('textbox', { name: 'Text in Markdown' })
  await text.fill(`${line}\n\n${await text.inputValue()}`)
}

test('leads from the list to an incident with its causes, of which the fault is among the first', {
  timeout: 900_000,
}, async () => {
  await expect.poll(isUpToDate, PATIENCE).toBe(true)
  await omen.demo.start({ kind: 'disk-hog', node: 2, minutes: 60 })
  await expect.poll(openIncident, PATIENCE).toBeDefined()
  id = (await openIncident())!.id
  await page.goto(`${server.url}/incidents`)
  await page.getByRole('heading', { level: 1, name: /open incident/ }).waitFor()
  await page
    .getByRole('table', { name: 'Incidents' })
    .getByRole('link', { name: /^disk_/ })
    .first()
    .click()
  await page.waitForURL(/\/incidents\/in_/)
  await page.goto(`${server.url}/incidents/${id}`)
  const causes = page.getByRole('list', { name: 'Likely causes' }).getByRole('listitem')
  await causes.first().waitFor()
  const names = await causes.getByRole('heading').allTextContents()
  expect(names.slice(0, 3).join()).toMatch(/disk_(read|write) on node2/)
  await page
    .getByRole('list', { name: 'Timeline by onset' })
    .getByText(/^disk_/)
    .first()
    .waitFor()
})

test('is acknowledged, and its list says so', async () => {
  await page.goto(`${server.url}/incidents/${id}`)
  await page.getByRole('button', { name: 'Acknowledge' }).click()
  await page.getByText('acknowledged by operator').waitFor()
  expect((await omen.incidents.get(id)).decision).toMatchObject({ state: 'acknowledged', decidedBy: 'operator' })
})

test('keeps what two people write at once: whoever saves second joins both texts', async () => {
  const other = await newPage()
  await write(page, 'The disk of node2 was full.')
  await write(other, 'A backup ran twice.')
  await postMortem(page).getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText('Post-mortem saved.').waitFor()
  await postMortem(other).getByRole('button', { name: 'Save', exact: true }).click()
  const dialog = other.getByRole('dialog', { name: 'operator has saved another text meanwhile' })
  await dialog.getByText('A backup ran twice.').first().waitFor()
  await dialog.getByText('The disk of node2 was full.').first().waitFor()
  await dialog.getByRole('button', { name: 'Save joined text' }).click()
  await other.getByText('Post-mortem saved.').waitFor()
  await other.context().close()
  const { postMortem: saved, revisions } = await omen.incidents.postMortem({ incidentId: id })
  expect(saved.text).toContain('The disk of node2 was full.')
  expect(saved.text).toContain('A backup ran twice.')
  expect(revisions).toHaveLength(2)
})

test('is resolved with a note of what was done, and reopened', async () => {
  await page.goto(`${server.url}/incidents/${id}`)
  await page.getByRole('button', { name: 'Resolve' }).click()
  await page.getByRole('dialog').getByLabel('What was done').fill('deleted old backups')
  await page.getByRole('dialog').getByRole('button', { name: 'Resolve' }).click()
  await page.getByText('resolved by operator').waitFor()
  await page.getByRole('region', { name: 'What was done' }).getByText('deleted old backups').first().waitFor()
  await page.getByRole('button', { name: 'Reopen' }).click()
  await expect.poll(async () => (await omen.incidents.get(id)).incident.state).toBe('open')
  await page.getByRole('button', { name: 'Acknowledge' }).waitFor()
})

test('is exported as a document that holds what was written', async () => {
  await page.getByRole('button', { name: 'Export', exact: true }).click()
  const [saved] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: 'Markdown' }).click(),
  ])
  expect(saved.suggestedFilename()).toMatch(/\.md$/)
})

test('is exported as one file that opens from disk without any network, with its text, charts and causes', async () => {
  const file = join(server.folder, 'incident.html')
  writeFileSync(file, await omen.incidents.export(id, 'html'))
  const context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    locale: 'en-GB',
    timezoneId: 'UTC',
    offline: true,
  })
  const kept = await context.newPage()
  const faults: string[] = []
  kept.on('request', (request) => {
    if (!/^(file|data|blob):/.test(request.url())) faults.push(request.url())
  })
  kept.on('console', (message) => {
    if (message.type() === 'error') faults.push(message.text())
  })
  kept.on('pageerror', (error) => faults.push(error.message))
  await kept.goto(`file://${file}`)
  await kept.getByRole('list', { name: 'Likely causes' }).getByRole('listitem').first().waitFor()
  await kept.getByRole('list', { name: 'Timeline by onset' }).getByRole('listitem').first().waitFor()
  const text = kept.getByRole('region', { name: 'Post-mortem' })
  await text.getByText('The disk of node2 was full.').waitFor()
  const chart = text.getByRole('figure').first()
  await chart.locator('[data-layer=lines] path').first().waitFor()
  expect(await chart.locator('[data-layer=bars] > *').count()).toBeGreaterThan(0)
  await chart.getByRole('button', { name: /table/ }).press('Enter')
  await chart.getByRole('table').waitFor()
  expect(await axeViolations(kept)).toEqual([])
  await kept.getByRole('button', { name: 'Language' }).click()
  await kept.getByRole('menuitem', { name: '中文' }).click()
  await kept.getByRole('list', { name: '可能原因' }).waitFor()
  await kept.getByRole('menu').waitFor({ state: 'hidden' })
  await kept.emulateMedia({ colorScheme: 'dark' })
  expect(await axeViolations(kept)).toEqual([])
  expect(faults).toEqual([])
  await context.close()
})

test('is found by the search that jumps', async () => {
  await page.keyboard.press('Control+k')
  await page.getByRole('dialog').getByRole('combobox').fill('disk')
  await page
    .getByRole('option', { name: /^disk_.*shop-live/ })
    .first()
    .click()
  await page.waitForURL(/\/incidents\/in_/)
})
