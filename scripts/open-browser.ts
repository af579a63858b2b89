import { existsSync } from 'node:fs'
import { type Browser, chromium } from 'playwright-core'

const candidates = [
  process.env.OMEN_TEST_BROWSER,
  '/usr/lib/chromium/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/google-chrome',
]
const QUIET = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/** Where a Chromium is installed, if there is one. */
export function findBrowser(): string | undefined {
  return candidates.find((path) => path !== undefined && existsSync(path))
}

/** An installed Chromium; it gets an empty profile of its own and no way to call home. */
export function openBrowser(more: readonly string[] = []): Promise<Browser> {
  const executablePath = findBrowser()
  if (executablePath === undefined) throw new Error('no Chromium was found: name one in OMEN_TEST_BROWSER')
  return chromium.launch({ executablePath, headless: true, args: [...QUIET, ...more] })
}
