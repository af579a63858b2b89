import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Omen } from '../../packages/sdk/src/index.ts'
import { openBrowser } from '../../scripts/open-browser.ts'
import { signedInClient } from './harness/api-client.ts'
import { menuPaths, walkMenu } from './harness/menu.ts'
import { ADMIN_LOGIN, type OmenServer, startOmenServer } from './harness/omen-server.ts'
import { signIn } from './harness/screens.ts'
import { seedLogProject } from './harness/seed-logs.ts'
import { seedProject } from './harness/seed-project.ts'

const run = promisify(execFile)

/** Another path than the usual one: these tests fail if the page or a command on it relies on `/api/v1/`. */
const API_BASE = '/omen/api/'

let server: OmenServer
let browser: Browser
let page: Page
let omen: Omen
const foreign: string[] = []

beforeAll(async () => {
  server = await startOmenServer({ OMEN_API_BASE: API_BASE })
  omen = await signedInClient(server.url, ADMIN_LOGIN, server.api)
  browser = await openBrowser()
  page = await browser.newPage({ viewport: { width: 1440, height: 900 }, locale: 'en-GB', reducedMotion: 'reduce' })
  page.on('request', (request) => {
    if (request.url().startsWith(`${server.url}/api/`)) foreign.push(request.url())
  })
  await signIn(page, server.url)
})
afterAll(async () => {
  await browser?.close()
  await server?.stop()
})

/** The text of a command on the page, as it is copied. */
const textOf = async (command: Locator): Promise<string> => (await command.locator('code').textContent()) ?? ''

/** Creates a key on the open page; the command that sends with it. */
async function createKey(name: string): Promise<string> {
  await page.getByRole('button', { name: 'Create key' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').fill(name)
  await page.keyboard.press('Enter')
  const command = await textOf(dialog.getByRole('tabpanel', { name: 'curl' }))
  await dialog.getByRole('button', { name: 'I have copied it' }).click()
  return command
}

test('leads from the first visit to samples on the page, sent by the command as it is written there', async () => {
  await page.goto(`${server.url}/welcome`)
  await page.getByRole('link', { name: 'Add a project' }).click()
  await page.getByLabel('Name').fill('shop')
  await page.keyboard.press('Enter')
  await page.getByText('Waiting for the first data').waitFor()
  const command = await textOf(page.getByRole('tabpanel', { name: 'curl' }))
  const { stdout } = await run('sh', ['-c', command])
  expect(JSON.parse(stdout)).toMatchObject({ success: true, accepted: 1, rejected: 0 })
  const sentAt = Date.now()
  const row = page.getByRole('table', { name: 'Series that have arrived' }).getByRole('row').nth(1)
  await row.getByRole('cell', { name: 'web1' }).waitFor()
  await page.getByText('1 sample', { exact: true }).waitFor()
  await page.locator('[data-metric=cpu] svg').first().waitFor()
  expect(Date.now() - sentAt, 'ms from the answer to the page').toBeLessThan(15_000)
  expect(await row.textContent()).toContain('42.5')
})

test('draws further samples on the page of the project, which is found by its name', async () => {
  await page.keyboard.press('Control+k')
  await page.getByRole('dialog').getByRole('combobox').fill('sho')
  await page.getByRole('option', { name: 'shop' }).click()
  await page.waitForURL(/\/projects\/shop$/)
  await page.getByText('1 sample in the time shown').waitFor()
  await page.getByRole('tab', { name: 'Ingest keys' }).click()
  const command = await createKey('second')
  await page.getByRole('tab', { name: 'Data' }).click()
  await run('sh', ['-c', command.replace('"cpu"', '"memory"')])
  await page.getByText('2 samples in the time shown').waitFor()
  await page.locator('[data-metric=memory] svg').first().waitFor()
})

test('refuses what is sent with a deleted key', async () => {
  await page.goto(`${server.url}/projects/shop?tab=keys`)
  const command = await createKey('third')
  await page.getByRole('button', { name: 'Delete third' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click()
  await page.getByText('third was deleted.').waitFor()
  const { stdout } = await run('sh', ['-c', command])
  expect(JSON.parse(stdout)).toMatchObject({ success: false, code: 'UNAUTHENTICATED' })
})

test('shows a badge by the configured path of the API', async () => {
  const to = Date.now()
  const job = await omen.published.publishProject(
    { projectName: 'shop', from: to - 3_600_000, to, name: 'Shop', system: 'MySQL', visibility: 'open' },
    { waitSeconds: 60 },
  )
  const id = job.result?.publishedId
  await page.goto(`${server.url}/published/${id}`)
  await page.getByRole('button', { name: 'More' }).click()
  await page.getByRole('menuitem', { name: 'Badge' }).click()
  const markdown = await textOf(page.getByRole('dialog'))
  const address = /\]\((http[^)]+)\)\]/.exec(markdown)?.[1] ?? ''
  expect(address).toContain(`${API_BASE}published/${id}/badge.svg?latest=true&key=`)
  const badge = await fetch(address)
  expect([badge.status, badge.headers.get('content-type')]).toEqual([200, expect.stringContaining('image/svg+xml')])
  await expect
    .poll(() =>
      page.getByRole('img', { name: 'Severity of Shop' }).evaluate((img: HTMLImageElement) => img.naturalWidth),
    )
    .toBeGreaterThan(0)
  await page.keyboard.press('Escape')
})

test('goes from every entry of the menu to every other one and stays there', async () => {
  await seedProject(omen, server.api)
  await seedLogProject(omen, server.api, 'older-logs', 2)
  await seedLogProject(omen, server.api, 'newer-logs', 2)
  await page.goto(`${server.url}/dashboard`)
  const paths = await menuPaths(page)
  expect(paths.length).toBe(21)
  const steps = paths.flatMap((from, index) => paths.slice(index + 1).flatMap((to) => [from, to]))
  expect(await walkMenu(page, steps)).toEqual([])
})

test.each(['/outliers?project=shop', '/logs?project=older-logs'])(
  'leaves %s by every entry of the menu, and the way back leads to the chosen project',
  async (chosen) => {
    await page.goto(server.url + chosen)
    const paths = (await menuPaths(page)).filter((path) => !chosen.startsWith(path) || path === '/')
    expect(await walkMenu(page, paths, chosen)).toEqual([])
  },
)

test('requests nothing from the usual path of the API', () => {
  expect(foreign).toEqual([])
})
