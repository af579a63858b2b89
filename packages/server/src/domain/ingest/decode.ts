import type { DecodedBatch, DecodeTask } from '../../ports/decoded-batch.ts'
import type { Context, Sender } from '../context.ts'
import { DomainError } from '../errors.ts'

type Readable = Extract<DecodedBatch, { kind: 'points' }>

/** Decodes a body; throws for one that cannot be used at all. */
export async function decodeBatch(
  ctx: Pick<Context, 'decoder' | 'seriesNumbers' | 'settings'>,
  { sourceId }: Sender,
  task: Omit<DecodeTask, 'maxBytes' | 'known'>,
): Promise<Readable> {
  const batch = await ctx.decoder.decode({
    ...task,
    maxBytes: ctx.settings.maxIngestBytes,
    known: ctx.seriesNumbers.known(sourceId),
  })
  switch (batch.kind) {
    case 'points':
      return batch
    case 'tooLarge':
      throw new DomainError('PAYLOAD_TOO_LARGE', {
        details: [
          { field: 'body', message: `may have ${batch.maxBytes} bytes after decompression: send smaller batches` },
        ],
      })
    case 'unreadable':
      throw new DomainError('MALFORMED_BODY', {
        details: [{ field: 'body', message: batch.message, ...(batch.line && { line: batch.line }) }],
      })
  }
}
