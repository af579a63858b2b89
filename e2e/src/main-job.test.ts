import { join } from 'node:path'
import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openBrowser } from '../../scripts/open-browser.ts'
import { ADMIN_LOGIN, type OmenServer, repository, startOmenServer } from './harness/omen-server.ts'

const training = join(repository, 'samples/data/shop-training.csv')
const day = join(repository, 'samples/data/shop-test.csv')

let server: OmenServer
let browser: Browser
let page: Page

beforeAll(async () => {
  server = await startOmenServer()
  browser = await openBrowser()
  page = await browser.newPage({ viewport: { width: 1440, height: 900 }, locale: 'en-GB', reducedMotion: 'reduce' })
  await page.goto(`${server.url}/login?next=/files`)
  await page.locator('input[autocomplete=username]').fill(ADMIN_LOGIN.userName)
  await page.locator('input[type=password]').fill(ADMIN_LOGIN.password)
  await page.locator('button[type=submit]').click()
  await page.waitForURL((url) => url.pathname === '/files')
})
afterAll(async () => {
  await browser?.close()
  await server?.stop()
})

test('leads from the upload to an opened incident in six clicks and one typed name', async () => {
  let clicks = 0
  const click = async (target: Locator): Promise<void> => {
    clicks += 1
    await target.click({ timeout: 15_000 })
  }
  const chooser = page.waitForEvent('filechooser')
  await click(page.getByRole('button', { name: 'Choose files' }))
  await (await chooser).setFiles([training, day])
  await click(page.getByRole('button', { name: 'Train a model on shop-training.csv' }))
  await page.keyboard.type('checkout')
  await page.keyboard.press('Enter')
  const trained = page.getByRole('row').filter({ hasText: 'shop-training.csv' })
  await trained.getByRole('link', { name: 'Open model' }).waitFor({ timeout: 15_000 })
  await click(page.getByRole('button', { name: 'Detect in shop-test.csv' }))
  await click(page.getByRole('dialog').getByRole('button', { name: 'Detect', exact: true }))
  const detected = page.getByRole('row').filter({ hasText: 'shop-test.csv' })
  await click(detected.getByRole('link', { name: 'Open detection' }))
  await page.waitForURL(/\/detections\//)
  await click(page.getByRole('list', { name: 'Incidents' }).getByText('disk_write on node5'))
  await page.waitForURL(/incident=/)
  expect(clicks).toBeLessThanOrEqual(6)
})
