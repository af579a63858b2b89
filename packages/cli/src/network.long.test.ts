import { execFileSync, spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { createServer, request, type Server } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import { type AddressInfo, connect } from 'node:net'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import packageFile from '../package.json' with { type: 'json' }
import { CHILD_LIMITS } from './testing/child-limits.ts'
import { closedPort } from './testing/closed-port.ts'
import { makeHome } from './testing/run-cli.ts'
import { ended, runShell, startProcess } from './testing/run-process.ts'
import { startWireServer } from './testing/wire-server.ts'

async function listen(server: Server | ReturnType<typeof createTlsServer>): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return (server.address() as AddressInfo).port
}

/** A proxy for http (whole addresses) and https (CONNECT), and what it was asked for. It takes any name for the loopback. */
async function startProxy(needsPassword = false): Promise<{ address: string; asked: string[] }> {
  const asked: string[] = []
  const isWelcome = (given: string | undefined) => !needsPassword || given === `Basic ${btoa('me:secret')}`
  const server = createServer((incoming, outgoing) => {
    asked.push(`${incoming.method} ${incoming.url}`)
    if (!isWelcome(incoming.headers['proxy-authorization'])) return void outgoing.writeHead(407).end()
    const target = new URL(incoming.url ?? '')
    const { method, headers } = incoming
    const onward = request(
      { host: '127.0.0.1', port: target.port, path: target.pathname + target.search, method, headers },
      (answer) => {
        outgoing.writeHead(answer.statusCode ?? 500, answer.headers)
        answer.pipe(outgoing)
      },
    )
    incoming.pipe(onward)
  })
  server.on('connect', (incoming, socket) => {
    asked.push(`CONNECT ${incoming.url}`)
    if (!isWelcome(incoming.headers['proxy-authorization']))
      return socket.end('HTTP/1.1 407 Proxy Authentication Required\r\n\r\n')
    const onward = connect(Number(incoming.url?.split(':').at(-1)), '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 Connection established\r\n\r\n')
      socket.pipe(onward).pipe(socket)
    })
    onward.on('error', () => socket.destroy())
    socket.on('error', () => onward.destroy())
  })
  return { address: `127.0.0.1:${await listen(server)}`, asked }
}

/** A server with a certificate of an authority that nobody knows; it passes everything on to another. */
async function startTls(target: string): Promise<{ url: string; authority: string }> {
  const home = await makeHome()
  const [key, authority] = [join(home, 'key.pem'), join(home, 'ca.pem')]
  const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost,DNS:omen.test']
  const args = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-keyout', key, '-out', authority, '-days', '2']
  execFileSync('openssl', [...args, ...subject], { ...CHILD_LIMITS, stdio: 'ignore' })
  const files = { key: readFileSync(key), cert: readFileSync(authority) }
  const server = createTlsServer(files, (incoming, outgoing) => {
    const { method, headers, url } = incoming
    const onward = request(`${target}${url}`, { method, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 500, answer.headers)
      answer.pipe(outgoing)
    })
    incoming.pipe(onward)
  })
  return { url: `https://localhost:${await listen(server)}`, authority }
}

const hasOpenssl = spawnSync('openssl', ['version'], CHILD_LIMITS).status === 0
const signedIn = async (url: string) => ({ OMEN_URL: url, OMEN_TOKEN: 'secret', HOME: await makeHome() })

