import { connect } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../testing/start-test-server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ settings: { maxBodyBytes: 4096 } })
})
afterAll(() => server.close())

const JSON_HEADERS = { 'Content-Type': 'application/json' }

test('every failure has one shape, with a request id that the header repeats', async () => {
  const { body, headers, status } = await server.anonymous.get('session')
  expect(status).toBe(401)
  expect(body).toEqual({
    success: false,
    code: 'UNAUTHENTICATED',
    message: 'Sign in first.',
    requestId: headers.get('x-request-id'),
  })
})

test('sentences come in the language asked for', async () => {
  expect((await server.anonymous.get('session', { 'Accept-Language': 'zh-CN' })).body.message).toBe('请先登录。')
  expect((await server.anonymous.get('session', { 'Accept-Language': 'fr, en;q=0.8, zh;q=0.2' })).body.message).toBe(
    'Sign in first.',
  )
})

test.each([
  ['broken JSON', '{"userName":', JSON_HEADERS, 400, 'MALFORMED_BODY'],
  ['an empty body', '', JSON_HEADERS, 400, 'MALFORMED_BODY'],
  [
    'a poisoned prototype',
    '{"__proto__":{"role":"admin"},"userName":"a","password":"b"}',
    JSON_HEADERS,
    400,
    'MALFORMED_BODY',
  ],
  ['plain text', 'hello', { 'Content-Type': 'text/plain' }, 415, 'UNSUPPORTED_MEDIA_TYPE'],
  [
    'a form where JSON is wanted',
    'userName=a',
    { 'Content-Type': 'application/x-www-form-urlencoded' },
    415,
    'UNSUPPORTED_MEDIA_TYPE',
  ],
  [
    'raw bytes where JSON is wanted',
    'bytes',
    { 'Content-Type': 'application/octet-stream' },
    415,
    'UNSUPPORTED_MEDIA_TYPE',
  ],
  ['a body above the limit', JSON.stringify({ userName: 'x'.repeat(5000) }), JSON_HEADERS, 413, 'PAYLOAD_TOO_LARGE'],
])('%s is refused', async (_, body, headers, status, code) => {
  const answer = await server.anonymous.send('POST', 'login-check', { body, headers })
  expect(answer).toMatchObject({ status, body: { success: false, code } })
})

test('an unknown API address is refused in the format of the API', async () => {
  expect(await server.anonymous.get('nothing-here', { Accept: 'text/html' })).toMatchObject({
    status: 404,
    body: { code: 'NOT_FOUND' },
  })
})

test('an unsupported method is distinguished from an unknown address', async () => {
  const answer = await server.anonymous.get('login-check')
  expect(answer).toMatchObject({ status: 405, body: { code: 'METHOD_NOT_ALLOWED' } })
  expect(answer.headers.get('allow')).toBe('POST')
})

test.each([
  ['bytes that are no HTTP', '\0\0nonsense\r\n\r\n', 400, 'MALFORMED_BODY'],
  ['endless headers', `GET / HTTP/1.1\r\nX-Long: ${'x'.repeat(20_000)}\r\n\r\n`, 431, 'PAYLOAD_TOO_LARGE'],
])('%s are refused in the same shape', async (_, sent, status, code) => {
  const received = await new Promise<string>((done) => {
    const socket = connect(Number(new URL(server.url).port), '127.0.0.1', () => socket.write(sent))
    let text = ''
    socket.setEncoding('utf8').on('data', (chunk) => (text += chunk))
    socket.on('close', () => done(text))
  })
  expect(received).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
  expect(JSON.parse(received.split('\r\n\r\n')[1]!)).toMatchObject({
    success: false,
    code,
    requestId: expect.any(String),
  })
  expect((await server.anonymous.get('health')).status).toBe(200)
})

test('an address that cannot be decoded is no address, in the same shape', async () => {
  expect(await server.anonymous.get('files/%zz')).toMatchObject({
    status: 404,
    body: { success: false, code: 'NOT_FOUND' },
  })
})

test('a fault of the server shows a fixed sentence and none of its details', async () => {
  const { ctx } = server
  const original = ctx.clock.now
  ctx.clock.now = () => {
    throw new Error('the secret of the database')
  }
  const answer = await server.anonymous.post('login-check', { userName: 'admin01', password: 'x' })
  ctx.clock.now = original
  expect(answer).toMatchObject({
    status: 500,
    body: { code: 'INTERNAL', message: 'Something went wrong on the server.' },
  })
  expect(JSON.stringify(answer.body)).not.toContain('secret')
})

test('answers of the API are not to be stored, sniffed or framed', async () => {
  const { headers } = await server.anonymous.get('version')
  expect(headers.get('cache-control')).toBe('no-store')
  expect(headers.get('x-content-type-options')).toBe('nosniff')
  expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
  expect(headers.get('strict-transport-security')).toBeNull()
})

test('figures are for this machine, and not for what a proxy forwards', async () => {
  await server.anonymous.get('version')
  const own = await fetch(`${server.url}/metrics`)
  expect(await own.text()).toMatch(
    /omen_http_request_duration_seconds_count\{operation="getVersion",method="GET",status="200"\} \d+/,
  )
  const forwarded = await fetch(`${server.url}/metrics`, { headers: { 'X-Forwarded-For': '203.0.113.9' } })
  expect(forwarded.status).toBe(401)
})
