import type { DecodedBatch, DecodeTask } from '../../ports/decoded-batch.ts'
import type { DecodedLogs, LogDecodeTask, UnusableBody } from '../../ports/decoded-logs.ts'
import type { Context, Sender } from '../context.ts'
import { DomainError } from '../errors.ts'

type Readable = Extract<DecodedBatch, { kind: 'points' }>

/** Decodes a body; throws for one that cannot be used at all. */
export async function decodeBatch(
  ctx: Pick<Context, 'decoder' | 'seriesNumbers' | 'settings' | 'clock'>,
  { sourceId }: Sender,
  task: Omit<DecodeTask, 'maxBytes' | 'known' | 'receivedAt'>,
): Promise<Readable> {
  const batch = await ctx.decoder.decode({
    ...task,
    maxBytes: ctx.settings.maxIngestBytes,
    known: ctx.seriesNumbers.known(sourceId),
    receivedAt: ctx.clock.now(),
  })
  if (batch.kind === 'points') return batch
  throw toError(batch)
}

/** The same for a body of log lines. */
export async function decodeLogBatch(
  { decoder, settings, clock }: Pick<Context, 'decoder' | 'settings' | 'clock'>,
  task: Omit<LogDecodeTask, 'maxBytes' | 'receivedAt'>,
): Promise<Extract<DecodedLogs, { kind: 'logs' }>> {
  const batch = await decoder.decodeLogs({ ...task, maxBytes: settings.maxIngestBytes, receivedAt: clock.now() })
  if (batch.kind === 'logs') return batch
  throw toError(batch)
}

function toError(batch: UnusableBody): DomainError {
  switch (batch.kind) {
    case 'tooLarge':
      return new DomainError('PAYLOAD_TOO_LARGE', {
        details: [
          { field: 'body', message: `may have ${batch.maxBytes} bytes after decompression: send smaller batches` },
        ],
      })
    case 'unreadable':
      return new DomainError('MALFORMED_BODY', {
        details: [{ field: 'body', message: batch.message, ...(batch.line && { line: batch.line }) }],
      })
  }
}
