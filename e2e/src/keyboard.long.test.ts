import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openBrowser } from '../../scripts/open-browser.ts'
import { signedInClient } from './harness/api-client.ts'
import { ADMIN_LOGIN, type OmenServer, repository, startOmenServer } from './harness/omen-server.ts'

const training = join(repository, 'samples/data/shop-training.csv')
const day = join(repository, 'samples/data/shop-test.csv')

let server: OmenServer
let browser: Browser
let page: Page

beforeAll(async () => {
  server = await startOmenServer()
  browser = await openBrowser()
  page = await browser.newPage({
    viewport: { width: 1440, height: 900 },
    locale: 'en-GB',
    timezoneId: 'UTC',
    reducedMotion: 'reduce',
  })
})
afterAll(async () => {
  await browser?.close()
  await server?.stop()
})

type Focused = { role: string; name: string; isVisible: boolean }

/** What has the focus, and whether one can see that: by an outline, or by a border in another colour. */
function focused(): Promise<Focused> {
  return page.evaluate(() => {
    const at = document.activeElement as HTMLElement
    const named = at.getAttribute('aria-labelledby')
    const name =
      at.getAttribute('aria-label') ??
      (named === null ? null : document.getElementById(named)?.textContent) ??
      (at as HTMLInputElement).labels?.[0]?.textContent ??
      at.textContent
    const own = getComputedStyle(at)
    const outlined = [at, at.parentElement as HTMLElement].some((one) => {
      const { outlineStyle, outlineWidth } = getComputedStyle(one)
      return outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 1
    })
    const isField = at.matches('input:not([type=checkbox]), textarea')
    return {
      role: at.getAttribute('role') ?? at.localName,
      name: (name ?? '').trim(),
      isVisible: outlined || (isField && own.borderColor === 'rgb(27, 116, 184)') || own.boxShadow !== 'none',
    }
  })
}

const visited: Focused[] = []

/** Tabs forward until the focus is on what is named, 80 stops at most. */
async function tabTo(name: RegExp): Promise<void> {
  for (let stops = 0; stops < 80; stops++) {
    await page.keyboard.press('Tab')
    const at = await focused()
    if (at.role !== 'body') visited.push(at)
    if (name.test(at.name)) return
  }
  throw new Error(
    `Tab did not come to ${name}: ${visited
      .slice(-80)
      .map((one) => one.name.slice(0, 30))
      .join(' | ')}`,
  )
}

test('leads from the login to a verdict with the keyboard alone', async () => {
  await page.goto(`${server.url}/login?next=/files`)
  await page.getByRole('heading', { name: 'Sign in' }).waitFor()
  // The first field has the focus.
  await page.keyboard.type(ADMIN_LOGIN.userName)
  await tabTo(/^Password/)
  await page.keyboard.type(ADMIN_LOGIN.password)
  await page.keyboard.press('Enter')
  await page.waitForURL((url) => url.pathname === '/files')
  await page.getByRole('heading', { level: 1 }).waitFor()

  const chooser = page.waitForEvent('filechooser')
  await tabTo(/^Choose files$/)
  await page.keyboard.press('Enter')
  await (await chooser).setFiles([training, day])
  await page.getByRole('button', { name: 'Train a model on shop-training.csv' }).waitFor()

  await tabTo(/^Train a model on shop-training/)
  await page.keyboard.press('Enter')
  await page.getByRole('dialog').getByRole('combobox', { name: 'Model name' }).waitFor()
  await page.keyboard.type('checkout')
  await page.keyboard.press('Enter')
  await page
    .getByRole('row')
    .filter({ hasText: 'shop-training.csv' })
    .getByRole('link', { name: 'Open model' })
    .waitFor({ timeout: 60_000 })

  await tabTo(/^Detect in shop-test/)
  await page.keyboard.press('Enter')
  // The model that was trained last is chosen already.
  const model = page.getByRole('dialog').getByRole('combobox', { name: 'Model' })
  await expect.poll(() => model.inputValue()).toMatch(/^checkout/)
  await tabTo(/^Detect$/)
  await page.keyboard.press('Enter')
  await page.getByRole('link', { name: 'Open detection' }).first().waitFor({ timeout: 60_000 })

  await tabTo(/^Open detection$/)
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/detections\//)
  await page.getByRole('list', { name: 'Incidents' }).getByText('disk_write on node5').waitFor()

  await tabTo(/disk_write on node5/)
  await page.keyboard.press('Enter')
  await page.waitForURL(/incident=/)
  await page.getByRole('list', { name: 'In the time shown' }).waitFor()
  await tabTo(/^False alarm$/)
  await page.keyboard.press('Enter')
  await page.getByRole('dialog').waitFor()
  // Esc closes the dialog and gives the focus back.
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await expect.poll(async () => (await focused()).name).toBe('False alarm')
  await page.keyboard.press('Shift+Tab')
  expect((await focused()).name).toBe('Real')
  await page.keyboard.press('Enter')
  await page.getByRole('dialog').waitFor()
  await tabTo(/^Apply$|^Save/)
  await page.keyboard.press('Enter')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  const omen = await signedInClient(server.url)
  const [made] = (await omen.detections.list()).items
  const { periods } = await omen.detections.get(made!.id)
  expect(periods.filter(({ verdict }) => verdict === 'true')).toHaveLength(1)
})

