import type { IngestReject, LiveSeries, PointBatch } from '../ports/decoded-batch.ts'
import { seriesFault } from './live-series.ts'

/** Where the first case of a reject is. */
export type RejectPlace = Pick<IngestReject, 'line' | 'series'>

/** Collects the points of a body as columns, and what has to be left out by reason. */
export interface BatchBuilder {
  /** The index of a series, undefined if it cannot be stored: `key` names it within the body. */
  seriesIndex(key: string, read: () => LiveSeries): number | undefined
  add(index: number, time: number, value: number): void
  reject(reason: IngestReject['reason'], message: string, place?: RejectPlace, count?: number): void
  note(text: string): void
  build(): { points: PointBatch; rejects: IngestReject[]; notes: string[] }
}

const firstCapacity = 1024

export function createBatchBuilder(): BatchBuilder {
  const series: LiveSeries[] = []
  const indexByKey = new Map<string, number | undefined>()
  const indexById = new Map<string, number>()
  const rejects = new Map<string, { -readonly [K in keyof IngestReject]: IngestReject[K] }>()
  const notes = new Set<string>()
  let length = 0
  let index = new Uint32Array(firstCapacity)
  let times = new Float64Array(firstCapacity)
  let values = new Float64Array(firstCapacity)

  const grow = (): void => {
    const capacity = 2 * index.length
    const [wider, later, more] = [new Uint32Array(capacity), new Float64Array(capacity), new Float64Array(capacity)]
    wider.set(index)
    later.set(times)
    more.set(values)
    ;[index, times, values] = [wider, later, more]
  }
  const reject: BatchBuilder['reject'] = (reason, message, place = {}, count = 1) => {
    const known = rejects.get(reason)
    if (known) known.count += count
    else rejects.set(reason, { reason, message, count, ...place })
  }
  const addSeries = (key: LiveSeries): number | undefined => {
    if (seriesFault(key)) return undefined
    const known = indexById.get(key.id)
    if (known !== undefined) return known
    indexById.set(key.id, series.length)
    return series.push(key) - 1
  }
  return {
    seriesIndex(key, read) {
      if (indexByKey.has(key)) {
        const known = indexByKey.get(key)
        if (known === undefined) rejectSeries(read())
        return known
      }
      const found = read()
      const added = addSeries(found)
      if (added === undefined) rejectSeries(found)
      indexByKey.set(key, added)
      return added
    },
    add(at, time, value) {
      if (length === index.length) grow()
      index[length] = at
      times[length] = time
      values[length++] = value
    },
    reject,
    note: (text) => void notes.add(text),
    build: () => ({
      points: {
        series,
        index: index.slice(0, length),
        times: times.slice(0, length),
        values: values.slice(0, length),
      },
      rejects: [...rejects.values()],
      notes: [...notes],
    }),
  }

  function rejectSeries(found: LiveSeries): void {
    const { reason, message } = seriesFault(found)!
    reject(reason, message, { series: found.id.slice(0, 200) })
  }
}
