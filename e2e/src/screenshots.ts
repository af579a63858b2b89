/**
 * Takes a picture of every screen of the running product, wide and narrow, light and dark, English and Chinese.
 *   node e2e/src/screenshots.ts FOLDER [screen …]
 */
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { openBrowser } from '../../scripts/open-browser.ts'
import { adminLogin, startOmenServer } from './harness/omen-server.ts'

const folder = process.argv[2]
if (folder === undefined) throw new Error('name a folder for the pictures')
const only = process.argv.slice(3)
mkdirSync(folder, { recursive: true })

const sizes = { wide: { width: 1440, height: 900 }, narrow: { width: 390, height: 844 } } as const

const server = await startOmenServer({ OMEN_DEMO: 'true' })
const browser = await openBrowser()

async function api<T>(page: Page, path: string): Promise<T> {
  const answer = await page.request.get(`${server.url}/api/v1/${path}`)
  return (await answer.json()) as T
}

async function demoAddress(page: Page): Promise<{ detection: string; model: string; file: string }> {
  for (;;) {
    const { detections } = await api<{ detections: { id: string; modelId: string; filename: string }[] }>(
      page,
      'detections?demo=true',
    )
    const [first] = detections
    if (first) return { detection: first.id, model: first.modelId, file: first.filename }
    await new Promise((done) => setTimeout(done, 500))
  }
}

async function take(page: Page, name: string): Promise<void> {
  await page.waitForLoadState('networkidle')
  await page.waitForTimeout(700)
  await page.screenshot({ path: join(folder as string, `${name}.png`) })
}

try {
  for (const [size, viewport] of Object.entries(sizes)) {
    for (const colorScheme of ['light', 'dark'] as const) {
      const locale = size === 'narrow' && colorScheme === 'dark' ? 'zh-CN' : 'en-GB'
      const context = await browser.newContext({
        viewport,
        colorScheme,
        locale,
        timezoneId: 'UTC',
        reducedMotion: 'reduce',
      })
      const page = await context.newPage()
      const open = async (name: string, path: string): Promise<void> => {
        if (only.length > 0 && !only.includes(name)) return
        await page.goto(`${server.url}${path}`)
        await take(page, `${name}-${size}-${colorScheme}`)
      }
      for (const name of ['login', 'signup', 'reminder', 'temp-password', 'reset-password'])
        await open(name, `/${name}`)
      await page.goto(`${server.url}/login`)
      await page.locator('input[autocomplete=username]').fill(adminLogin.userName)
      await page.locator('input[type=password]').fill(adminLogin.password)
      await page.locator('button[type=submit]').click()
      await page.waitForURL((url) => !url.pathname.startsWith('/login'))
      const demo = await demoAddress(page)
      const screens: [string, string][] = [
        ['welcome', '/welcome'],
        ['detections', '/detections'],
        ['analysis', `/detections/${demo.detection}`],
        ['models', '/models'],
        ['model', `/models/${demo.model}`],
        ['files', '/files'],
        ['file', `/files/${demo.file}`],
        ['profile', '/account/profile'],
        ['tokens', '/account/tokens'],
        ['sessions', '/account/sessions'],
        ['invitations', '/account/invitations'],
        ['accounts', '/account/accounts'],
        ['not-found', '/nowhere'],
      ]
      for (const [name, path] of screens) await open(name, path)
      await context.close()
    }
  }
  console.log(`Pictures are in ${folder}.`)
} finally {
  await browser.close()
  await server.stop()
}
