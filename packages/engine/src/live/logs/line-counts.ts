import type { SeriesKey } from '../../series/frame.ts'
import type { TemplateFacts } from './live-log.ts'

/** What the lines of a row are counted by. */
export type RowCounts = {
  lines: Map<string, number>
  errors: Map<string, number>
  templates: Map<number, number>
}

/** What rows that were closed brought; see `LiveLogRows`. */
export type CountedRows = { added: SeriesKey[]; ended: number[]; columns: Float64Array[] }

/** Series that count the lines and errors of instances, and the lines of templates. */
export type LineCounts = {
  /** Takes the counts of a row, by the number of its interval. */
  endRow(index: number, row: RowCounts): void
  /** Ends the series at a place, whose template has become another. */
  endSeries(place: number): void
  close(indices: readonly number[]): CountedRows
  series(): SeriesKey[]
  state(): Series[]
}

type Series = { metric: string; instance: string }

/** Series of a project: instances whose lines, and whose errors, are counted, and templates. */
const MAX_SERIES = { lines: 300, errors: 300, templates: 200 }
/** A template is counted from so many lines on. */
const FEWEST_LINES = 10

/** Series get their places as they begin; one that has ended keeps its place without its name. */
export function createLineCounts(
  facts: ReadonlyMap<number, TemplateFacts>,
  textOf: (templateId: number) => string | undefined,
  saved: readonly Series[] = [],
): LineCounts {
  const series = saved.map((one) => ({ ...one }))
  const placeOf = new Map(series.map((one, place) => [keyOf(one), place]))
  const counted = { lines: 0, errors: 0, templates: 0 }
  for (const one of series) if (!isEnded(one)) counted[groupOf(one)]++
  const rows = new Map<number, Map<number, number>>()
  let reported = series.length
  let ended: number[] = []

  /** The place of a series; undefined where there are too many. */
  const seriesAt = (metric: string, instance: string): number | undefined => {
    const one = { metric, instance }
    const known = placeOf.get(keyOf(one))
    const group = groupOf(one)
    if (known !== undefined || counted[group] >= MAX_SERIES[group]) return known
    counted[group]++
    placeOf.set(keyOf(one), series.length)
    return series.push(one) - 1
  }
  const templateSeries = (id: number): number | undefined => {
    const one = facts.get(id)
    if (one === undefined || one.series !== undefined) return one?.series
    if (one.count < FEWEST_LINES || counted.templates >= MAX_SERIES.templates) return undefined
    const place = seriesAt(nameSeries(textOf(id) ?? one.example, id), '')
    if (place !== undefined) one.series = place
    return place
  }
  return {
    endRow(index, row) {
      const counts = new Map<number, number>()
      const take = (place: number | undefined, count: number): void => {
        if (place !== undefined) addCount(counts, place, count)
      }
      for (const [instance, count] of row.lines) take(seriesAt('lines', instance), count)
      for (const [instance, count] of row.errors) take(seriesAt('errors', instance), count)
      for (const [id, count] of row.templates) take(templateSeries(id), count)
      rows.set(index, counts)
    },
    endSeries(place) {
      const one = series[place]!
      counted[groupOf(one)]--
      placeOf.delete(keyOf(one))
      series[place] = { metric: '', instance: one.metric }
      ended.push(place)
    },
    close(indices) {
      const counts = indices.map((index) => rows.get(index) ?? new Map<number, number>())
      for (const index of indices) rows.delete(index)
      const columns = series.map((one, place) => {
        const began = place < reported ? 0 : counts.findIndex((row) => row.has(place))
        const valueAt = (row: Map<number, number>, k: number): number =>
          isEnded(one) || k < began ? Number.NaN : (row.get(place) ?? 0)
        return Float64Array.from(counts, valueAt)
      })
      const round = { added: series.slice(reported).map(toKey), ended, columns }
      reported = series.length
      ended = []
      return round
    },
    series: () => series.map(toKey),
    state: () => series.map((one) => ({ ...one })),
  }
}

/** Characters of a series name that is made of a template. */
const MAX = 40

/**
 * A name for the series that counts a template: its constant words and its id, as "lines_payment_failed_for_12". The words are those of its text
 * when the name is given.
 */
function nameSeries(text: string, id: number): string {
  const words = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
  let name = 'lines'
  for (const word of words) {
    if (name.length + word.length >= MAX) break
    name += `_${word}`
  }
  return `${name}_${id}`
}

/** Adds to the count of a key. */
export function addCount<Key>(counts: Map<Key, number>, key: Key, count: number): void {
  counts.set(key, (counts.get(key) ?? 0) + count)
}

function isEnded({ metric }: Series): boolean {
  return metric === ''
}

function groupOf({ metric }: Series): keyof typeof MAX_SERIES {
  return metric === 'lines' || metric === 'errors' ? metric : 'templates'
}

function keyOf({ metric, instance }: Series): string {
  return `${metric} ${instance}`
}

function toKey({ metric, instance }: Series): SeriesKey {
  return { id: instance === '' ? metric : `${metric}[${instance}]`, metric, instance }
}
