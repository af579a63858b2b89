import { createOpenapiChecker } from '@omen/sdk/testing'
import { build } from 'esbuild'
import type { Browser, Page, Request } from 'playwright-core'
import { afterAll, beforeAll, expect, onTestFinished } from 'vitest'
import { openBrowser } from '../../../../scripts/open-browser.ts'
import type { SceneName } from './scenes.tsx'

/** Responses of the server, by method and path below the API's base; a test may change them while the scene is open. */
export type Answers = Record<string, { status?: number; body: object }>

export interface OpenScene {
  page: Page
  /** Fields of every mutating request, with its method and path. */
  sent: { call: string; fields: unknown }[]
  /** Path and query of every other request. */
  asked: string[]
}

const origin = 'http://omen.test'
const checker = createOpenapiChecker()

/** Opens components in one Chromium for the tests of a file. Requests and responses are checked against the API document. */
export function useScenes(): (name: SceneName, answers: Answers, address?: string) => Promise<OpenScene> {
  let browser: Browser
  let assets: { script: string; style: string }
  beforeAll(async () => {
    assets = await bundleScenes()
    browser = await openBrowser()
  }, 120_000)
  afterAll(() => browser?.close())
  return async (name, answers, address) => {
    const page = await browser.newPage({ viewport: { width: 900, height: 700 }, locale: 'en-GB' })
    const sent: OpenScene['sent'] = []
    const asked: string[] = []
    const faults: string[] = []
    onTestFinished(async () => {
      await page.close()
      expect(faults, 'what is not as the API describes it').toEqual([])
    })
    page.on('pageerror', (error) => faults.push(String(error)))
    await page.route(`${origin}/**`, (route) => {
      const request = route.request()
      const { pathname } = new URL(request.url())
      if (!pathname.startsWith('/api/v1/')) return route.fulfill({ contentType: 'text/html', body: html })
      const checked = read(request)
      const call = `${checked.method} ${checked.path}`
      const { status = 200, body } = answers[call] ?? notAnswered(call)
      faults.push(...checker.requestFaults(checked), ...checker.answerFaults(checked, status, body))
      if (checked.method === 'GET') asked.push(`${checked.path}?${checked.query}`)
      else sent.push({ call, fields: fieldsOf(checked) })
      return route.fulfill({ status, json: body })
    })
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

function fieldsOf({ headers, body }: ReturnType<typeof read>): unknown {
  if (body.length === 0) return {}
  const isForm = headers['content-type']?.includes('urlencoded')
  return isForm ? Object.fromEntries(new URLSearchParams(String(body))) : JSON.parse(String(body))
}

function notAnswered(call: string): Answers[string] {
  const body = { success: false, code: 'NOT_FOUND', message: `${call} has no answer in this test`, requestId: 'r' }
  return { status: 404, body }
}
