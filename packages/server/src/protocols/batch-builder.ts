import type { IngestReject, LiveSeries, PointBatch } from '../ports/decoded-batch.ts'
import { SERIES_END } from '../ports/point-store.ts'
import {
  addSeries,
  createSeriesTable,
  enlargeSeriesTable,
  findSeries,
  hashSeries,
  type SeriesTable,
  seriesRoom,
} from '../ports/series-table.ts'
import { type BatchCount, uncounted } from './batch-count.ts'
import { seriesFault } from './live-series.ts'
import { createRejectList, type RejectList } from './reject-list.ts'

/** Collects the points of a body as columns, and what has to be left out by reason. */
export interface BatchBuilder {
  /** Counts of the body; the builder counts samples and rejects. */
  readonly count: BatchCount
  /**
   * What `add` is to be given for a series; undefined if it cannot be stored. `key` names the series whatever the body is;
   * `read` is called once for one that is not known yet, each time if it returns none; it has reported what it cannot read.
   */
  seriesIndex(key: string, read: () => LiveSeries | undefined): number | undefined
  /** The same for a series that is named by bytes. */
  seriesIndexOf(bytes: Uint8Array, from: number, to: number, read: () => LiveSeries | undefined): number | undefined
  add(index: number, time: number, value: number): void
  /** The sender says that a series has no more values. */
  addEnd(index: number, time: number): void
  readonly reject: RejectList['add']
  /** Counts a further point for a reason that was reported; without one, for the last. */
  readonly rejectAgain: RejectList['again']
  note(text: string): void
  build(): { points: PointBatch; rejects: IngestReject[]; notes: string[] }
}

/** The index of a series, or the reason for which it cannot be stored. */
type Outcome = number | IngestReject['reason']

const FIRST_CAPACITY = 1024
const encoder = new TextEncoder()

/** Known series are found in the table, whose other hashes must have been made from the same keys. */
export function createBatchBuilder(table: SeriesTable, count = uncounted): BatchBuilder {
  const unknown: LiveSeries[] = []
  const hashes: number[] = []
  const hash = new Uint32Array(4)
  /** Series of this batch that are not in `table`, by their hashes: each is read once. Their numbers are places in `outcomes`. */
  let fresh = createSeriesTable()
  const outcomes: Outcome[] = []
  const indexByKey = new Map<string, number>()
  const indexById = new Map<string, number>()
  const rejects = createRejectList()
  const notes = new Set<string>()
  let length = 0
  let series = new Int32Array(FIRST_CAPACITY)
  let times = new Float64Array(FIRST_CAPACITY)
  let values = new Float64Array(FIRST_CAPACITY)

  const grow = (): void => {
    const capacity = 2 * series.length
    const [wider, later, more] = [new Int32Array(capacity), new Float64Array(capacity), new Float64Array(capacity)]
    wider.set(series)
    later.set(times)
    more.set(values)
    ;[series, times, values] = [wider, later, more]
  }
  const push = (index: number, time: number, value: number): void => {
    count.addItem()
    if (length === series.length) grow()
    series[length] = index
    times[length] = time
    values[length++] = value
  }
  const reject: RejectList['add'] = (...rejected) => {
    count.addItem()
    rejects.add(...rejected)
  }
  const rejectAgain: RejectList['again'] = (reason) => {
    count.addItem()
    rejects.again(reason)
  }
  /** `hash` is that of the series. */
  const addUnknown = (found: LiveSeries): Outcome => {
    const fault = seriesFault(found)
    if (fault) {
      reject(fault.reason, fault.message, { series: found.id.slice(0, 200) })
      return fault.reason
    }
    const id = found.identity?.hash ?? found.id
    const known = indexById.get(id)
    if (known !== undefined) return known
    hashes.push(...hash)
    const index = -unknown.push(found)
    indexById.set(id, index)
    return index
  }
  const remember = (outcome: Outcome): void => {
    if (outcomes.length >= seriesRoom(fresh)) fresh = enlargeSeriesTable(fresh)
    addSeries(fresh, hash, outcomes.push(outcome) - 1)
  }
  const seriesIndexOf: BatchBuilder['seriesIndexOf'] = (bytes, from, to, read) => {
    hashSeries(table, bytes, from, to, hash)
    const number = findSeries(table, hash)
    if (number >= 0) return number
    const place = findSeries(fresh, hash)
    if (place >= 0) {
      const outcome = outcomes[place]!
      return typeof outcome === 'number' ? outcome : void rejectAgain(outcome)
    }
    const found = read()
    if (found === undefined) return undefined
    const outcome = addUnknown(found)
    remember(outcome)
    return typeof outcome === 'number' ? outcome : undefined
  }
  return {
    count,
    seriesIndex(key, read) {
      const known = indexByKey.get(key)
      if (known !== undefined) return known
      const bytes = encoder.encode(key)
      const index = seriesIndexOf(bytes, 0, bytes.length, read)
      if (index !== undefined) indexByKey.set(key, index)
      return index
    },
    seriesIndexOf,
    add: (index, time, value) => push(index, time, Number.isFinite(value) ? value : Number.NaN),
    addEnd: (index, time) => push(index, time, SERIES_END),
    reject,
    rejectAgain,
    note: (text) => void notes.add(text),
    build: () => ({
      points: {
        series: series.slice(0, length),
        unknown,
        hashes: Uint32Array.from(hashes),
        times: times.slice(0, length),
        values: values.slice(0, length),
      },
      rejects: rejects.build(),
      notes: [...notes],
    }),
  }
}
