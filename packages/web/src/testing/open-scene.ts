import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { type CheckedRequest, createOpenapiChecker } from '@omen/sdk/testing'
import { build } from 'esbuild'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { beforeAll, expect, onTestFinished } from 'vitest'
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

const HOST = 'omen.test'
const ORIGIN = `http://${HOST}`
/** A page without the scenes. */
const EMPTY = '/empty'
const checker = createOpenapiChecker()

interface Window {
  context: BrowserContext
  page: Page
  /** Whether a test changed the window in a way that cannot be undone. */
  isSpent: boolean
}

/**
 * One Chromium for all test files of a process. A page that has evaluated the scenes once does so again in a tenth of the time,
 * so a test gets the page of an earlier one.
 */
let shared: Promise<Browser> | undefined
const free: Window[] = []

type AnswerCall = (request: CheckedRequest) => Promise<{ status: number; body: object } | 'gone'>

/** How the calls of each open scene are answered, by the value of the header that its page sends. */
const scenes = new Map<string, AnswerCall>()
let opened = 0

/**
 * Opens components in the one Chromium of the process, `beside` another page in the same browser window. Requests and responses
 * are checked against the API document.
 */
export function useScenes(): OpenScene {
  let browser: Browser
  beforeAll(async () => {
    shared ??= serveScenes().then((address) => openBrowser([`--host-resolver-rules=MAP ${HOST} ${address}`]))
    browser = await shared
  })
  return async (name, answers, address, beside) => {
    const window = beside ? await addPage(beside.context()) : (free.pop() ?? (await openWindow(browser)))
    const { page } = window
    const sent: OpenedScene['sent'] = []
    const asked: string[] = []
    const faults: string[] = []
    onTestFinished(async ({ task }) => {
      scenes.delete(id)
      await leave(window, beside !== undefined || task.result?.state === 'fail')
      expect(faults, 'what is not as the API describes it').toEqual([])
    })
    page.on('pageerror', (error) => faults.push(String(error)))
    const answerCall: AnswerCall = async (checked) => {
      const call = `${checked.method} ${checked.path}`
      const fields = checked.method === 'GET' ? Object.fromEntries(checked.query) : fieldsOf(checked)
      if (checked.method === 'GET') asked.push(`${checked.path}?${checked.query}`)
      else sent.push({ call, fields })
      const found = answers[call] ?? notAnswered(call)
      const answer = typeof found === 'function' ? await found(fields) : found
      faults.push(...checker.requestFaults(checked))
      if (answer === 'gone') return answer
      const { status = 200, body } = answer
      faults.push(...checker.answerFaults(checked, status, body))
      return { status, body }
    }
    const id = String(++opened)
    scenes.set(id, answerCall)
    // Intercepting the calls would switch the cache off, and each test would compile the scenes again.
    await page.setExtraHTTPHeaders({ [SCENE_HEADER]: id })
    await page.goto(ORIGIN)
    await page.evaluate(
      ([scene, at]) =>
        (window as unknown as { openScene(name: string, address?: string): Promise<void> }).openScene(scene, at),
      [name, address] as const,
    )
    return { page, sent, asked }
  }
}

async function openWindow(browser: Browser): Promise<Window> {
  return addPage(await browser.newContext({ viewport: VIEWPORT, locale: 'en-GB' }))
}

async function addPage(context: BrowserContext): Promise<Window> {
  const page = await context.newPage()
  await page.addInitScript(takeLiveStreams)
  const window: Window = { context, page, isSpent: false }
  page.clock.install = spends(window, page.clock.install.bind(page.clock))
  page.addInitScript = spends(window, page.addInitScript.bind(page))
  context.newCDPSession = spends(window, context.newCDPSession.bind(context))
  return window
}

function spends<Args extends unknown[], T>(window: Window, call: (...args: Args) => T): (...args: Args) => T {
  return (...args) => {
    window.isSpent = true
    return call(...args)
  }
}

/** Resets the window for the next test, or closes it. */
async function leave(window: Window, isLast: boolean): Promise<void> {
  const { context, page, isSpent } = window
  if (isLast || isSpent || page.isClosed() || context.pages().length > 1) return context.close()
  page.removeAllListeners()
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  // The page stores drafts as it unloads, so it has to be left before its storage is cleared.
  await page.goto(`${ORIGIN}${EMPTY}`)
  await page.evaluate(() => {
    localStorage.clear()
    sessionStorage.clear()
  })
  await context.clearCookies()
  await page.mouse.up()
  await page.mouse.move(0, 0)
  await page.emulateMedia({ media: null, colorScheme: null, reducedMotion: null, forcedColors: null, contrast: null })
  await page.setViewportSize(VIEWPORT)
  free.push(window)
}

const HEAD = '<link rel="stylesheet" href="/scenes.css"><script src="/scenes.js"></script>'
const HTML = `<!doctype html><html lang="en"><div id="root"></div>${HEAD}</html>`
const TYPES: Record<string, string> = { '.css': 'text/css', '.js': 'text/javascript' }
const SCENE_HEADER = 'x-scene'
const VIEWPORT = { width: 900, height: 700 }

/** Serves the bundle of all scenes, the document that loads it, and the API of each open scene; resolves with host and port. */
async function serveScenes(): Promise<string> {
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
  const server = createServer(async (request, response) => {
    const { url = '' } = request
    if (!url.startsWith('/api/v1/')) {
      const file = outputFiles.find(({ path }) => path.endsWith(url))
      response.setHeader('Content-Type', TYPES[extname(url)] ?? 'text/html')
      response.setHeader('Cache-Control', file ? 'max-age=3600' : 'no-store')
      return response.end(file?.contents ?? (url === EMPTY ? '' : HTML))
    }
    const answer = await scenes.get(String(request.headers[SCENE_HEADER]))?.(await read(request))
    if (answer === undefined || answer === 'gone') return request.socket.destroy()
    // Chromium repeats a call that breaks on a connection that has been used before.
    const headers = { 'Content-Type': 'application/json', 'Cache-Control': 'no-store', Connection: 'close' }
    response.writeHead(answer.status, headers)
    response.end(JSON.stringify(answer.body))
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  server.unref()
  return `127.0.0.1:${(server.address() as AddressInfo).port}`
}

async function read(request: IncomingMessage): Promise<CheckedRequest> {
  const url = new URL(request.url ?? '', ORIGIN)
  const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]))
  const path = url.pathname.replace('/api/v1', '')
  return { method: request.method ?? '', path, query: url.searchParams, headers, body: await buffer(request) }
}

function fieldsOf({ headers, body }: CheckedRequest): Record<string, unknown> {
  if (body.length === 0) return {}
  const isForm = headers['content-type']?.includes('urlencoded')
  return isForm ? Object.fromEntries(new URLSearchParams(String(body))) : JSON.parse(String(body))
}

function notAnswered(call: string): Answer {
  const body = { success: false, code: 'NOT_FOUND', message: `${call} has no answer in this test`, requestId: 'r' }
  return { status: 404, body }
}
