import type { DecodedBatch, DecodeTask, TooManyOf } from '../../ports/decoded-batch.ts'
import type { DecodedLogs, LogDecodeTask, UnusableBody } from '../../ports/decoded-logs.ts'
import type { Context, Sender } from '../context.ts'
import { DomainError } from '../errors.ts'
import { createSemaphore } from '../quotas/index.ts'

type Readable = Extract<DecodedBatch, { kind: 'points' }>

/** A batch within the limits takes a few seconds of a thread. */
const MAX_MS = 30_000
/** As many as there are threads; one of an account at a time, however many projects it has, so that another one finds a thread. */
const decoding = createSemaphore({ concurrent: 2, waitingPerAccount: 100, maxWaiting: 1000 })

/** The project that a body is for, and the account whose turn it takes. */
type DecodeFor = Pick<Sender, 'sourceId' | 'accountId'>

/** Decodes a body; throws for one that cannot be used at all. A body that still waits when the signal is aborted is not decoded. */
export async function decodeBatch(
  ctx: Pick<Context, 'decoder' | 'seriesNumbers' | 'settings' | 'clock'>,
  { sourceId, accountId }: DecodeFor,
  task: Omit<DecodeTask, TaskLimits | 'known'>,
  signal?: AbortSignal,
): Promise<Readable> {
  const limits = limitsOf(ctx, ctx.settings.maxIngestSamples)
  const batch = await decoding.run(
    accountId,
    () => ctx.decoder.decode({ ...task, ...limits, known: ctx.seriesNumbers.known(sourceId) }),
    signal,
  )
  if (batch.kind === 'points') return batch
  throw toError(batch)
}

/** The same for a body of log lines. */
export async function decodeLogBatch(
  ctx: Pick<Context, 'decoder' | 'settings' | 'clock'>,
  { accountId }: DecodeFor,
  task: Omit<LogDecodeTask, TaskLimits>,
  signal?: AbortSignal,
): Promise<Extract<DecodedLogs, { kind: 'logs' }>> {
  const limits = limitsOf(ctx, ctx.settings.maxIngestLines)
  const batch = await decoding.run(accountId, () => ctx.decoder.decodeLogs({ ...task, ...limits }), signal)
  if (batch.kind === 'logs') return batch
  throw toError(batch)
}

type TaskLimits = 'maxBytes' | 'maxItems' | 'maxMs' | 'receivedAt'

function limitsOf(
  { settings, clock }: Pick<Context, 'settings' | 'clock'>,
  maxItems: number,
): Pick<DecodeTask, TaskLimits> {
  return { maxBytes: settings.maxIngestBytes, maxItems, maxMs: MAX_MS, receivedAt: clock.now() }
}

function toError(batch: UnusableBody): DomainError {
  switch (batch.kind) {
    case 'tooLarge':
      return tooLarge(`may have ${batch.maxBytes} bytes after decompression: send smaller batches`)
    case 'tooMany':
      return tooLarge(
        `has more than ${batch.max} ${NOUNS[batch.what]}, the limit of one batch; decoding stopped there: send smaller batches`,
      )
    case 'tooCostly':
      return tooLarge(batch.message)
    case 'unreadable':
      return new DomainError('MALFORMED_BODY', {
        details: [{ field: 'body', message: batch.message, ...(batch.line && { line: batch.line }) }],
      })
  }
}

const NOUNS: Readonly<Record<TooManyOf, string>> = {
  lines: 'log lines, empty ones included',
  textLines: 'lines of text, empty ones included',
  samples: 'samples',
  values: 'values, fields and labels',
  bytes: 'bytes of lines with the labels of each',
}

function tooLarge(message: string): DomainError {
  return new DomainError('PAYLOAD_TOO_LARGE', { details: [{ field: 'body', message }] })
}
