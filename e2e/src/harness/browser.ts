import { existsSync } from 'node:fs'
import { type Browser, chromium } from 'playwright-core'

const candidates = [process.env.OMEN_TEST_BROWSER, '/usr/bin/chromium', '/usr/bin/google-chrome']

/** An installed Chromium; it gets an empty profile of its own and no way to call home. */
export function openBrowser(): Promise<Browser> {
  const executablePath = candidates.find((path) => path !== undefined && existsSync(path))
  if (executablePath === undefined) throw new Error('no Chromium was found: name one in OMEN_TEST_BROWSER')
  const args = [
    '--no-sandbox',
    '--disable-gpu',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
  ]
  return chromium.launch({ executablePath, headless: true, args })
}
