import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Omen } from '../../packages/sdk/src/index.ts'
import { openBrowser } from '../../scripts/open-browser.ts'
import { signedInClient } from './harness/api-client.ts'
import { axeViolations } from './harness/axe.ts'
import { type OmenServer, startOmenServer } from './harness/omen-server.ts'
import { settled, signIn } from './harness/screens.ts'
import { logLines, seedLogProject, sendLines } from './harness/seed-logs.ts'

/** Real time passes here, on a machine that may be busy. */
const PATIENCE = { timeout: 120_000, interval: 250 }
const START = Date.UTC(2026, 10, 1)

let server: OmenServer
let browser: Browser
let page: Page
let omen: Omen

beforeAll(async () => {
  server = await startOmenServer()
  omen = await signedInClient(server.url)
  browser = await openBrowser()
  page = await browser.newPage({ viewport: { width: 1440, height: 900 }, locale: 'en-GB', timezoneId: 'UTC' })
  await signIn(page, server.url)
})
afterAll(async () => {
  await browser?.close()
  await server?.stop()
})

test('a log file is uploaded and analysed, its burst is found, opened and ignored, and its lines are searched', {
  timeout: 300_000,
}, async () => {
  await page.goto(`${server.url}/files`)
  const content = Buffer.from(logLines(START, 300).join('\n'))
  await page
    .locator('input[type=file]')
    .first()
    .setInputFiles({ name: 'app.log', mimeType: 'text/plain', buffer: content })
  await page.getByRole('button', { name: 'Analyse app.log' }).click()
  await page.getByRole('link', { name: 'Open logs' }).first().click()

  await page.getByRole('tab', { name: /^Hot 1/ }).click()
  const burst = page.getByRole('row', { name: /db\[node1\] connection to .* refused after duration ms/ })
  await burst.getByText('400', { exact: true }).waitFor()
  await burst.getByText(/^400 errors in \d+ s, usually/).waitFor()
  await burst.getByRole('button', { name: /^Open/ }).click()
  await page.getByTitle('10.0.0.3', { exact: true }).waitFor()
  await expect.poll(() => page.locator('[data-line][data-marked]').count(), PATIENCE).toBeGreaterThan(2)
  await settled(page)
  expect(await axeViolations(page)).toEqual([])

  await page.getByRole('button', { name: 'Ignore', exact: true }).click()
  await page.getByText(/^It hides \d+ findings? of this file\.$/).waitFor()
  await page.getByRole('button', { name: 'Ignore it' }).click()
  await page.getByText('The template is ignored.').waitFor()

  await page.getByRole('tab', { name: 'Lines' }).click()
  const box = page.getByRole('textbox', { name: 'Search lines' })
  await box.fill('内存不足')
  await page.keyboard.press('Enter')
  await page.getByText('That is the only line.').waitFor()
  await expect.poll(() => page.locator('mark').allTextContents(), PATIENCE).toEqual(['内存不足'])
  expect(await page.locator('[data-line]').textContent()).toContain('<b>disk</b> full')
  await settled(page)
  expect(await axeViolations(page)).toEqual([])

  await box.fill('/refused (after/')
  await page.keyboard.press('Enter')
  await page.getByText(/has an expression that cannot be used/).waitFor()
  await page.getByText('The search did not run.').waitFor()
})

test('lines of a project are followed as they arrive, held, and followed again', async () => {
  const key = await seedLogProject(omen, server.api, 'tailed')
  await page.goto(`${server.url}/logs?project=tailed&view=tail`)
  await page.getByRole('button', { name: 'Pause' }).waitFor()
  const lines = page.locator('[data-line]')
  const send = (text: string) => sendLines(server.api, key, [`${new Date().toISOString()} WARN web[node1] ${text}`])
  await expect
    .poll(async () => {
      await send(`ping ${Date.now()}`)
      return lines.count()
    }, PATIENCE)
    .toBeGreaterThan(0)
  await page.getByRole('button', { name: 'Pause' }).click()
  await send('arrived meanwhile')
  await page.getByText(/\d+ new lines?$/).waitFor()
  expect(await lines.filter({ hasText: 'arrived meanwhile' }).count()).toBe(0)
  await page.getByRole('button', { name: 'Back to now' }).click()
  await lines.filter({ hasText: 'arrived meanwhile' }).waitFor()
  expect(await axeViolations(page)).toEqual([])
})
