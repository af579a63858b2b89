import type { Socket } from 'node:net'
import type { Context, Sender } from '../domain/context.ts'
import { DomainError, type ErrorCode } from '../domain/errors.ts'
import { decodeLogBatch, ingestLogs } from '../domain/ingest/index.ts'
import { findSender } from '../domain/ingest-keys/index.ts'
import type { StopTimer } from '../ports/clock.ts'
import { createSyslogFrames, joinFrames, keyOf } from '../protocols/syslog-frames.ts'

/** A key is looked up again after this, so that one that was revoked is refused. */
const keyLastsMs = 10_000
/** A message that has begun must go on within this. */
const stalledMs = 60_000
const retryMs = 1000

/** Whatever is sent again: waiting does not help. */
const lasting: ReadonlySet<ErrorCode> = new Set([
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
export async function receiveMessages(ctx: Context, socket: Socket, ending: AbortSignal): Promise<void> {
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
      if (frames.isOpen) stopTimer = ctx.clock.after(stalledMs, () => socket.destroy())
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
    last = sender === null ? undefined : { key, sender, until: ctx.clock.now() + keyLastsMs }
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
      if (ending.aborted || (error instanceof DomainError && lasting.has(error.code))) throw error
      ctx.log.warn({ err: error }, 'syslog waits to be stored')
    }
    await ctx.clock.sleep(retryMs)
  }
}
