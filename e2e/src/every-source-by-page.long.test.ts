import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Omen } from '../../packages/sdk/src/index.ts'
import {
  type Providers,
  startable,
  startProviders,
} from '../../packages/server/src/testing/providers/connected/start-providers.ts'
import { openBrowser } from '../../scripts/open-browser.ts'
import { signedInClient } from './harness/api-client.ts'
import { chooseOneDay, openConnectForm, typeFields } from './harness/connect-page.ts'
import { type OmenServer, startOmenServer } from './harness/omen-server.ts'
import { signIn } from './harness/screens.ts'

const HOUR = 3_600_000

let providers: Providers
let clock: NodeJS.Timeout
let server: OmenServer
let browser: Browser
let page: Page
let omen: Omen

beforeAll(async () => {
  providers = await startProviders()
  clock = setInterval(() => providers.setTime(Date.now()), 1000)
  server = await startOmenServer({ OMEN_OUTBOUND_ALLOW: '127.0.0.1', OMEN_LOG_FOLDERS: providers.logs })
  omen = await signedInClient(server.url)
  browser = await openBrowser()
  page = await browser.newPage({ viewport: { width: 1440, height: 900 }, locale: 'en-GB', reducedMotion: 'reduce' })
  await signIn(page, server.url)
}, 90_000)
afterAll(async () => {
  clearInterval(clock)
  await browser?.close()
  await server?.stop()
  await providers?.close()
})

const button = (name: string) => page.getByRole('button', { name, exact: true })

async function testConnection(): Promise<void> {
  await button('Test connection').click()
  await page.getByText(/^\d+ samples? in /).waitFor()
  await page.getByRole('table', { name: 'Samples' }).locator('tbody tr').first().waitFor()
}

describe.each(startable)('on the page, a project that fetches from %s', (connector) => {
  const provider = () => providers.of(connector)
  const hasPast = connector !== 'file'

  test('is tested, added with a day of its past, given another key and removed', async () => {
    await openConnectForm(page, server.url, provider())
    await page.getByLabel('Name', { exact: true }).fill(connector)
    await typeFields(page, provider(), { ...provider().settings, ...provider().secrets })
    await testConnection()
    if (hasPast) await chooseOneDay(page)
    await button('Add project').click()
    await page.waitForURL(`**/projects/${connector}?tab=connection`)

    await page.getByText('fetching', { exact: true }).waitFor()
    if (hasPast) await page.getByText(/^Fetched: /).waitFor({ timeout: 60_000 })
    const stored = async () => (await omen.projects.previewRemoval(connector)).loss
    await expect.poll(async () => (await stored()).from).toBeLessThan(Date.now() - (hasPast ? 23 * HOUR : 0))
    const { points, logLines } = await stored()
    expect(provider().dataType === 'Log' ? logLines : points).toBeGreaterThan(hasPast ? 1440 : 0)

    await typeFields(page, provider(), await provider().changeKey())
    expect(await button('Save connection').isDisabled()).toBe(true)
    await testConnection()
    await button('Save connection').click()
    await page.getByText('The connection was saved.').waitFor()
    await page.getByText('fetching', { exact: true }).waitFor()

    await page.getByRole('tab', { name: 'Settings' }).click()
    await button('Remove project').click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('textbox').fill(connector)
    await dialog.getByRole('button', { name: 'Remove project' }).click()
    await page.waitForURL('**/projects')
    await expect(omen.projects.get(connector)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })
})
