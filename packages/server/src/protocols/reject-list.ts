import type { IngestReject } from '../ports/decoded-batch.ts'

/** Where the first case of a reject is. */
export type RejectPlace = Pick<IngestReject, 'line' | 'series'>

/** What was left out, by reason, with the first case of each. */
export interface RejectList {
  /** Cases of one reason are counted apart if their `fault` differs. */
  add(reason: IngestReject['reason'], message: string, place?: RejectPlace, fault?: string): void
  /** Counts a further case of a reason that was added; without one, of the last. */
  again(reason?: IngestReject['reason']): void
  build(): IngestReject[]
}

export function createRejectList(): RejectList {
  const rejects = new Map<string, { -readonly [K in keyof IngestReject]: IngestReject[K] }>()
  let last: string | undefined
  return {
    add(reason, message, place = {}, fault = '') {
      const key = reason + fault
      const known = rejects.get(key)
      if (known) known.count++
      else rejects.set(key, { reason, message, count: 1, ...place })
      last = key
    },
    again(key: string | undefined = last) {
      last = key
      if (key !== undefined) rejects.get(key)!.count++
    },
    build: () => [...rejects.values()],
  }
}
