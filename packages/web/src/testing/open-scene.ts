import { createOpenapiChecker } from '@omen/sdk/testing'
import { build } from 'esbuild'
import type { Browser, Page, Request } from 'playwright-core'
import { afterAll, beforeAll, expect, onTestFinished } from 'vitest'
import { openBrowser } from '../../../../scripts/open-browser.ts'
import { takeLiveStreams } from './live-stream.ts'
import type { SceneName } from './scenes.tsx'

/** `gone`: the connection breaks, as without a server. */
type Answer = { status?: number; body: object } | 'gone'

/**
 * Responses of the server, by method and path below the API's base, or a function that gives one, also later, from the fields or
 * the query of a request; a test may change them while the scene is open.
 */
export type Answers = Record<string, Answer | ((fields: Record<string, unknown>) => Answer | Promise<Answer>)>

type OpenScene = (name: SceneName, answers: Answers, address?: string, beside?: Page) => Promise<OpenedScene>

export interface OpenedScene {
  page: Page
  /** Fields of every mutating request, with its method and path. */
  sent: { call: string; fields: unknown }[]
  /** Path and query of every other request. */
  asked: string[]
}

const origin = 'http://omen.test'
const checker = createOpenapiChecker()

/** The bundle of all scenes, which takes seconds to build: the test files of a process share one. */
let bundle: ReturnType<typeof bundleScenes> | undefined

/**
 * Opens components in one Chromium for the tests of a file, `beside` another page in the same browser window. Requests and responses
 * are checked against the API document.
 */
export function useScenes(): OpenScene {
  let browser: Browser
  let assets: { script: string; style: string }
  beforeAll(async () => {
    bundle ??= bundleScenes()
    assets = await bundle
    browser = await openBrowser()
  }, 120_000)
  afterAll(() => browser?.close())
  return async (name, answers, address, beside) => {
    const window = { viewport: { width: 900, height: 700 }, locale: 'en-GB' }
    const context = beside?.context() ?? (await browser.newContext(window))
    const page = await context.newPage()
    const sent: OpenedScene['sent'] = []
    const asked: string[] = []
    const faults: string[] = []
    onTestFinished(async () => {
      await context.close()
      expect(faults, 'what is not as the API describes it').toEqual([])
    })
    page.on('pageerror', (error) => faults.push(String(error)))
    await page.route(`${origin}/**`, async (route) => {
      const request = route.request()
      const { pathname } = new URL(request.url())
      if (!pathname.startsWith('/api/v1/')) return route.fulfill({ contentType: 'text/html', body: html })
      const checked = read(request)
      const call = `${checked.method} ${checked.path}`
      const fields = checked.method === 'GET' ? Object.fromEntries(checked.query) : fieldsOf(checked)
      if (checked.method === 'GET') asked.push(`${checked.path}?${checked.query}`)
      else sent.push({ call, fields })
      const found = answers[call] ?? notAnswered(call)
      const answer = typeof found === 'function' ? await found(fields) : found
      faults.push(...checker.requestFaults(checked))
      if (answer === 'gone') return route.abort('connectionrefused')
      const { status = 200, body } = answer
      faults.push(...checker.answerFaults(checked, status, body))
      return route.fulfill({ status, json: body })
    })
    await page.addInitScript(takeLiveStreams)
    await page.goto(origin)
    await page.addStyleTag({ content: assets.style })
    await page.addScriptTag({ content: assets.script })
    await page.evaluate(
      ([scene, at]) =>
        (window as unknown as { openScene(name: string, address?: string): Promise<void> }).openScene(scene, at),
      [name, address] as const,
    )
    return { page, sent, asked }
  }
}

const html = '<!doctype html><html lang="en"><div id="root"></div></html>'

async function bundleScenes(): Promise<{ script: string; style: string }> {
  const { outputFiles } = await build({
    entryPoints: [new URL('./scenes.tsx', import.meta.url).pathname],
    outdir: 'scenes',
    bundle: true,
    // Each test sends the script to a page of its own, which then has less to parse.
    minify: true,
    write: false,
    jsx: 'automatic',
    define: { 'process.env.NODE_ENV': '"production"', 'import.meta.env': '{}' },
  })
  const textOf = (ending: string): string => outputFiles.find(({ path }) => path.endsWith(ending))?.text ?? ''
  return { script: textOf('.js'), style: textOf('.css') }
}

function read(request: Request) {
  const url = new URL(request.url())
  return {
    ...{ method: request.method(), path: url.pathname.replace('/api/v1', ''), query: url.searchParams },
    ...{ headers: request.headers(), body: request.postDataBuffer() ?? Buffer.alloc(0) },
  }
}

function fieldsOf({ headers, body }: ReturnType<typeof read>): Record<string, unknown> {
  if (body.length === 0) return {}
  const isForm = headers['content-type']?.includes('urlencoded')
  return isForm ? Object.fromEntries(new URLSearchParams(String(body))) : JSON.parse(String(body))
}

function notAnswered(call: string): Answer {
  const body = { success: false, code: 'NOT_FOUND', message: `${call} has no answer in this test`, requestId: 'r' }
  return { status: 404, body }
}
