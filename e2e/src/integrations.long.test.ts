import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openBrowser } from '../../scripts/open-browser.ts'
import { axeViolations } from './harness/axe.ts'
import { type OmenServer, startOmenServer } from './harness/omen-server.ts'
import { signIn } from './harness/screens.ts'

const bodies: string[] = []
let status = 200
const receiver = createServer(async (request, response) => {
  bodies.push((await request.setEncoding('utf8').toArray()).join(''))
  response.writeHead(status).end(status === 200 ? 'ok' : 'no_service')
})
let server: OmenServer
let browser: Browser
let page: Page

beforeAll(async () => {
  receiver.listen(0, '127.0.0.1')
  await once(receiver, 'listening')
  server = await startOmenServer({ OMEN_OUTBOUND_ALLOW: '127.0.0.1' })
  browser = await openBrowser()
  page = await browser.newPage({ viewport: { width: 1440, height: 900 }, locale: 'en-GB', reducedMotion: 'reduce' })
  await signIn(page, server.url)
})
afterAll(async () => {
  await browser?.close()
  await server?.stop()
  receiver.closeAllConnections()
  receiver.close()
})

test('adds a webhook, tests it for real, says why a test fails, and removes it', async () => {
  await page.goto(`${server.url}/integrations`)
  await page.getByRole('button', { name: 'Add integration' }).click()
  const dialog = page.getByRole('dialog')
  expect(await axeViolations(page)).toEqual([])
  await dialog.getByLabel('Name').fill('on-call')
  await dialog.getByRole('button', { name: 'Add integration' }).click()
  await dialog.getByText('Paste the whole address, beginning with https://').waitFor()
  const { port } = receiver.address() as AddressInfo
  await dialog.getByLabel('Address of the incoming webhook').fill(`http://127.0.0.1:${port}/services/topsecret`)
  await dialog.getByRole('button', { name: 'Add integration' }).click()
  await page.getByText('on-call was added. Send a test to see whether it arrives.').waitFor()

  await page.getByRole('button', { name: 'Send a test to on-call' }).click()
  await page.getByText('The test arrived at on-call.').waitFor()
  expect(JSON.parse(bodies[0]!).text).toContain('test of this integration')
  status = 404
  await page.getByRole('button', { name: 'Send a test to on-call' }).click()
  const table = page.getByRole('table', { name: 'Integrations' })
  await table.getByText('It answered 404: no_service.').waitFor()
  await page.getByRole('table', { name: 'Last deliveries' }).getByText('It answered 404: no_service.').waitFor()
  expect(await page.content()).not.toContain('topsecret')
  expect(await axeViolations(page)).toEqual([])

  await page.getByRole('button', { name: 'Remove on-call' }).click()
  await dialog.getByRole('button', { name: 'Remove' }).click()
  await page.getByText('No integrations yet').waitFor()
})
