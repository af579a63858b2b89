import { basename, join } from 'node:path'
import type { Browser, BrowserContext, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openBrowser } from '../../scripts/open-browser.ts'
import { codeIn, type Mailbox, openMailbox } from './harness/mailbox.ts'
import { type OmenServer, repository, startOmenServer } from './harness/omen-server.ts'

const training = join(repository, 'samples/data/shop-training.csv')
const day = join(repository, 'samples/data/shop-test.csv')
const USER_NAME = 'newcomer1'
const PASSWORD = 'Lantern_42x'

let mailbox: Mailbox
let server: OmenServer
let browser: Browser
let context: BrowserContext
let page: Page
const faults: string[] = []

beforeAll(async () => {
  mailbox = await openMailbox()
  server = await startOmenServer({ OMEN_SMTP_URL: mailbox.url, OMEN_DEMO: 'true' })
  browser = await openBrowser()
  context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    locale: 'en-GB',
    timezoneId: 'UTC',
    reducedMotion: 'reduce',
  })
  page = await context.newPage()
  page.on('pageerror', (error) => faults.push(error.message))
  page.on('console', (message) => {
    if (message.type() === 'error' && !message.text().includes('status of 401')) faults.push(message.text())
  })
})
afterAll(async () => {
  await browser?.close()
  await server?.stop()
  await mailbox?.close()
})

/** Sends a file from the page and opens it. */
/** Where an element is once it stays there. */
async function steadyBox(element: Locator): Promise<{ x: number; y: number }> {
  for (let before = ''; ; await page.waitForTimeout(100)) {
    const box = await element.boundingBox()
    const now = JSON.stringify(box)
    if (box !== null && now === before) return box
    before = now
  }
}

/** What a pattern matches in a short message that the server printed for the number; waits for it. */
async function nextSms(mobile: string, pattern: RegExp): Promise<RegExpExecArray> {
  const find = () => {
    const messages = server.output().split('--- Short message to ').slice(1)
    return messages
      .filter((message) => message.startsWith(mobile))
      .map((message) => pattern.exec(message.slice(message.indexOf('\n'))))
      .find((match) => match !== null)
  }
  await expect.poll(find, { timeout: 15_000 }).toBeDefined()
  return find()!
}

async function uploadFile(file: string | { name: string; mimeType: string; buffer: Buffer }): Promise<void> {
  await page.goto(`${server.url}/files`)
  await page.locator('input[type=file]').first().setInputFiles(file)
  const name = typeof file === 'string' ? basename(file) : file.name
  await page.getByRole('table', { name: 'Uploaded files' }).getByRole('link', { name }).click()
  await page.getByText('All lines were read.').waitFor()
}

test('signs a newcomer up with a code from the mail', async () => {
  await page.goto(server.url)
  await page.getByRole('link', { name: 'Create one' }).click()
  await page.getByLabel('E-mail or mobile number', { exact: true }).fill('newcomer@example.org')
  await page.getByLabel('Account', { exact: true }).fill(USER_NAME)
  await page.getByRole('button', { name: 'Send code' }).click()
  await page.getByLabel('Verification code').fill(codeIn(await mailbox.next('newcomer@example.org')))
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByLabel('Password', { exact: true }).fill('short')
  await page.getByLabel('Confirm password').fill('short')
  await page.getByRole('button', { name: 'Create account' }).click()
  // The rules that are not met keep the form where it is.
  expect(new URL(page.url()).pathname).toBe('/signup')
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByLabel('Confirm password').fill(PASSWORD)
  await page.getByRole('button', { name: 'Create account' }).click()
  await page.getByRole('heading', { name: 'Find your first anomaly' }).waitFor()
})

test('shows the demo to a newcomer', async () => {
  await page.goto(`${server.url}/welcome`)
  await page.getByRole('link', { name: 'Open the demo' }).click({ timeout: 15_000 })
  await page.getByRole('heading', { name: /^7 incidents in 7 days; worst: node4 down Fri 09:00/ }).waitFor()
  await page.getByRole('list', { name: 'Incidents' }).getByText('node4 down').waitFor()
})

test('loads the code of the search before anybody opens it, so that the first keys are not lost', async () => {
  const loaded = () => page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name))
  await expect.poll(async () => (await loaded()).some((name) => name.includes('/search-dialog-'))).toBe(true)
})

