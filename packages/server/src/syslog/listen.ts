import { readFile } from 'node:fs/promises'
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import { createServer as createTlsServer } from 'node:tls'
import { SettingError } from '../config/load-settings.ts'
import type { Context } from '../domain/context.ts'
import { reportSyslog } from '../domain/health/index.ts'
import { receiveMessages } from './receive.ts'

export interface SyslogListener {
  /** Of those that are switched on, in the order without and with TLS. */
  readonly ports: number[]
  close(): Promise<void>
}

/** Each holds 128 KiB of a message that has begun. */
const maxConnections = 1000
const handshakeMs = 10_000
const keepAliveMs = 60_000
/** Senders may end what they are sending when the server stops. */
const leaveMs = 2000

/** Receives syslog over TCP, RFC 6587, and over TLS, RFC 5425, where they are switched on. */
export async function listenSyslog(ctx: Context): Promise<SyslogListener> {
  const { syslogPort, syslogTlsPort, host } = ctx.settings
  const open = new Map<Socket, Promise<void>>()
  const ending = new AbortController()
  const accept = (socket: Socket): void => {
    socket.setKeepAlive(true, keepAliveMs)
    const received = receiveMessages(ctx, socket, ending.signal)
      .catch((error: unknown) => ctx.log.error({ err: error }, 'receiving syslog failed'))
      .finally(() => {
        open.delete(socket)
        // Closed for the sender only when all it sent is stored
        socket.destroySoon()
      })
    open.set(socket, received)
  }
  let refused = 0
  let refusedAt: number | null = null
  const servers: Server[] = []
  if (syslogPort !== null) servers.push(await listen(createServer({ allowHalfOpen: true }, accept), syslogPort, host))
  if (syslogTlsPort !== null) servers.push(await listen(await createSecure(ctx, accept), syslogTlsPort, host))
  for (const server of servers)
    server.on('drop', () => {
      refused++
      refusedAt = ctx.clock.now()
    })
  if (servers.length > 0) reportSyslog(ctx, () => ({ connections: open.size, refused, refusedAt }))
  return {
    ports: servers.map((server) => (server.address() as AddressInfo).port),
    async close() {
      for (const server of servers) server.close()
      ending.abort()
      for (const socket of open.keys()) socket.end()
      const stopTimer = ctx.clock.after(leaveMs, () => open.forEach((_, socket) => void socket.destroy()))
      await Promise.all(open.values())
      stopTimer()
    },
  }
}

async function createSecure({ settings, log }: Context, accept: (socket: Socket) => void): Promise<Server> {
  const { syslogTlsCert, syslogTlsKey } = settings
  if (syslogTlsCert === null || syslogTlsKey === null)
    throw new SettingError(
      'OMEN_SYSLOG_TLS_PORT needs a certificate: name its PEM files in OMEN_SYSLOG_TLS_CERT and OMEN_SYSLOG_TLS_KEY.',
    )
  const [cert, key] = await Promise.all([
    readPem('OMEN_SYSLOG_TLS_CERT', syslogTlsCert),
    readPem('OMEN_SYSLOG_TLS_KEY', syslogTlsKey),
  ])
  const options = { cert, key, minVersion: 'TLSv1.2', handshakeTimeout: handshakeMs, allowHalfOpen: true } as const
  let server: Server
  try {
    server = createTlsServer(options, accept)
  } catch (cause) {
    throw new SettingError(
      `OMEN_SYSLOG_TLS_CERT and OMEN_SYSLOG_TLS_KEY are no certificate in PEM with its key: ${(cause as Error).message}.`,
      { cause },
    )
  }
  server.on('tlsClientError', (error) => log.info({ err: error }, 'a TLS handshake of syslog failed'))
  return server
}

function readPem(setting: string, path: string): Promise<Buffer> {
  return readFile(path).catch((cause: Error) => {
    throw new SettingError(`${setting}: ${cause.message}.`, { cause })
  })
}

async function listen(server: Server, port: number, host: string): Promise<Server> {
  server.maxConnections = maxConnections
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, resolve)
  })
  return server
}
