import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sendRaw } from '../testing/raw-request.ts'
import { startTestServer, type TestServer } from '../testing/start-test-server.ts'

const HTML =
  '<!doctype html><title>Omen</title><meta name="omen-api" content="/api/v1/" /><script>document.documentElement.lang = "en"</script><script src="/assets/runtime-0.js"></script><script src="/assets/start-1.js"></script>'
const SCRIPT = `export const text = '${'x'.repeat(5000)}'`
const page = mkdtempSync(join(tmpdir(), 'omen-page-'))

let server: TestServer
beforeAll(async () => {
  mkdirSync(join(page, 'assets'))
  writeFileSync(join(page, 'index.html'), HTML)
  writeFileSync(join(page, 'assets/start-1.js'), SCRIPT)
  writeFileSync(join(page, 'assets/start-1.js.gz'), gzipSync(SCRIPT))
  writeFileSync(join(page, 'assets/b-2.js'), SCRIPT)
  server = await startTestServer({ page })
})
afterAll(async () => {
  await server.close()
  rmSync(page, { recursive: true })
})

const AS_BROWSER = { Accept: 'text/html,application/xhtml+xml' }

test.each(['/', '/models/checkout', '/detections/17?p=0.99'])(
  '%s is the page, asked for anew each time',
  async (path) => {
    const answer = await fetch(`${server.url}${path}`, { headers: AS_BROWSER })
    expect(answer.status).toBe(200)
    expect(answer.headers.get('cache-control')).toBe('no-cache')
    expect(answer.headers.get('content-type')).toContain('text/html')
    expect(await answer.text()).toBe(HTML)
    const head = await fetch(`${server.url}${path}`, { method: 'HEAD', headers: AS_BROWSER })
    expect([head.status, head.headers.get('content-type')]).toEqual([200, expect.stringContaining('text/html')])
  },
)

test('the page is not sent again to a browser that has it', async () => {
  const etag = (await fetch(server.url, { headers: AS_BROWSER })).headers.get('etag')!
  const again = await fetch(`${server.url}/models`, { headers: { ...AS_BROWSER, 'If-None-Match': etag } })
  expect([again.status, await again.text()]).toEqual([304, ''])
})

test('every answer names the page, so that an open one learns of an update', async () => {
  for (const path of ['/', '/api/v1/version', '/api/v1/session']) {
    expect((await fetch(`${server.url}${path}`)).headers.get('x-omen-page')).toBe('start-1.js')
  }
})

test('files with a hash in their name are kept for ever', async () => {
  const answer = await fetch(`${server.url}/assets/start-1.js`)
  expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
  expect(await answer.text()).toBe(SCRIPT)
})

test.each(['start-1.js', 'b-2.js'])('%s arrives compressed', async (name) => {
  const answer = await fetch(`${server.url}/assets/${name}`, { headers: { 'Accept-Encoding': 'gzip' } })
  expect(answer.headers.get('content-encoding')).toBe('gzip')
  expect(await answer.text()).toBe(SCRIPT)
})

test('a file that is not there is no page', async () => {
  expect((await fetch(`${server.url}/assets/gone-3.js`, { headers: AS_BROWSER })).status).toBe(404)
  expect((await fetch(`${server.url}/logo.png`, { headers: { Accept: 'image/*' } })).status).toBe(404)
})

test.each(['/../package.json', '/..%2f..%2fpackage.json', '/assets/%2e%2e/%2e%2e/etc/passwd'])(
  '%s leads nowhere',
  async (path) => {
    const answer = await fetch(`${server.url}${path}`)
    expect([403, 404]).toContain(answer.status)
  },
)

test('the policy allows the script in the page by its hash, and no other', async () => {
  const policy = (await fetch(server.url, { headers: AS_BROWSER })).headers.get('content-security-policy')!
  expect(policy).toMatch(/script-src 'self' 'sha256-[A-Za-z0-9+/]{43}='(;|$)/)
  expect(policy).toContain("default-src 'self'")
  expect(policy).not.toContain('upgrade-insecure-requests')
  expect(policy).not.toMatch(/script-src[^;]*unsafe/)
})

test.each(['//x', '//api/v1/health', '/a//b', '/%zz', '/%00'])('%s is not found', async (path) => {
  const request = `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nAccept: text/html\r\n\r\n`
  expect(await sendRaw(server.url, request)).toMatchObject({
    status: 404,
    body: { code: 'NOT_FOUND', message: 'Not found.' },
  })
})
