import { once } from 'node:events'
import { createServer, type RequestListener, type Server } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import { type AddressInfo, connect, createServer as createTcpServer, type Server as TcpServer } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { makeCertificate } from '../../testing/certificate.ts'
import { freePort } from '../../testing/free-port.ts'
import type { LookupAll } from './guarded-lookup.ts'
import { type OutboundOptions, openOutbound } from './open-outbound.ts'

const closers: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close()
})

/** All names are this machine. */
const toLoopback: LookupAll = (_host, _options, callback) => callback(null, [{ address: '127.0.0.1', family: 4 }])

function open(options: Partial<OutboundOptions> = {}) {
  const outbound = openOutbound({ allow: [], proxy: null, ca: null, ...options })
  closers.push(() => outbound.close())
  return outbound
}

async function listen(server: Server | TcpServer): Promise<number> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  closers.push(() => {
    if ('closeAllConnections' in server) server.closeAllConnections()
    server.close()
  })
  return (server.address() as AddressInfo).port
}

const serve = (listener: RequestListener): Promise<number> => listen(createServer(listener))
const fault = (kind: string, message: string | RegExp = '') => ({
  name: 'OutboundError',
  fault: kind,
  message: expect.stringMatching(message),
})

test('loopback is refused as an address and as a name, and nothing is sent', async () => {
  let requests = 0
  const port = await serve((_request, response) => response.end(String(requests++)))
  const outbound = open()
  for (const host of ['127.0.0.1', 'localhost', '2130706433', '[::ffff:127.0.0.1]', '0'])
    await expect(outbound.fetch(`http://${host}:${port}/`)).rejects.toMatchObject(
      fault('refusedAddress', /is not a public address.*OMEN_OUTBOUND_ALLOW/),
    )
  expect(requests).toBe(0)
})

test('what is allowed is reached, by address or by name', async () => {
  const port = await serve((request, response) => response.end(`${request.method} ${request.headers['user-agent']}`))
  const byAddress = open({ allow: ['127.0.0.0/8'] })
  expect(await (await byAddress.fetch(`http://127.0.0.1:${port}/`)).text()).toBe('GET Omen')
  const byName = open({ allow: ['hooks.example'], lookup: toLoopback })
  expect(await (await byName.fetch(`http://hooks.example:${port}/`)).text()).toBe('GET Omen')
  await expect(byName.fetch(`http://other.example:${port}/`)).rejects.toMatchObject(fault('refusedAddress'))
})

test.each(['http://127.0.0.1:1/', 'http://169.254.169.254/latest/meta-data/', 'http://[::1]/', '//localhost/'])(
  'a redirect to %s is refused',
  async (location) => {
    const port = await serve((_request, response) => response.writeHead(302, { location }).end())
    const outbound = open({ allow: ['hooks.example'], lookup: toLoopback })
    await expect(outbound.fetch(`http://hooks.example:${port}/`)).rejects.toMatchObject(fault('refusedAddress'))
  },
)

test('the address that was checked is the one that is connected to', async () => {
  let lookups = 0
  const rebinding: LookupAll = (_host, _options, callback) =>
    callback(null, [{ address: lookups++ === 0 ? '192.0.2.1' : '127.0.0.1', family: 4 }])
  const port = await serve((_request, response) => response.end('reached'))
  const outbound = open({ allow: ['192.0.2.1'], lookup: rebinding })
  const first = outbound.fetch(`http://rebinding.example:${port}/`, { timeoutMs: 300 })
  await expect(first).rejects.toMatchObject({ fault: expect.stringMatching(/timeout|unreachable/) })
  expect(lookups).toBe(1)
  await expect(outbound.fetch(`http://rebinding.example:${port}/`)).rejects.toMatchObject(fault('refusedAddress'))
})

test('of several addresses only those that are allowed are connected to', async () => {
  const port = await serve((_request, response) => response.end('reached'))
  const both: LookupAll = (_host, _options, callback) =>
    callback(null, [
      { address: '10.0.0.1', family: 4 },
      { address: '127.0.0.1', family: 4 },
    ])
  const outbound = open({ allow: ['127.0.0.1'], lookup: both })
  expect(await (await outbound.fetch(`http://two.example:${port}/`)).text()).toBe('reached')
  expect(await outbound.resolve('two.example')).toBe('127.0.0.1')
})

test('resolve refuses private addresses, and passes on public ones', async () => {
  const outbound = open({ lookup: toLoopback })
  await expect(outbound.resolve('db.example')).rejects.toMatchObject(fault('refusedAddress'))
  await expect(outbound.resolve('[::1]')).rejects.toMatchObject(fault('refusedAddress'))
  expect(await outbound.resolve('1.1.1.1')).toBe('1.1.1.1')
})

test('credentials are not sent on to another host, and a form becomes a GET after 303', async () => {
  const seen: string[] = []
  const target = await serve((request, response) => {
    seen.push(
      `${request.method} ${request.headers.authorization} ${request.headers['x-api-key']} ${request.headers.accept}`,
    )
    response.end('end')
  })
  const port = await serve((request, response) => {
    if (request.url === '/same') return void response.writeHead(307, { location: '/other' }).end()
    seen.push(`${request.method} ${request.headers.authorization}`)
    response.writeHead(303, { location: `http://127.0.0.1:${target}/` }).end()
  })
  const outbound = open({ allow: ['*'] })
  const response = await outbound.fetch(`http://user:p%40ss@127.0.0.1:${port}/same`, {
    method: 'POST',
    body: '{}',
    headers: { 'X-Api-Key': 'secret', Accept: 'text/plain' },
  })
  expect(await response.text()).toBe('end')
  const basic = `Basic ${Buffer.from('user:p@ss').toString('base64')}`
  expect(seen).toEqual([`POST ${basic}`, 'GET undefined undefined text/plain'])
})

