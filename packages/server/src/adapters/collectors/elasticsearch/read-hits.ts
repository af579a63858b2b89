import { type CollectedLine, CollectorError } from '../../../ports/collector.ts'
import { readLogDocument } from '../../../protocols/log-document.ts'
import { type LogTime, readLogTime } from '../../../protocols/log-time.ts'

export const TIME_FIELD = '@timestamp'

export interface Hit {
  readonly line: CollectedLine
  /** Where a search goes on after it: the time in epoch milliseconds, and in Elasticsearch what tells documents of one time apart. */
  readonly sort: readonly [ms: number, ...tieBreaker: unknown[]]
}

interface WrittenHit {
  readonly _source?: unknown
  readonly fields?: Readonly<Record<string, unknown>>
  readonly sort?: unknown
}

/** The documents of an answer, in its order. */
export function readHits(answer: unknown): Hit[] {
  const { hits } = ((answer as { hits?: unknown }).hits ?? {}) as { hits?: unknown }
  if (!Array.isArray(hits)) throw new CollectorError('badAnswer')
  return (hits as (WrittenHit | null)[]).map((hit) => {
    const { _source, fields, sort } = hit ?? {}
    if (!isRecord(_source) || !isSort(sort)) throw new CollectorError('badAnswer')
    const [written] = (fields?.[TIME_FIELD] ?? []) as unknown[]
    return { line: readLine(_source, readLogTime(written) ?? { ms: sort[0], nanos: 0 }), sort }
  })
}

/** As documents that are pushed are read, but for the time, which is that of the search. */
function readLine(source: Readonly<Record<string, unknown>>, { ms, nanos }: LogTime): CollectedLine {
  const { writtenTime: _, instance = '', service = '', attributes, ...rest } = readLogDocument(source, [TIME_FIELD])
  return {
    ...rest,
    time: ms,
    ...(nanos !== 0 && { nanos }),
    instance: instance.trim(),
    service: service.trim(),
    ...(Object.keys(attributes).length > 0 && { attributes }),
  }
}

function isSort(value: unknown): value is Hit['sort'] {
  return Array.isArray(value) && Number.isSafeInteger(value[0])
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