test('previews a file before anything is trained, and trains a model on it', async () => {
  await uploadFile(training)
  await page.getByText(/4,032 rows, 30 series/).waitFor()
  await page.getByRole('combobox', { name: 'Model name' }).fill('checkout')
  await page.getByRole('button', { name: 'Train model' }).click()
  await page.goto(`${server.url}/models`)
  await expect
    .poll(() => page.getByRole('row').filter({ hasText: 'checkout' }).filter({ hasText: 'ready' }).count(), {
      timeout: 15_000,
    })
    .toBe(1)
})

test('says in the preview which column holds the times, and what the times of a refused file look like', async () => {
  await uploadFile({ name: 'time.csv', mimeType: 'text/csv', buffer: Buffer.from('Time,a\n1792368000000000,1\n') })
  await page.getByText('Time, epoch µs').waitFor()
  await page.goto(`${server.url}/files`)
  const buffer = Buffer.from('timestamp,a\n46314.0,1\n46314.5,2\n')
  await page.locator('input[type=file]').first().setInputFiles({ name: 'days.csv', mimeType: 'text/csv', buffer })
  await page
    .getByText(/'46314.0' looks like a day number of a spreadsheet/)
    .first()
    .waitFor()
})

test('detects in a second file and opens what it found', async () => {
  await uploadFile(day)
  await page.getByRole('tab', { name: 'Detect' }).click()
  await page.getByRole('combobox', { name: 'Model' }).click()
  await page.getByRole('option', { name: 'checkout · Holistic' }).click()
  await page.getByRole('button', { name: 'Detect', exact: true }).click()
  await page.getByText('shop-test.csv ← checkout is done.').waitFor({ timeout: 15_000 })
  await page.goto(`${server.url}/detections`)
  await page.getByRole('row').filter({ hasText: 'checkout' }).getByRole('link').first().click()
  await page.getByRole('link', { name: 'checkout v1' }).waitFor()
  await page.getByRole('list', { name: 'Incidents' }).getByText('disk_write on node5').waitFor()
})

test('goes from incident to incident by keys wherever the focus is, says them, and back', async () => {
  await page.locator('[data-part=chart] g[data-layer="lines"] path').first().waitFor({ state: 'attached' })
  const whole = page.url()
  await page.locator('[data-part=chart] [tabindex="0"]').first().focus()
  await page.keyboard.press(']')
  await expect.poll(() => page.url()).toContain('incident=')
  await page.getByRole('list', { name: 'In the time shown' }).waitFor()
  await page.getByRole('heading', { name: /^1 incident in / }).waitFor()
  const spoken = page.locator('[aria-live=polite]').filter({ hasText: /^Incident 1, severity 10.0, 23 Oct 2026/ })
  await spoken.waitFor({ state: 'attached' })
  const first = page.url()
  await page.getByRole('button', { name: /^Sensitivity/ }).focus()
  await page.keyboard.press(']')
  await expect.poll(() => page.url()).not.toBe(first)
  await page.goBack()
  await expect.poll(() => page.url()).toBe(first)
  await page.keyboard.press('Escape')
  await expect.poll(() => page.url()).toBe(whole)
  await page.getByRole('heading', { name: /incidents in 7 days/ }).waitFor()
})

test('selects an incident in the lanes, and tells it where the pointer is', async () => {
  const cell = page.locator('[data-lane=node5] [data-finding] rect').first()
  const selected = page.getByRole('heading', { name: /disk_write on node5 reached 84.3/ })
  // Charts that are still being fetched move the lanes between a look and a click
  const pick = async (): Promise<boolean> => {
    const { x, y } = await steadyBox(cell)
    await page.mouse.move(x + 2, y + 6)
    await page
      .getByText(/^Reached 84.3/)
      .first()
      .waitFor()
    await page.mouse.click(x + 2, y + 6)
    const isSelected = await selected.waitFor({ timeout: 4000 }).then(
      () => true,
      () => false,
    )
    if (!isSelected) await page.keyboard.press('Escape')
    return isSelected
  }
  await expect.poll(pick, { timeout: 15_000 }).toBe(true)
  await page.goBack()
})

