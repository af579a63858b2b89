import { readFile } from 'node:fs/promises'
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import { createServer as createTlsServer } from 'node:tls'
import { SettingError } from '../config/load-settings.ts'
import type { Context, Sender } from '../domain/context.ts'
import { DomainError, type ErrorCode } from '../domain/errors.ts'
import { reportSyslog } from '../domain/health/index.ts'
import { decodeLogBatch, ingestLogs } from '../domain/ingest/index.ts'
import { findSender } from '../domain/ingest-keys/index.ts'
import type { StopTimer } from '../ports/clock.ts'
import { createSyslogFrames, joinFrames, keyOf } from '../protocols/syslog-frames.ts'

export interface SyslogListener {
  /** Of those that are switched on, in the order without and with TLS. */
  readonly ports: number[]
  close(): Promise<void>
}

/** Each holds 128 KiB of a message that has begun. */
const MAX_CONNECTIONS = 1000
const HANDSHAKE_MS = 10_000
const KEEP_ALIVE_MS = 60_000
/** Senders may end what they are sending when the server stops. */
const LEAVE_MS = 2000

/** Receives syslog over TCP, RFC 6587, and over TLS, RFC 5425, where they are switched on. */
export async function listenSyslog(ctx: Context): Promise<SyslogListener> {
  const { syslogPort, syslogTlsPort, host } = ctx.settings
  const open = new Map<Socket, Promise<void>>()
  const ending = new AbortController()
  const accept = (socket: Socket): void => {
    socket.setKeepAlive(true, KEEP_ALIVE_MS)
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
      const stopTimer = ctx.clock.after(LEAVE_MS, () => open.forEach((_, socket) => void socket.destroy()))
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
  const options = { cert, key, minVersion: 'TLSv1.2', handshakeTimeout: HANDSHAKE_MS, allowHalfOpen: true } as const
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
  server.maxConnections = MAX_CONNECTIONS
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, resolve)
  })
  return server
}

/** A key is looked up again after this, so that one that was revoked is refused. */
const KEY_LASTS_MS = 10_000
/** A message that has begun must go on within this. */
const STALLED_MS = 60_000
const RETRY_MS = 1000

/** Whatever is sent again: waiting does not help. */
const LASTING: ReadonlySet<ErrorCode> = new Set([
  'UNAUTHENTICATED',
  'WRONG_DATA_TYPE',
  'PAYLOAD_TOO_LARGE',
  'MALFORMED_BODY',
])

/** Bytes that are not syslog over TCP: the connection cannot be read any further. */
class BrokenFrameError extends Error {}

/**
 * Stores what comes over a connection; reads on only when what was read is stored. Ends at the first message without a valid ingest key, so that senders with
 * a queue keep theirs.
 */
async function receiveMessages(ctx: Context, socket: Socket, ending: AbortSignal): Promise<void> {
  const frames = createSyslogFrames()
  const address = socket.remoteAddress
  const findKey = createKeyFinder(ctx)
  let stopTimer: StopTimer = () => {}
  const store = async (messages: readonly Uint8Array[]): Promise<void> => {
    for (const { key = ctx.settings.syslogKey ?? undefined, group } of groupByKey(messages)) {
      const sender = key === undefined ? null : await findKey(key)
      if (sender === null) throw new DomainError('UNAUTHENTICATED')
      for (const batch of inBatches(group, ctx.settings.maxIngestLines))
        await keepTrying(ctx, ending, () => storeGroup(ctx, sender, batch))
    }
  }
  // Errors end the iteration as well
  socket.on('error', () => {})
  try {
    for await (const chunk of socket) {
      stopTimer()
      await store(frames.push(chunk as Buffer))
      if (frames.fault !== undefined) throw new BrokenFrameError(frames.fault)
      if (frames.isOpen) stopTimer = ctx.clock.after(STALLED_MS, () => socket.destroy())
    }
    await store(frames.end())
  } catch (error) {
    if (error instanceof DomainError && error.code === 'UNAUTHENTICATED')
      ctx.log.warn({ address }, 'syslog without a valid ingest key was refused: [omen@32473 key="…"]')
    else if (error instanceof DomainError || error instanceof BrokenFrameError)
      ctx.log.warn({ address, err: error }, 'syslog that cannot be stored was refused')
    else if (!socket.destroyed) throw error
  } finally {
    stopTimer()
  }
}

function createKeyFinder(ctx: Context): (key: string) => Promise<Sender | null> {
  let last: { key: string; sender: Sender; until: number } | undefined
  return async (key) => {
    if (last?.key === key && ctx.clock.now() < last.until) return last.sender
    const sender = await findSender(ctx, key)
    last = sender === null ? undefined : { key, sender, until: ctx.clock.now() + KEY_LASTS_MS }
    return sender
  }
}

/** Those that follow each other with the same key. */
function groupByKey(messages: readonly Uint8Array[]): { key: string | undefined; group: Uint8Array[] }[] {
  const groups: { key: string | undefined; group: Uint8Array[] }[] = []
  for (const message of messages) {
    const key = keyOf(message)
    const last = groups.at(-1)
    if (last !== undefined && last.key === key) last.group.push(message)
    else groups.push({ key, group: [message] })
  }
  return groups
}

/** Parts that are not larger than a batch: a read may hold more messages than the operator lets a batch have. */
function* inBatches(messages: readonly Uint8Array[], maxLines: number): Generator<readonly Uint8Array[]> {
  for (let from = 0; from < messages.length; from += maxLines) yield messages.slice(from, from + maxLines)
}

async function storeGroup(ctx: Context, sender: Sender, group: readonly Uint8Array[]): Promise<void> {
  const batch = await decodeLogBatch(ctx, sender, { protocol: 'syslog', body: joinFrames(group), encoding: 'identity' })
  const { rejects } = await ingestLogs(ctx, sender, batch)
  if (rejects.length > 0) ctx.log.info({ sourceId: sender.sourceId, rejects }, 'syslog messages were left out')
}

/** Nobody can be told to come again: while the stores are busy, away or full the sender waits on its side. */
async function keepTrying(ctx: Context, ending: AbortSignal, act: () => Promise<void>): Promise<void> {
  for (;;) {
    try {
      return await act()
    } catch (error) {
      if (ending.aborted || (error instanceof DomainError && LASTING.has(error.code))) throw error
      ctx.log.warn({ err: error }, 'syslog waits to be stored')
    }
    await ctx.clock.sleep(RETRY_MS)
  }
}