describe('proxies', () => {
  it('carries calls and files to the server, by a name that only the proxy knows', async () => {
    const [server, proxy] = [await startWireServer(), await startProxy()]
    const port = new URL(server.url).port
    const env = { ...(await signedIn(`http://omen.test:${port}`)), HTTP_PROXY: `http://${proxy.address}` }
    await writeFile(join(env.HOME, 'day.csv'), 'timestamp,cpu\n1792368000000,2\n')
    const ran = await runShell('omen upload training "$HOME/day.csv" --model m', env)
    expect(ran).toMatchObject({ code: 0, stderr: '' })
    expect(proxy.asked).toContain(`POST http://omen.test:${port}/api/v1/files`)
    expect(proxy.asked.some((line) => line.includes('/events'))).toBe(true)
    expect(server.files.size).toBe(1)
  })

  it.runIf(hasOpenssl)('opens a tunnel for https, with credentials, and trusts NODE_EXTRA_CA_CERTS', async () => {
    const server = await startWireServer()
    const { url, authority } = await startTls(server.url)
    const proxy = await startProxy(true)
    const env = { ...(await signedIn(url.replace('localhost', 'omen.test'))), NODE_EXTRA_CA_CERTS: authority }
    const refused = await runShell('omen models', { ...env, HTTPS_PROXY: `http://${proxy.address}` })
    expect(refused.code).toBe(1)
    expect(refused.stderr).toContain('A proxy wants credentials')
    const ran = await runShell('omen models', { ...env, HTTPS_PROXY: `http://me:secret@${proxy.address}` })
    expect(ran).toMatchObject({ code: 0 })
    expect(proxy.asked.at(-1)).toBe(`CONNECT omen.test:${new URL(url).port}`)
  })

  it('goes around the proxy for what NO_PROXY names', async () => {
    const [server, proxy] = [await startWireServer(), await startProxy()]
    const env = { ...(await signedIn(server.url)), HTTP_PROXY: `http://${proxy.address}`, NO_PROXY: '127.0.0.1,.test' }
    expect(await runShell('omen models', env)).toMatchObject({ code: 0 })
    expect(proxy.asked).toEqual([])
  })

  it('refuses an address that is none, without its password', async () => {
    const env = { ...(await signedIn('http://127.0.0.1:1')), HTTP_PROXY: 'socks5://me:secret@proxy:1' }
    const { code, stderr } = await runShell('omen models', env)
    expect(code).toBe(2)
    expect(stderr).toContain('"socks5://proxy:1" is not the address of a proxy')
  })
})

describe('a proxy that cannot be used', () => {
  it.each(['http://omen.test', 'https://omen.test'])('is named, not the server: %s', async (url) => {
    const variable = url.startsWith('https') ? 'HTTPS_PROXY' : 'HTTP_PROXY'
    const { origin } = new URL(await closedPort())
    const env = { ...(await signedIn(url)), [variable]: origin.replace('//', '//me:secret@') }
    const { code, stderr } = await runShell('omen models', env)
    expect(code).toBe(6)
    expect(stderr).toContain(`The proxy ${origin} (${variable}) could not be reached: connect ECONNREFUSED`)
    expect(stderr).not.toContain('The server')
  })

  it('is a usage error where it is a word alone', async () => {
    const env = { ...(await signedIn('http://127.0.0.1:1')), HTTP_PROXY: 'notaurl' }
    const { code, stderr } = await runShell('omen models', env)
    expect(code).toBe(2)
    expect(stderr).toContain('"notaurl" is not the address of a proxy (HTTP_PROXY)')
  })
})

describe('certificates', () => {
  it.runIf(hasOpenssl)('says how to trust an authority of one’s own', async () => {
    const server = await startWireServer()
    const { url, authority } = await startTls(server.url)
    const env = await signedIn(url)
    const unknown = await runShell('omen models', env)
    expect(unknown.code).toBe(1)
    expect(unknown.stderr).toContain('set NODE_EXTRA_CA_CERTS')
    expect(await runShell('omen models', { ...env, NODE_EXTRA_CA_CERTS: authority })).toMatchObject({ code: 0 })
  })
})

describe('calls', () => {
  it('name the program, its version and the machine, also where a file is sent', async () => {
    const server = await startWireServer()
    const env = await signedIn(server.url)
    await writeFile(join(env.HOME, 'day.csv'), 'timestamp,cpu\n1792368000000,2\n')
    await ended(startProcess(['upload', 'training', join(env.HOME, 'day.csv'), '--model', 'm'], env))
    const agents = new Set(server.calls.map(({ headers }) => headers['user-agent']))
    expect([...agents]).toEqual([
      `omen/${packageFile.version} (${process.platform} ${process.arch}; node ${process.versions.node})`,
    ])
  })

  it('do not follow a redirection with the token, and say where the address is wrong', async () => {
    const server = createServer((_, response) => response.writeHead(308, { Location: 'http://127.0.0.1:1/' }).end())
    const env = await signedIn(`http://127.0.0.1:${await listen(server)}`)
    const { code, stderr } = await runShell('omen models', env)
    expect(code).toBe(1)
    expect(stderr).toContain('It redirects: give its final address')
  })
})
