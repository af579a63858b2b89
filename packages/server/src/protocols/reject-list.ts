import type { IngestReject } from '../ports/decoded-batch.ts'

/** Where the first case of a reject is. */
export type RejectPlace = Pick<IngestReject, 'line' | 'series'>

/** What was left out, by reason, with the first case of each. */
export interface RejectList {
  add(reason: IngestReject['reason'], message: string, place?: RejectPlace): void
  /** Counts a further case of a reason that was added; without one, of the last. */
  again(reason?: IngestReject['reason']): void
  build(): IngestReject[]
}

export function createRejectList(): RejectList {
  const rejects = new Map<string, { -readonly [K in keyof IngestReject]: IngestReject[K] }>()
  let last: IngestReject['reason'] | undefined
  return {
    add(reason, message, place = {}) {
      const known = rejects.get(reason)
      if (known) known.count++
      else rejects.set(reason, { reason, message, count: 1, ...place })
      last = reason
    },
    again(reason = last) {
      last = reason
      if (reason !== undefined) rejects.get(reason)!.count++
    },
    build: () => [...rejects.values()],
  }
}
