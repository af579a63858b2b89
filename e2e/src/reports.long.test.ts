import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findBrowser, openBrowser } from '../../scripts/open-browser.ts'
import { signedInClient } from './harness/api-client.ts'
import { axeViolations } from './harness/axe.ts'
import { type Mailbox, openMailbox } from './harness/mailbox.ts'
import { type OmenCli, omenCli } from './harness/omen-cli.ts'
import { type OmenServer, startOmenServer } from './harness/omen-server.ts'
import { demoIds, type Ids, settled, signIn } from './harness/screens.ts'

let mailbox: Mailbox
let server: OmenServer
let browser: Browser
let page: Page
let ids: Ids
let omen: OmenCli
let folder: string

beforeAll(async () => {
  mailbox = await openMailbox()
  server = await startOmenServer({ OMEN_DEMO: 'true', OMEN_SMTP_URL: mailbox.url })
  ids = await demoIds(server.url)
  browser = await openBrowser()
  page = await browser.newPage({ viewport: { width: 1440, height: 900 }, locale: 'en-GB', reducedMotion: 'reduce' })
  await signIn(page, server.url)
  const client = await signedInClient(server.url)
  const { secret } = await client.tokens.create({ name: 'reports', scopes: ['read', 'manage'] })
  const cli = omenCli(server.url)
  omen = Object.assign(
    (args: string[], options: { env?: Record<string, string> } = {}) =>
      cli(args, { env: { OMEN_TOKEN: secret, OMEN_BROWSER: findBrowser()!, ...options.env } }),
    { start: cli.start },
  )
  folder = mkdtempSync(join(tmpdir(), 'omen-reports-'))
}, 180_000)
afterAll(async () => {
  await browser?.close()
  await server?.stop()
  await mailbox?.close()
  rmSync(folder, { recursive: true, force: true })
})

test('the insight report of the sample week says what its detection found, and arrow keys read its bars', async () => {
  await page.goto(`${server.url}/insight?detection=${ids.detection}&period=week`)
  await page
    .getByRole('heading', { level: 1 })
    .getByText(/^The first week with data: .+ abnormal/)
    .waitFor()
  await settled(page)
  expect(await page.getByRole('region', { name: 'Incidents' }).getByRole('listitem').count()).toBe(7)
  expect(await axeViolations(page)).toEqual([])
  const bars = page.getByRole('slider', { name: 'Abnormal time' })
  await bars.focus()
  await page.keyboard.press('End')
  expect(await bars.getAttribute('aria-valuetext')).toMatch(/^Sun 25 Oct: 14 h/)
  await page.getByRole('button', { name: 'Table', exact: true }).click()
  await page.getByRole('rowheader', { name: 'Sat 24 Oct' }).waitFor()
  await page
    .getByRole('button', { name: 'Month', exact: true })
    .or(page.getByText('Month', { exact: true }))
    .first()
    .click()
  await page
    .getByRole('heading', { level: 1 })
    .getByText(/^The first month with data/)
    .waitFor()
  expect(new URL(page.url()).searchParams.get('period')).toBe('month')
}, 60_000)

test('a printed report has neither navigation nor buttons', async () => {
  await page.goto(`${server.url}/daily`)
  await page.getByRole('heading', { level: 1 }).waitFor()
  await settled(page)
  await page.emulateMedia({ media: 'print' })
  expect(await page.getByRole('navigation').first().isVisible()).toBe(false)
  expect(await page.getByRole('button', { name: 'Print' }).isVisible()).toBe(false)
  expect((await page.pdf({ preferCSSPageSize: true })).subarray(0, 5).toString()).toBe('%PDF-')
  await page.emulateMedia({ media: 'screen' })
}, 60_000)

test('a report is mailed now and on a schedule, which the page lists and deletes', async () => {
  await page.goto(`${server.url}/daily`)
  await page.getByRole('button', { name: 'Mail', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('To').fill('ada@example.com')
  await dialog.getByRole('button', { name: 'Send now' }).click()
  const mail = await mailbox.next('ada@example.com')
  expect(mail).toMatch(/^Subject: \[Omen\] /m)
  expect(mail).toContain('multipart/')
  await dialog.getByRole('button', { name: 'Add schedule' }).click()
  await dialog.getByText('Daily summary of All projects, every day at 08:00').waitFor()
  expect(await axeViolations(page)).toEqual([])
  const listed = await omen(['report', 'schedule', 'list', '--json'])
  expect(JSON.parse(listed.stdout).schedules).toMatchObject([{ every: 'day', recipients: ['ada@example.com'] }])
  await dialog.getByRole('button', { name: 'Delete' }).click()
  await dialog.getByText('No report is mailed on a schedule yet.').waitFor()
}, 60_000)

test('the terminal writes the same report as text, Markdown, HTML and PDF', async () => {
  const subject = ['report', 'insight', '--detection', ids.detection, '--time-zone', 'UTC']
  const text = await omen(subject)
  expect([text.code, text.stderr]).toEqual([0, ''])
  expect(text.stdout).toMatch(/^The first week with data: /)
  expect((await omen([...subject, '--format', 'md'])).stdout).toMatch(/^# The first week with data: /)
  for (const [name, start] of [
    ['week.html', '<!doctype html>'],
    ['week.pdf', '%PDF-'],
  ] as const) {
    const path = join(folder, name)
    const written = await omen([...subject, '--out', path])
    expect([written.code, written.stderr]).toEqual([0, `The report is in ${path}.\n`])
    expect(readFileSync(path).subarray(0, start.length).toString()).toBe(start)
  }
}, 90_000)
