import type { CollectedSeries, CollectWindow } from '../../../ports/collector.ts'
import type { LiveSeries } from '../../../ports/decoded-batch.ts'
import { toLiveSeries } from '../../../protocols/live-series.ts'

const INSTANCE_TAGS = ['host', 'instance']

/** Samples of a part of an answer, by series. */
export interface SampleCollector {
  /** What is no number is left out, and counted. */
  add(series: LiveSeries, time: number, value: unknown): void
  /** What was added since; samples of one series by time. */
  take(): CollectedSeries[]
  readonly leftOut: number
}

export function createSampleCollector({ from, to }: Pick<CollectWindow, 'from' | 'to'>): SampleCollector {
  let found = new Map<string, { series: LiveSeries; points: [number, number][] }>()
  let leftOut = 0
  return {
    add(series, time, given) {
      const value = typeof given === 'boolean' ? Number(given) : given
      if (typeof value !== 'number' || !Number.isFinite(value)) leftOut++
      else if (time >= from && time < to) {
        const one = found.get(series.id) ?? { series, points: [] }
        one.points.push([time, value])
        found.set(series.id, one)
      }
    },
    take() {
      const taken = [...found.values()]
      found = new Map()
      return taken.map(({ series, points }) => {
        points.sort(([a], [b]) => a - b)
        return { series, times: points.map(([time]) => time), values: points.map(([, value]) => value) }
      })
    },
    get leftOut() {
      return leftOut
    },
  }
}

/** A field is a metric, named as those that are pushed: by measurement and field, by the measurement alone where the field is `value`. */
export function nameSeries(measurement: string, field: string, tags: Readonly<Record<string, string>>): LiveSeries {
  const labels = Object.fromEntries(Object.entries(tags).filter(([, value]) => value !== ''))
  const tag = INSTANCE_TAGS.find((name) => name in labels)
  const { [tag ?? '']: instance, ...others } = labels
  const metric = measurement === '' ? field : field === 'value' ? measurement : `${measurement}_${field}`
  return toLiveSeries({ metric, instance, labels: others })
}