test('adds a project, copies its key and opens it with the keyboard alone', async () => {
  const before = page.url()
  await page.goto(`${server.url}/projects`)
  await page.getByText('No projects yet').waitFor()
  await tabTo(/^Add project$/)
  await page.keyboard.press('Enter')
  // The name has the focus.
  await page.getByRole('heading', { name: 'What should Omen watch?' }).waitFor()
  await expect.poll(async () => (await focused()).name).toBe('Name')
  await page.keyboard.type('shop')
  await tabTo(/^Add project$/)
  await page.keyboard.press('Enter')
  await page.getByRole('region', { name: 'The ingest key' }).waitFor()
  await tabTo(/^Open the project$/)
  await tabTo(/^Copy$/)
  await tabTo(/^curl$/)
  await page.keyboard.press('ArrowRight')
  expect((await focused()).name).toBe('Prometheus')
  await page.keyboard.press('ArrowLeft')
  for (let back = 0; back < 20 && (await focused()).name !== 'Open the project'; back++)
    await page.keyboard.press('Shift+Tab')
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/projects\/shop$/)
  await tabTo(/^Data$/)
  for (const _ of ['Changes', 'Alerts', 'Keys']) await page.keyboard.press('ArrowRight')
  await page.getByRole('button', { name: 'Create key' }).waitFor()
  await page.goto(before)
})

test('shows where the focus is, at every stop', () => {
  expect(visited.length).toBeGreaterThan(20)
  expect(visited.filter(({ isVisible }) => !isVisible)).toEqual([])
})

test('comes round the whole analysis view without a trap, in either direction', async () => {
  const whole = page.url().replace(/\?.*/, '')
  await page.goto(whole)
  await page.locator('[data-part=chart] g[data-layer="lines"] path').first().waitFor({ state: 'attached' })
  const stops: string[] = []
  for (let at = 0; at < 150; at++) {
    await page.keyboard.press('Tab')
    const { role, name } = await focused()
    if (role === 'body') break
    stops.push(`${role} ${name}`)
  }
  expect(stops.length).toBeLessThan(150)
  expect(stops[0]).toContain('Skip to content')
  await page.keyboard.press('Shift+Tab')
  expect(`${(await focused()).role} ${(await focused()).name}`).toBe(stops.at(-1))
})

test('steps through a chart by arrow keys and speaks the moment with its date', async () => {
  await page.locator('[data-part=chart] [tabindex="0"]').first().focus()
  await page.keyboard.press('Home')
  await page.keyboard.press('ArrowRight')
  await page.locator('[aria-live=polite]').filter({ hasText: /Oct/ }).first().waitFor({ state: 'attached' })
})

test('speaks the analysis view as a tree of roles with one of each landmark and headings in order', async () => {
  const tree = await page.locator('body').ariaSnapshot()
  const landmarks = tree.match(/^ *- (banner|main|complementary|navigation)\b/gm)?.map((line) => line.trim().slice(2))
  expect(landmarks?.sort()).toEqual(['banner', 'complementary', 'main', 'navigation'])
  const levels = [...tree.matchAll(/- '?heading .*\[level=(\d)\]/g)].map(([, level]) => Number(level))
  expect(levels[0]).toBe(1)
  expect(levels.filter((level) => level === 1)).toHaveLength(1)
  for (const [index, level] of levels.entries())
    if (index > 0) expect(level - (levels[index - 1] ?? 0)).toBeLessThanOrEqual(1)
  expect(tree).toMatch(/- list "Incidents"/)
  expect(tree).toMatch(/region "disk_write"/)
  // A lane and a chart in words.
  expect(tree).toMatch(/node5: incidents? \d/)
})

test('speaks a slider by its value and what that means', async () => {
  await page.getByRole('button', { name: /^Sensitivity/ }).focus()
  await page.keyboard.press('Enter')
  const slider = page.getByRole('slider', { name: 'pvalue' })
  await slider.focus()
  await page.keyboard.press('ArrowRight')
  const spoken = await slider.getAttribute('aria-valuetext')
  expect(spoken).toMatch(/^0\.\d+\. About 1 in/)
  await page.keyboard.press('Escape')
})
