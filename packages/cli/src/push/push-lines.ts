import type { IngestResult } from '@omen/sdk'
import type { TextLine } from '../io/read-lines.ts'
import type { Batch, Batcher } from './batch.ts'

/** What was sent, and what the server left out. */
export interface PushTotals {
  accepted: number
  rejected: number
  batches: number
  rejects: Map<string, IngestResult['rejects'][number]>
  notes: Set<string>
}

export function createTotals(): PushTotals {
  return { accepted: 0, rejected: 0, batches: 0, rejects: new Map(), notes: new Set() }
}

export interface PushOptions {
  readonly totals: PushTotals
  readonly batcher: Batcher
  send(batch: Batch): Promise<IngestResult>
  onSent(lines: number): void
  /** Ends the waiting for more lines: what has come is then sent. Resolves after about a second. */
  pause(): Promise<void>
}

/**
 * Sends the lines of an input batch by batch; of one that goes on (a pipe), what has come within a second. Lines wait in the
 * pipe while a batch is sent.
 */
export async function pushLines(blocks: AsyncIterable<TextLine[]>, options: PushOptions): Promise<void> {
  const { batcher, totals } = options
  const flush = async (): Promise<void> => {
    const batch = batcher.take()
    if (!batch) return
    count(totals, await options.send(batch))
    options.onSent(batch.lines)
  }
  const source = blocks[Symbol.asyncIterator]()
  let coming = source.next()
  let pausing: Promise<undefined> | undefined
  for (;;) {
    pausing ??= options.pause().then(() => undefined)
    const next = await Promise.race([coming, pausing])
    if (next === undefined) {
      pausing = undefined
      await flush()
      continue
    }
    if (next.done) break
    for (const { text } of next.value) {
      batcher.add(text)
      if (batcher.isFull()) await flush()
    }
    coming = source.next()
  }
  await flush()
}

function count(totals: PushTotals, { accepted, rejected, rejects, notes = [] }: IngestResult): void {
  totals.accepted += accepted
  totals.rejected += rejected
  totals.batches++
  for (const note of notes) totals.notes.add(note)
  for (const reject of rejects) {
    const known = totals.rejects.get(reject.reason)
    totals.rejects.set(reject.reason, known ? { ...known, count: known.count + reject.count } : reject)
  }
}
