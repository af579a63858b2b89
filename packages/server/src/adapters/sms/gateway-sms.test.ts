import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text as readText } from 'node:stream/consumers'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { smsContract } from '../../ports/sms.contract.ts'
import { SmsNotSent } from '../../ports/sms.ts'
import { createGatewaySms } from './gateway-sms.ts'

let gateway: Server
let url: string
let requests: { request: IncomingMessage; body: string }[] = []
let answer = { status: 200, headers: {} }

beforeAll(async () => {
  gateway = createServer(async (request, response) => {
    requests.push({ request, body: await readText(request) })
    response.writeHead(answer.status, answer.headers).end('ok')
  })
  await new Promise<void>((ready) => gateway.listen(0, '127.0.0.1', ready))
  url = `http://127.0.0.1:${(gateway.address() as AddressInfo).port}/send`
})
beforeEach(() => {
  requests = []
  answer = { status: 200, headers: {} }
})
afterAll(() => new Promise((done) => gateway.close(done)))

smsContract('HTTP gateway', async () => ({
  sender: createGatewaySms(url, null),
  received: async () => requests.map(({ body }) => body),
}))

test('posts JSON with the token', async () => {
  await createGatewaySms(url, 'key').send({ to: '13912345678', text: 'hi' })
  const [{ request, body }] = requests as [(typeof requests)[number]]
  expect({ method: request.method, path: request.url, ...request.headers }).toMatchObject({
    method: 'POST',
    path: '/send',
    'content-type': 'application/json',
    authorization: 'Bearer key',
  })
  expect(JSON.parse(body)).toEqual({ to: '13912345678', text: 'hi' })
})

test.each([
  ['a refusal', { status: 500, headers: {} }],
  ['a way elsewhere', { status: 302, headers: { Location: 'http://127.0.0.1:9/' } }],
])('rejects on %s', async (_, given) => {
  answer = given
  await expect(createGatewaySms(url, null).send({ to: '1', text: 't' })).rejects.toThrow()
})

test('says that a message was not sent only if the gateway refused it or cannot be reached', async () => {
  const errorOf = (to: string) =>
    createGatewaySms(to, null)
      .send({ to: '1', text: 't' })
      .catch((error: unknown) => error)
  const closed = createServer().listen(0, '127.0.0.1')
  await once(closed, 'listening')
  const { port } = closed.address() as AddressInfo
  await new Promise((done) => closed.close(done))
  const kinds = [await errorOf(`http://127.0.0.1:${port}/`)]
  for (const status of [400, 429, 502, 504]) {
    answer = { status, headers: {} }
    kinds.push(await errorOf(url))
  }
  expect(kinds.map((error) => error instanceof SmsNotSent)).toEqual([true, true, true, false, false])
})
