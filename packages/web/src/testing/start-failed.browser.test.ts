import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { extname, join, resolve } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import type { Browser } from 'playwright-core'
import { build } from 'vite'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openBrowser } from '../../../../scripts/open-browser.ts'

const ORIGIN = 'http://omen.test'
const CONTENT_TYPES: Record<string, string> = { '.js': 'text/javascript', '.css': 'text/css', '.svg': 'image/svg+xml' }
let browser: Browser
let folder = ''

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'omen-page-'))
  await build({ root: resolve(import.meta.dirname, '../..'), logLevel: 'silent', build: { outDir: folder } })
  browser = await openBrowser()
})
afterAll(async () => {
  await browser?.close()
  rmSync(folder, { recursive: true, force: true })
})

interface Deployment {
  /** What the server names as the script of its page. */
  pageName?: string
  codeAfterMs?: number
}

/** The built page without its files that match `missing`, and with a server that knows nobody. */
async function open(missing: RegExp, locale = 'en-GB', { pageName, codeAfterMs = 0 }: Deployment = {}) {
  const page = await browser.newPage({ locale })
  await page.route(`${ORIGIN}/**`, async (route) => {
    const { pathname } = new URL(route.request().url())
    if (pathname.startsWith('/assets/')) await setTimeout(codeAfterMs)
    if (pathname.startsWith('/api/')) {
      const body = { success: false, code: 'UNAUTHENTICATED', message: 'Sign in.', requestId: 'r' }
      return route.fulfill({ status: 401, json: body, ...(pageName && { headers: { 'X-Omen-Page': pageName } }) })
    }
    if (missing.test(pathname)) return route.abort()
    const file = join(folder, pathname)
    const contentType = CONTENT_TYPES[extname(pathname)]
    if (contentType !== undefined && existsSync(file)) return route.fulfill({ body: readFileSync(file), contentType })
    return route.fulfill({ body: readFileSync(join(folder, 'index.html')), contentType: 'text/html' })
  })
  await page.goto(`${ORIGIN}/login`, { waitUntil: codeAfterMs > 0 ? 'commit' : 'load' })
  return page
}

describe('a page of which a part cannot be loaded', () => {
  it.each([
    ['its first script', /\/assets\/(index|start)-[^/]*\.js$/, 'Omen could not be loaded'],
    ['its style sheet', /\/start-[^/]*\.css$/, 'Omen could not be loaded'],
    ['its texts', /\/en-[^/]*\.js$/, 'Omen could not be loaded'],
    ['the page of an address', /\/login-page-[^/]*\.js$/, 'This page could not be loaded'],
  ])('says so without %s, and loads again when asked', async (_, missing, sentence) => {
    const page = await open(missing)
    await expect.poll(() => page.getByRole('alert').textContent()).toContain(sentence)
    await page.unroute(`${ORIGIN}/**`)
    const reloaded = page.waitForRequest(`${ORIGIN}/login`)
    await page.route(`${ORIGIN}/**`, (route) => route.fulfill({ body: 'again', contentType: 'text/html' }))
    await page.getByRole('button').click()
    await reloaded
    await page.close()
  })

  it('says so in Chinese', async () => {
    const page = await open(/\/assets\/(index|start)-[^/]*\.js$/, 'zh-CN')
    await expect.poll(() => page.getByRole('alert').textContent()).toContain('加载失败')
    await page.close()
  })

  it('can be read while its code and styles are still on their way', async () => {
    const page = await open(/nothing is missing/, 'zh-CN', { codeAfterMs: 2_000 })
    await page.getByRole('status').filter({ hasText: '正在加载 Omen…' }).waitFor({ timeout: 1_900 })
    await expect.poll(() => page.evaluate(() => performance.getEntriesByName('first-contentful-paint').length)).toBe(1)
    expect(await page.getByText('正在加载 Omen…').count()).toBe(1)
    await expect.poll(() => page.getByRole('button', { name: '登录' }).count()).toBe(1)
    expect(await page.getByText('正在加载 Omen…').count()).toBe(0)
    await page.close()
  })

  it('offers a reload once the server has another page', async () => {
    const page = await open(/nothing is missing/, 'en-GB', { pageName: 'start-newer.js' })
    await page.getByLabel('Password', { exact: true }).fill('half a passw')
    await page.getByText('There is a new version of Omen').waitFor()
    expect(await page.getByLabel('Password', { exact: true }).inputValue()).toBe('half a passw')
    const reloaded = page.waitForRequest(`${ORIGIN}/login`)
    await page.getByRole('button', { name: 'Reload' }).click()
    await reloaded
    await page.close()
  })

  it('offers none while the server has this page', async () => {
    const html = readFileSync(join(folder, 'index.html'), 'utf8')
    const page = await open(/nothing is missing/, 'en-GB', { pageName: /\/assets\/(start-[\w-]+\.js)/.exec(html)![1]! })
    await page.getByRole('button', { name: 'Sign in' }).waitFor()
    expect(await page.getByText('There is a new version of Omen').count()).toBe(0)
    await page.close()
  })

  it('opens as ever with all of them', async () => {
    const page = await open(/nothing is missing/)
    await expect.poll(() => page.getByRole('button', { name: 'Sign in' }).count()).toBe(1)
    await page.close()
  })
})