test('redirects are counted, may be left alone, and lead to web addresses only', async () => {
  const port = await serve((request, response) =>
    response.writeHead(302, { location: request.url === '/file' ? 'file:///etc/passwd' : '/again' }).end(),
  )
  const outbound = open({ allow: ['*'] })
  await expect(outbound.fetch(`http://127.0.0.1:${port}/`)).rejects.toMatchObject(fault('redirects', /too often/))
  await expect(outbound.fetch(`http://127.0.0.1:${port}/file`)).rejects.toMatchObject(fault('redirects', /web address/))
  expect((await outbound.fetch(`http://127.0.0.1:${port}/`, { maxRedirects: 0 })).status).toBe(302)
  await expect(outbound.fetch('ftp://example.org/')).rejects.toMatchObject(fault('unreachable', /https:\/\//))
})

test('a host that hangs before its answer or within it is given up', async () => {
  const port = await serve((request, response) => {
    if (request.url === '/body') response.writeHead(200).write('a')
  })
  const outbound = open({ allow: ['*'] })
  const url = `http://127.0.0.1:${port}`
  await expect(outbound.fetch(url, { timeoutMs: 100 })).rejects.toMatchObject(fault('timeout', /0.1 s/))
  const response = await outbound.fetch(`${url}/body`, { timeoutMs: 300 })
  await expect(response.text()).rejects.toMatchObject(fault('timeout'))
  const aborted = outbound.fetch(url, { signal: AbortSignal.abort('no longer wanted') })
  await expect(aborted).rejects.toBe('no longer wanted')
})

test('nothing there, or no such name, is said in words', async () => {
  const port = await listen(createTcpServer((socket) => socket.destroy()))
  const outbound = open({ allow: ['*'] })
  await expect(outbound.fetch(`http://127.0.0.1:${port}/`)).rejects.toMatchObject(fault('unreachable'))
  const closed = await freePort()
  await expect(outbound.fetch(`http://127.0.0.1:${closed}/`)).rejects.toMatchObject(
    fault('unreachable', /refuses connections/),
  )
  const nowhere = open({
    lookup: (_host, _options, callback) => callback(Object.assign(new Error('no'), { code: 'ENOTFOUND' }), []),
  })
  await expect(nowhere.fetch('http://nowhere.example/')).rejects.toMatchObject(
    fault('unreachable', /no host called nowhere.example/),
  )
})

test('an own authority is trusted beside the others once it is named', async () => {
  const { cert, key, certPath } = makeCertificate('hooks.example')
  const port = await listen(createTlsServer({ cert, key }, (_request, response) => response.end('reached')))
  const url = `https://hooks.example:${port}/`
  const without = open({ allow: ['*'], lookup: toLoopback })
  await expect(without.fetch(url)).rejects.toMatchObject(fault('certificate', /OMEN_OUTBOUND_CA/))
  await expect(without.fetch(`http://hooks.example:${port}/`)).rejects.toMatchObject({ name: 'OutboundError' })
  expect(without.certificates).toBeUndefined()
  const trusting = open({ allow: ['*'], lookup: toLoopback, ca: certPath })
  expect(await (await trusting.fetch(url)).text()).toBe('reached')
  expect(trusting.certificates?.length).toBeGreaterThan(1)
  await expect(trusting.fetch(`https://other.example:${port}/`)).rejects.toMatchObject(
    fault('certificate', /another name/),
  )
  expect(() => open({ ca: '/nowhere.pem' })).toThrow(/OMEN_OUTBOUND_CA/)
  expect(() => open({ ca: import.meta.filename.replace(/[^/]+$/, 'guarded-lookup.ts') })).toThrow(/no certificate/)
})

test('through a proxy by CONNECT, which resolves names; this machine is still refused', async () => {
  const { cert, key, certPath } = makeCertificate('hooks.example')
  const plain = await serve((_request, response) => response.end('plain'))
  const secure = await listen(createTlsServer({ cert, key }, (_request, response) => response.end('secure')))
  const asked: string[] = []
  const proxy = createServer((request, response) => {
    asked.push(`${request.method} ${request.url}`)
    response.end('plain')
  })
  proxy.on('connect', (request, client) => {
    asked.push(`CONNECT ${request.url} ${request.headers['proxy-authorization']}`)
    const upstream = connect(Number(request.url!.split(':')[1]), '127.0.0.1', () => {
      client.write('HTTP/1.1 200 OK\r\n\r\n')
      upstream.pipe(client).pipe(upstream)
    })
    for (const socket of [upstream, client]) socket.on('error', () => upstream.destroy())
  })
  const port = await listen(proxy)
  const outbound = open({ proxy: `http://me:pass@127.0.0.1:${port}`, ca: certPath })
  expect(await (await outbound.fetch(`http://hooks.example:${plain}/`)).text()).toBe('plain')
  expect(await (await outbound.fetch(`https://hooks.example:${secure}/`)).text()).toBe('secure')
  const basic = `Basic ${Buffer.from('me:pass').toString('base64')}`
  expect(asked.splice(0)).toEqual([
    `CONNECT hooks.example:${plain} ${basic}`,
    `CONNECT hooks.example:${secure} ${basic}`,
  ])
  for (const host of ['127.0.0.1', 'localhost', '169.254.169.254'])
    await expect(outbound.fetch(`http://${host}:${plain}/`)).rejects.toMatchObject(fault('refusedAddress'))
})
