import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sendRaw } from '../testing/raw-request.ts'
import { startTestServer, type TestServer } from '../testing/start-test-server.ts'
import { createHostCheck } from './allowed-hosts.ts'

describe('a server with a public address', () => {
  let server: TestServer
  beforeAll(async () => {
    server = await startTestServer({
      settings: { publicUrl: 'http://omen.example.org:8080', allowedHosts: ['omen.internal', '.corp.example'] },
    })
  })
  afterAll(() => server.close())

  const statusOf = async (host: string, path: string) =>
    (await sendRaw(server.url, `GET ${path} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`))!.status

  test.each(['/api/v1/version', '/metrics', '/', '/models', '/api/v1/health'])(
    'refuses %s under a name that is not its own',
    async (path) => {
      for (const host of [
        'evil.example',
        'evil.example:7070',
        'localhost.evil.example',
        'omen.example.org.evil.example',
      ])
        expect(await statusOf(host, path)).toBe(421)
    },
  )

  test.each([
    'localhost',
    'LOCALHOST:7070',
    '127.0.0.1:1',
    '[::1]:7070',
    'omen.example.org',
    'omen.internal',
    'a.corp.example',
  ])('answers under %s', async (host) => {
    expect(await statusOf(host, '/api/v1/version')).toBe(200)
  })

  test('says which setting allows the name', async () => {
    const answer = await sendRaw(server.url, 'GET /metrics HTTP/1.1\r\nHost: evil.example\r\n\r\n')
    expect(answer!.body).toMatchObject({
      code: 'HOST_NOT_ALLOWED',
      details: [{ field: 'Host', name: 'evil.example', message: expect.stringContaining('OMEN_ALLOWED_HOSTS') }],
    })
  })

  test('answers HTTP/1.0 without a host, as load balancers ask', async () => {
    const answer = await sendRaw(server.url, 'GET /api/v1/health HTTP/1.0\r\n\r\n')
    expect(answer!.status).toBe(200)
  })

  test('refuses what a page asks a browser for', async () => {
    const { headers } = await server.anonymous.get('version')
    expect(headers.get('permissions-policy')).toContain('camera=()')
  })
})

test('a star allows every name', () => {
  const isAllowed = createHostCheck({ host: '127.0.0.1', publicUrl: null, allowedHosts: ['*'] })
  expect(isAllowed('anything.example')).toBe(true)
})
