import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openSocket, readAnswer, sendRaw } from '../testing/raw-request.ts'
import { startTestServer, type TestServer } from '../testing/start-test-server.ts'
import type { TestClient } from '../testing/test-client.ts'

let server: TestServer
let owner: TestClient
let script: TestClient
beforeAll(async () => {
  server = await startTestServer({ settings: { maxUploadBytes: 100_000 } })
  owner = await server.signUp('malformed1')
  script = await server.withToken(owner, ['read', 'upload', 'manage'])
})
afterAll(() => server.close())

/** A request with the script's token; its length is counted unless headers say otherwise. */
function request(method: string, path: string, headers: Record<string, string>, body: string | Buffer = ''): Buffer {
  const given = Object.keys(headers).map((name) => name.toLowerCase())
  const isFramed = given.includes('content-length') || given.includes('transfer-encoding')
  const lines = [
    `${method} /api/v1/${path} HTTP/1.1`,
    ...(given.includes('host') ? [] : ['Host: 127.0.0.1']),
    `Authorization: ${script.headers().Authorization}`,
    ...(isFramed ? [] : [`Content-Length: ${Buffer.byteLength(body)}`]),
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
  ]
  return Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`), Buffer.from(body)])
}

const JSON_HEADERS = { 'Content-Type': 'application/json' }
const FORM = { 'Content-Type': 'application/x-www-form-urlencoded' }
const MULTIPART = { 'Content-Type': 'multipart/form-data; boundary=b' }
const part = (name: string, value: string, extra = '') =>
  `--b\r\nContent-Disposition: form-data; name="${name}"${extra}\r\n\r\n${value}\r\n`
const filePart = part('file', 'timestamp,a\n1,2\n', '; filename="a.csv"')

describe('a multipart body', () => {
  test.each([
    ['no boundary', 'files', { 'Content-Type': 'multipart/form-data' }, `${filePart}--b--\r\n`],
    ['an empty boundary', 'files', { 'Content-Type': 'multipart/form-data; boundary=' }, `${filePart}--b--\r\n`],
    ['another boundary than announced', 'files', { 'Content-Type': 'multipart/form-data; boundary=c' }, filePart],
    ['a part that breaks off', 'files', MULTIPART, filePart.slice(0, -8)],
    ['no closing boundary', 'files', MULTIPART, filePart],
    ['a header that breaks off', 'files', MULTIPART, '--b\r\nContent-Dispo'],
    ['nothing at all', 'files', MULTIPART, ''],
    ['no boundary', 'upload-training', { 'Content-Type': 'multipart/form-data' }, `${filePart}--b--\r\n`],
    ['a part that breaks off', 'upload-detection', MULTIPART, filePart.slice(0, -8)],
    ['no boundary', 'upload-display', { 'Content-Type': 'multipart/form-data' }, 'x'],
    ['a part that breaks off', 'upload-display', MULTIPART, part('modelName', 'x').slice(0, -3)],
  ])('with %s to %s is refused as unreadable', async (_, path, headers, body) => {
    expect(await sendRaw(server.url, request('POST', path, headers, body))).toMatchObject({
      status: 400,
      body: { code: expect.stringMatching(/^(MALFORMED_BODY|VALIDATION_FAILED)$/) },
    })
  })

  test.each([
    ['more fields than are taken', Array.from({ length: 60 }, (_, i) => part(`f${i}`, 'x')).join(''), 413],
    ['a field larger than is taken', part('modelName', 'x'.repeat(1_100_000)), 413],
    ['a field named like a built-in', part('__proto__', 'x'), 400],
    ['a file larger than is taken', part('file', 'x'.repeat(120_000), '; filename="a.csv"'), 413],
  ])('with %s is refused', async (_, body, status) => {
    expect(await sendRaw(server.url, request('POST', 'upload-training', MULTIPART, `${body}--b--\r\n`))).toMatchObject({
      status,
    })
  })

  test('that breaks off leaves no file behind', async () => {
    await sendRaw(server.url, request('POST', 'files', MULTIPART, filePart.slice(0, -8)))
    expect((await owner.get('files')).body.files).toEqual([])
  })

  test.each(['files', 'upload-training'])(
    'to %s that breaks off once its file is stored leaves no file',
    async (path) => {
      const bytes = request('POST', path, MULTIPART, filePart + part('modelName', 'x').slice(0, -3))
      const rest = bytes.indexOf('Content-Disposition: form-data; name="modelName"')
      const socket = await openSocket(server.url)
      socket.write(bytes.subarray(0, rest))
      await expect.poll(async () => (await owner.get('files')).body.files).toMatchObject([{ state: 'stored' }])
      socket.write(bytes.subarray(rest))
      expect(await readAnswer(socket)).toMatchObject({ status: 400 })
      expect((await owner.get('files')).body.files).toEqual([])
    },
  )
})

describe('a JSON body', () => {
  test.each([
    ['broken off', '{"userName": "a'],
    ['empty', ''],
    ['invalid UTF-8', Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d])],
    ['a number', '1'],
    ['null', 'null'],
    ['a list', '[]'],
    ['50,000 brackets deep', '['.repeat(50_000) + ']'.repeat(50_000)],
    ['50,000 objects deep', `${'{"a":'.repeat(50_000)}1${'}'.repeat(50_000)}`],
    ['a deep value in a known field', `{"userName": ${'['.repeat(9000)}${']'.repeat(9000)}, "password": "x"}`],
    ['__proto__', '{"__proto__": {"a": 1}}'],
    ['constructor.prototype', '{"constructor": {"prototype": {"a": 1}}}'],
    ['a lone surrogate', '{"userName": "\\ud800", "password": "x"}'],
    ['a NUL', '{"userName": "a\\u0000", "password": "x"}'],
    ['the same field twice', '{"userName": 1, "userName": "nobody12", "password": 2}'],
    ['an enormous number', '{"userName": 1e99999, "password": "x"}'],
  ])('that is %s is refused, never an error of the server', async (_, body) => {
    const answer = await sendRaw(server.url, request('POST', 'login-check', JSON_HEADERS, body))
    expect(answer!.status).toBeGreaterThanOrEqual(400)
    expect(answer!.status).toBeLessThan(500)
    expect(answer!.body).toMatchObject({ success: false, code: expect.any(String), requestId: expect.any(String) })
  })
})

describe('a text that the database cannot store', () => {
  test.each([
    ['a NUL', '\\u0000'],
    ['half of a surrogate pair', '\\ud800'],
  ])('is refused by the name of its field where it has %s', async (_, text) => {
    const body = `{"incidentId": "in_none", "revision": 0, "text": "a", "actions": [
      {"id": "a1", "text": "a${text}", "assignee": "", "done": false}]}`
    expect(await sendRaw(server.url, request('POST', 'postMortem', JSON_HEADERS, body))).toMatchObject({
      status: 400,
      body: { code: 'VALIDATION_FAILED', details: [{ field: 'actions.0.text' }] },
    })
  })
})

describe('a form', () => {
  test.each([
    ['broken percent encoding', 'modelName=%E0%A4%A'],
    ['invalid UTF-8', 'modelName=%ff%fe'],
    ['the same field twice', 'modelName=a&modelName=b'],
    ['__proto__', '__proto__=x&modelName=a'],
    ['50,000 fields', Array.from({ length: 50_000 }, (_, i) => `f${i}=1`).join('&')],
    ['a NUL', 'modelName=a%00'],
  ])('with %s is refused, never an error of the server', async (_, body) => {
    const answer = await sendRaw(server.url, request('POST', 'upload-display', FORM, body))
    expect(answer!.status).toBeGreaterThanOrEqual(400)
    expect(answer!.status).toBeLessThan(500)
  })
})

describe('the edge of HTTP', () => {
  test.each([
    ['Content-Length', { 'Content-Length': '-1' }],
    ['Content-Length', { 'Content-Length': '2\r\nContent-Length: 3' }],
    ['Content-Length', { 'Transfer-Encoding': 'chunked', 'Content-Length': '3' }],
    ['Transfer-Encoding', { 'Transfer-Encoding': 'gzip' }],
  ])('names the header %s where that is wrong: %j', async (name, headers: Record<string, string>) => {
    const answer = await sendRaw(server.url, request('POST', 'login-check', { ...JSON_HEADERS, ...headers }, '{}'))
    expect(answer!.body).toMatchObject({ message: expect.stringContaining(`header ${name}`) })
  })

  test.each([
    ['a negative length', () => request('POST', 'login-check', { ...JSON_HEADERS, 'Content-Length': '-1' })],
    ['a length that is no number', () => request('POST', 'login-check', { ...JSON_HEADERS, 'Content-Length': 'abc' })],
    [
      'two lengths',
      () => request('POST', 'login-check', { ...JSON_HEADERS, 'Content-Length': '2\r\nContent-Length: 3' }, '{}'),
    ],
    [
      'a length and chunks',
      () => request('POST', 'login-check', { 'Transfer-Encoding': 'chunked', 'Content-Length': '3' }, '0\r\n\r\n'),
    ],
    [
      'a chunk size that is no number',
      () =>
        request('POST', 'login-check', { ...JSON_HEADERS, 'Transfer-Encoding': 'chunked' }, 'zz\r\n{}\r\n0\r\n\r\n'),
    ],
    [
      'an unknown transfer encoding',
      () => request('POST', 'login-check', { ...JSON_HEADERS, 'Transfer-Encoding': 'gzip' }, '{}'),
    ],
    ['no HTTP', () => 'HELO there\r\n\r\n'],
    ['TLS on the plain port', () => Buffer.from([0x16, 0x03, 0x01, 0x02, 0x00, 0x01, 0x00, 0x01, 0xfc, 0x03, 0x03])],
    ['no host', () => 'GET /api/v1/version HTTP/1.1\r\n\r\n'],
    ['a space in a header name', () => 'GET /api/v1/version HTTP/1.1\r\nHost: localhost\r\nBad Name: x\r\n\r\n'],
    ['invalid percent encoding in the path', () => request('GET', 'models/%E0%A4%A', {})],
    ['invalid UTF-8 in the path', () => request('GET', 'models/%ff%fe', {})],
    ['a NUL in the path', () => request('GET', 'models/a%00b', {})],
    ['a NUL in the query', () => request('GET', 'models?q=a%00b', {})],
    ['invalid UTF-8 in the query', () => request('GET', 'models?q=%ff&page=abc', {})],
    ['a query parameter twice', () => request('GET', 'models?page=1&page=2', {})],
    ['__proto__ as a query parameter', () => request('GET', 'models?__proto__=1&page=0', {})],
    [
      'a file name that is no percent encoding',
      () => request('POST', 'files', { 'Content-Type': 'text/csv', 'X-File-Name': '%E0%A4%A' }, 'a'),
    ],
    [
      'a range that is none',
      () =>
        request('POST', 'files', { 'Content-Type': 'text/csv', 'X-File-Name': 'a', 'Content-Range': 'bytes x' }, 'a'),
    ],
    [
      'a charset that nobody knows',
      () => request('POST', 'login-check', { 'Content-Type': 'application/json; charset=klingon' }, '{}'),
    ],
    ['a content type that is none', () => request('POST', 'login-check', { 'Content-Type': ';;;' }, '{}')],
    [
      'an unknown content encoding',
      () => request('POST', 'login-check', { ...JSON_HEADERS, 'Content-Encoding': 'br' }, 'zz'),
    ],
  ])('%s is answered with 4xx and a code', async (_, bytes) => {
    const answer = await sendRaw(server.url, bytes())
    expect(answer!.status).toBeGreaterThanOrEqual(400)
    expect(answer!.status).toBeLessThan(500)
    expect(answer!.body).toMatchObject({ success: false, code: expect.any(String), requestId: expect.any(String) })
  })

  test('headers of 100 kB are refused', async () => {
    const answer = await sendRaw(server.url, request('GET', 'models', { 'X-Long': 'x'.repeat(100_000) }))
    expect(answer).toMatchObject({ status: 431, body: { code: 'PAYLOAD_TOO_LARGE' } })
  })

  test('a body larger than is taken is refused by its announced length and by what arrives', async () => {
    const announced = await sendRaw(
      server.url,
      request('POST', 'login-check', { ...JSON_HEADERS, 'Content-Length': '2000000' }),
    )
    expect(announced).toMatchObject({ status: 413, body: { code: 'PAYLOAD_TOO_LARGE' } })
    const chunk = `100000\r\n${'x'.repeat(0x100000)}\r\n`
    const chunked = request('POST', 'login-check', { ...JSON_HEADERS, 'Transfer-Encoding': 'chunked' }, chunk + chunk)
    expect(await sendRaw(server.url, chunked)).toMatchObject({ status: 413, body: { code: 'PAYLOAD_TOO_LARGE' } })
  })

  test('the server is well after all of it', async () => {
    expect((await server.anonymous.get('health')).status).toBe(200)
  })
})
