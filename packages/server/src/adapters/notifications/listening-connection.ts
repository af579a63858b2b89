import { Socket } from 'node:net'
import pg, { type ClientConfig } from 'pg'
import type { Logger } from 'pino'
import { systemClock } from '../clock/system-clock.ts'

export interface ListeningConnectionOptions {
  connection: ClientConfig
  log: Pick<Logger, 'warn'>
  onMessage(channel: string, payload: string): void
  /** Called when a lost connection has been re-established and listens to all its channels again. */
  onReconnect(): void
}

export interface ListeningConnection {
  /** Resolves once messages of the channel arrive. It is listened to until `close`. */
  listen(channel: string): Promise<void>
  close(): Promise<void>
}

/** Delay between connection attempts, in ms, doubling from the first to the last. */
const FIRST_RETRY_MS = 100
const LAST_RETRY_MS = 5000
/** A connection whose peer has vanished is silent, so it is pinged at this interval, in ms. */
const PROBE_MS = 20_000
const ANSWER_MS = 10_000

/** One PostgreSQL connection that only listens: opened with the first channel, reconnected until it is closed. */
export function createListeningConnection(options: ListeningConnectionOptions): ListeningConnection {
  const channels = new Set<string>()
  const closing = new AbortController()
  let client: Promise<pg.Client> | undefined

  async function connect(): Promise<pg.Client> {
    const socket = new Socket()
    const next = createClient(options.connection, socket)
    next.on('notification', ({ channel, payload }) => options.onMessage(channel, payload ?? ''))
    const stopProbing = systemClock.every(PROBE_MS, () => void next.query('select 1').catch(() => socket.destroy()))
    // Without a listener an error would end the process; 'end' follows.
    next.on('error', () => socket.destroy())
    next.once('end', stopProbing)
    try {
      await next.connect()
      for (const channel of channels) await listenOn(next, channel)
    } catch (error) {
      stopProbing()
      socket.destroy()
      throw error
    }
    next.once('end', () => {
      if (closing.signal.aborted) return
      client = reconnect()
      client.catch(() => {})
    })
    return next
  }

  async function reconnect(): Promise<pg.Client> {
    options.log.warn('the connection for notifications was lost: reconnecting')
    for (let waitMs = FIRST_RETRY_MS; ; waitMs = Math.min(2 * waitMs, LAST_RETRY_MS)) {
      await systemClock.sleep(waitMs, closing.signal)
      const next = await connect().catch(() => undefined)
      if (!next) continue
      options.onReconnect()
      return next
    }
  }

  return {
    async listen(channel) {
      channels.add(channel)
      client ??= connect()
      try {
        await listenOn(await client, channel)
      } catch (error) {
        channels.delete(channel)
        client = undefined
        throw error
      }
    },
    async close() {
      closing.abort()
      const open = await client?.catch(() => undefined)
      await open?.end()
    },
  }
}

function createClient(connection: ClientConfig, socket: Socket): pg.Client {
  return new pg.Client({
    application_name: 'omen notifications',
    connectionTimeoutMillis: ANSWER_MS,
    query_timeout: ANSWER_MS,
    keepAlive: true,
    ...connection,
    stream: () => socket,
  })
}

async function listenOn(client: pg.Client, channel: string): Promise<void> {
  await client.query(`listen ${client.escapeIdentifier(channel)}`)
}