test('says of an incident one count, one form of time, and how rare it is in words', async () => {
  await page.getByRole('heading', { name: /incidents in 7 days/ }).waitFor()
  await page.getByRole('list', { name: 'Incidents' }).getByText('disk_write on node5').click()
  const card = page.locator('[aria-current=true]').filter({ hasText: 'disk_write' })
  await card.getByText(/; first of 2 metrics to move\. .*practically never/).waitFor()
  // The table of the card counts as many that moved as the sentence
  expect(await card.locator('tbody tr:not([data-still])').count()).toBe(2)
  const told = await page.locator('main').textContent()
  expect(told).not.toMatch(/\dE-?\d|\btimes its\b|1,000\+|NaN|undefined|\b1 (series|metrics|instances)\b/)
  expect(told).not.toMatch(/\b[ap]m\b|\d (sec|secs|mins|hours)\b|\d+ \+ \d+ more/i)
  // What matters most can be seen whole without scrolling, with its unit on the axis
  const chart = page.locator('section[data-metric]').first()
  await expect.poll(() => chart.getAttribute('data-metric')).toBe('disk_write')
  await chart.locator('g[data-layer="lines"] path').first().waitFor({ state: 'attached' })
  const box = (await chart.boundingBox())!
  expect(box.y + box.height).toBeLessThanOrEqual(900)
  await page.goBack()
  await page.locator('section[data-metric=cpu] svg text').filter({ hasText: '%' }).first().waitFor()
})

test('asks for a pan once, at its end', async () => {
  await page.getByRole('heading', { name: /incidents in 7 days/ }).waitFor()
  await page.keyboard.press(']')
  await page.getByRole('list', { name: 'In the time shown' }).waitFor()
  const chart = page.locator('[data-part=chart]').first()
  await chart.locator('[data-highlight]').first().waitFor()
  await page.waitForTimeout(1000)
  const box = (await chart.boundingBox())!
  const [x, y] = [box.x + box.width * 0.6, box.y + box.height / 2]
  const before = page.url()
  const asked: string[] = []
  const onRequest = (request: { url(): string }) => {
    if (request.url().includes('/series?')) asked.push(new URL(request.url()).searchParams.get('from') ?? '')
  }
  page.on('request', onRequest)
  await page.keyboard.down('Shift')
  await page.mouse.move(x, y)
  await page.mouse.down()
  for (let step = 1; step <= 20; step++) await page.mouse.move(x - step * 5, y)
  expect(page.url()).toBe(before)
  expect(asked).toEqual([])
  await page.mouse.up()
  await page.keyboard.up('Shift')
  await expect.poll(() => page.url()).not.toBe(before)
  await expect.poll(() => asked.length).toBeGreaterThan(0)
  await page.waitForTimeout(500)
  page.off('request', onRequest)
  // Every chart asks for the same time: that at the end.
  expect(new Set(asked).size).toBe(1)
  await page.keyboard.press('Escape')
  await expect.poll(() => page.url()).toBe(before)
  await page.keyboard.press('Escape')
  await page.getByRole('heading', { name: /incidents in 7 days/ }).waitFor()
})

test('says what another sensitivity would change before it is applied, and the address keeps it', async () => {
  await page.getByRole('button', { name: 'Sensitivity: normal' }).click()
  const slider = page.getByRole('slider', { name: 'pvalue' })
  await slider.focus()
  await slider.press('ArrowRight')
  await page
    .getByText(/^\d+ → \d+$/)
    .first()
    .waitFor()
  expect(page.url()).not.toContain('pvalue=')
  await page.getByRole('button', { name: 'Apply' }).click()
  await expect.poll(() => page.url()).toContain('pvalue=')
  await page.getByRole('button', { name: 'Sensitivity: own' }).waitFor()
  await page.reload()
  await page.getByRole('button', { name: 'Sensitivity: own' }).waitFor()
})

