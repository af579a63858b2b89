import { existsSync } from 'node:fs'
import { type Browser, chromium, type Page } from 'playwright-core'
import { CannotMeasure } from '../budget.ts'

const candidates = [process.env.OMEN_CHROMIUM, '/usr/bin/chromium', '/usr/bin/google-chrome']
const quiet = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/** An installed Chromium with an empty profile. */
export function openBrowser(): Promise<Browser> {
  const executablePath = candidates.find((path) => path !== undefined && existsSync(path))
  if (executablePath === undefined) throw new CannotMeasure('no Chromium was found: name one in OMEN_CHROMIUM.')
  return chromium.launch({ executablePath, headless: true, args: quiet })
}

/** A page of a laptop's size that is signed in by the session cookie. */
export async function openPage(browser: Browser, origin: string, cookie: string): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: 'en-GB' })
  const cookies = cookie.split('; ').map((pair) => {
    const at = pair.indexOf('=')
    return { name: pair.slice(0, at), value: pair.slice(at + 1), url: origin }
  })
  await context.addCookies(cookies)
  return context.newPage()
}
