import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { gzipSync } from 'node:zlib'
import type { Browser, Response } from 'playwright-core'
import { openBrowser } from '../../scripts/open-browser.ts'
import { type Budget, CannotMeasure, type Measurement } from '../budget.ts'
import { startServer } from '../server/start-server.ts'

const dist = join(import.meta.dirname, '../../packages/web/dist')

export const firstLoad: Budget = {
  name: 'first-load',
  title: 'First load of the page',
  async run(scratch) {
    const page = join(dist, 'index.html')
    if (!existsSync(page)) throw new CannotMeasure('the page is not built: run `pnpm build` first.')
    const named = [...withStaticImports(entryScripts(readFileSync(page, 'utf8')))].map((path) => readFileSync(path))
    const { requests, bytes, scripts, slow } = await loadLogin(scratch)
    return [
      figure('script that index.html names, with static imports, gzip', named),
      figure('script that a browser loads until the login stands there, gzip', scripts),
      { what: 'requests until the login stands there', unit: 'requests', measured: requests, goal: { atMost: 25 } },
      {
        what: 'all that a browser loads until the login stands there, compressed',
        unit: 'kB',
        measured: bytes / 1000,
        goal: { atMost: 350 },
      },
      {
        what: 'something readable at 50 kB/s',
        unit: 's',
        measured: slow.readableMs / 1000,
        goal: { atMost: 3 },
        note: '100 ms until each answer begins',
      },
      { what: 'the login at 50 kB/s', unit: 's', measured: slow.loginMs / 1000 },
    ]
  },
}

function figure(what: string, scripts: readonly Buffer[]): Measurement {
  const bytes = scripts.reduce((sum, script) => sum + gzipSync(script, { level: 6 }).length, 0)
  return { what, unit: 'kB', measured: bytes / 1000, goal: { atMost: 250 }, note: `${scripts.length} files` }
}

/** What is sent to a first visitor, including the chunk of the login page, which the entry loads later. */
async function loadLogin(
  scratch: string,
): Promise<{ requests: number; bytes: number; scripts: Buffer[]; slow: Awaited<ReturnType<typeof loadSlowly>> }> {
  const server = await startServer({ data: join(scratch, 'first-load') })
  const browser = await openBrowser()
  try {
    const page = await browser.newPage()
    const responses: Response[] = []
    page.on('response', (response) => responses.push(response))
    await page.goto(server.origin, { waitUntil: 'networkidle' })
    await page.waitForSelector('input[type="password"]')
    const sizes = await Promise.all(responses.map((response) => response.request().sizes()))
    const scripts = responses.filter((response) => response.request().resourceType() === 'script')
    return {
      requests: responses.length,
      bytes: sizes.reduce((sum, size) => sum + size.responseBodySize + size.responseHeadersSize, 0),
      scripts: await Promise.all(scripts.map((response) => response.body())),
      slow: await loadSlowly(browser, server.origin),
    }
  } finally {
    await browser.close()
    await server.stop()
  }
}

/** A first visit over a line of 50 kB/s, as Chromium emulates it. */
async function loadSlowly(browser: Browser, origin: string): Promise<{ readableMs: number; loginMs: number }> {
  const context = await browser.newContext()
  const page = await context.newPage()
  const line = await context.newCDPSession(page)
  await line.send('Network.enable')
  await line.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 100,
    downloadThroughput: 50_000,
    uploadThroughput: 50_000,
  })
  const began = performance.now()
  await page.goto(origin, { waitUntil: 'commit' })
  await page.waitForSelector('input[type="password"]', { timeout: 60_000 })
  const loginMs = performance.now() - began
  const readableMs = await page.evaluate(() => performance.getEntriesByName('first-contentful-paint')[0]?.startTime)
  await context.close()
  if (readableMs === undefined) throw new CannotMeasure('Chromium tells no first paint.')
  return { readableMs, loginMs }
}

/** Scripts and preloaded modules that the page names. */
export function entryScripts(html: string): string[] {
  const tags = html.match(/<(?:script|link)\b[^>]*>/g) ?? []
  const loaded = tags.filter((tag) => tag.startsWith('<script') || /rel="modulepreload"/.test(tag))
  return loaded.flatMap((tag) => /(?:src|href)="([^"]+)"/.exec(tag)?.[1] ?? []).map((path) => join(dist, path))
}

/** Modules that a built module imports before it runs; `import()` is not among them. */
export function staticImports(code: string): string[] {
  const pattern = /(?:^|[;}\s])(?:import|export)\s*(?:[\w$*{}\s,]+?from\s*)?"(\.{1,2}\/[^"]+)"/g
  return [...code.matchAll(pattern)].map((match) => match[1]!)
}

function withStaticImports(entries: string[]): Set<string> {
  const seen = new Set<string>()
  const open = [...entries]
  for (let path = open.pop(); path !== undefined; path = open.pop()) {
    if (seen.has(path)) continue
    seen.add(path)
    for (const imported of staticImports(readFileSync(path, 'utf8'))) open.push(join(dirname(path), imported))
  }
  return seen
}