test('never draws more than 5,000 points in a chart', async () => {
  await page.locator('section[data-metric=cpu] svg path').first().waitFor()
  const points = (): Promise<number[]> =>
    page.locator('section[data-metric] svg').evaluateAll((charts) =>
      charts.map((chart) => {
        const paths = [...chart.querySelectorAll('path')].map((path) => path.getAttribute('d') ?? '')
        const vertices = paths.reduce((sum, path) => sum + path.split(/[MLC]/).length, 0)
        return vertices + chart.querySelectorAll('circle, rect').length
      }),
    )
  await expect.poll(async () => Math.max(...(await points()))).toBeGreaterThan(500)
  expect(Math.max(...(await points()))).toBeLessThanOrEqual(5000)
})

test('turns Chinese and dark, and stays so', async () => {
  await page.getByRole('button', { name: 'Language' }).click()
  await page
    .getByRole('menuitem', { name: '中文' })
    .or(page.getByRole('menuitemradio', { name: /中文/ }))
    .click()
  await page.getByRole('link', { name: '检测' }).first().waitFor()
  await page.getByRole('button', { name: '主题' }).click()
  await page
    .getByRole('menuitem', { name: '深色' })
    .or(page.getByRole('menuitemradio', { name: '深色' }))
    .click()
  await page.reload()
  await page.getByRole('link', { name: '检测' }).first().waitFor()
  expect(await page.locator('html').getAttribute('data-mantine-color-scheme')).toBe('dark')
  expect(await page.locator('html').getAttribute('lang')).toBe('zh-CN')
})

test('leads to the login and back where one was when the session has ended', async () => {
  await context.clearCookies()
  await page.goto(`${server.url}/files`)
  await page.waitForURL(/\/login/)
  await page.locator('input[autocomplete=username]').fill(USER_NAME)
  await page.locator('input[type=password]').fill(PASSWORD)
  await page.locator('button[type=submit]').click()
  await page.waitForURL(/\/files/)
})

test('signs a person up by mobile number, who forgets name and password and recovers both', async () => {
  const mobile = '13800138000'
  const person = await browser.newContext({ locale: 'zh-CN', viewport: { width: 390, height: 844 } })
  const phone = await person.newPage()
  phone.on('pageerror', (error) => faults.push(error.message))
  await phone.goto(`${server.url}/signup`)
  await phone.getByLabel('邮箱或手机号', { exact: true }).fill(mobile)
  await phone.getByLabel('账号', { exact: true }).fill('walker42')
  await phone.getByRole('button', { name: '发送验证码' }).click()
  await phone.getByLabel('验证码', { exact: true }).fill((await nextSms(mobile, /(?<!\d)\d{6}(?!\d)/))[0])
  await phone.getByRole('button', { name: '继续' }).click()
  await phone.getByLabel('密码', { exact: true }).fill(PASSWORD)
  await phone.getByLabel('再次输入密码').fill(PASSWORD)
  await phone.getByRole('button', { name: '注册' }).click()
  await phone.waitForURL(/\/welcome/)

  await person.clearCookies()
  await phone.goto(`${server.url}/login`)
  await phone.getByRole('link', { name: '忘记账号？' }).click()
  await phone.getByLabel('邮箱或手机号', { exact: true }).fill(mobile)
  await phone.getByRole('button', { name: '发送账号名称' }).click()
  await phone.getByRole('heading', { name: '请查收短信' }).waitFor()
  const [, name = ''] = await nextSms(mobile, /账号是 (\w+)/)
  await phone.getByRole('link', { name: '返回登录' }).click()
  await phone.getByRole('link', { name: '忘记密码？' }).click()
  await phone.getByLabel('账号', { exact: true }).fill(name)
  await phone.getByLabel('邮箱或手机号', { exact: true }).fill(mobile)
  await phone.getByRole('button', { name: '发送临时密码' }).click()
  await phone.getByLabel('临时密码', { exact: true }).fill((await nextSms(mobile, /^\S{16}$/m))[0])
  await phone.getByLabel('新密码', { exact: true }).fill('Lantern_43x')
  await phone.getByRole('button', { name: '设置密码' }).click()
  await phone.getByText('密码已设置').waitFor()
  await phone.getByLabel('账号、邮箱或手机号').fill(name)
  await phone.getByLabel('密码', { exact: true }).fill('Lantern_43x')
  await phone.getByRole('button', { name: '登录', exact: true }).click()
  await phone.waitForURL(/\/welcome/)
  await person.close()
})

test('has no fault in the console of the browser', () => {
  expect(faults).toEqual([])
})
