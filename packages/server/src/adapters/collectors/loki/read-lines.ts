import { type CollectedLine, CollectorError } from '../../../ports/collector.ts'
import { isLokiLabels, type LokiLabels, readLokiStream } from '../../../protocols/loki-labels.ts'

export interface LokiLine {
  /** Epoch nanoseconds. */
  readonly at: bigint
  readonly line: CollectedLine
}

/** The lines of all streams of an answer by their times; those of one time stay in the order of the answer. */
export function readLines(data: unknown, query: string): LokiLine[] {
  const { resultType, result } = (data ?? {}) as { resultType?: unknown; result?: unknown }
  if (resultType === 'matrix' || resultType === 'vector' || resultType === 'scalar')
    throw new CollectorError('query', {
      providerText: `${query} computes a metric. Write a query that selects log lines.`,
    })
  if (resultType !== 'streams' || !Array.isArray(result)) throw new CollectorError('badAnswer')
  const lines = (result as { stream?: unknown; values?: unknown }[]).flatMap((one) => {
    if (!isLokiLabels(one?.stream) || !Array.isArray(one.values) || one.values.length === 0)
      throw new CollectorError('badAnswer')
    return readStream(one.stream, one.values)
  })
  return lines.sort((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0))
}

function readStream(labels: LokiLabels, values: readonly unknown[]): LokiLine[] {
  const { attributes, ...stream } = readLokiStream(labels)
  const ofAll = { ...stream, ...(Object.keys(attributes).length > 0 && { attributes }) }
  return values.map((value) => {
    const [time, line] = Array.isArray(value) ? value : []
    if (typeof time !== 'string' || !/^\d{1,19}$/.test(time) || typeof line !== 'string')
      throw new CollectorError('badAnswer')
    const at = BigInt(time)
    return { at, line: { ...ofAll, time: Number(at / 1_000_000n), nanos: Number(at % 1_000_000n), line } }
  })
}
