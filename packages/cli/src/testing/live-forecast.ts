import type { LiveAnalysis, LiveForecast } from '@omen/sdk'
import { NOW } from './samples.ts'

type Series = LiveForecast['series'][number]
type Outlook = NonNullable<Series['outlook']>

const MINUTE = 60_000
const STEPS = 12

/** The forecast of a series for two hours from {@link now}, in steps of ten minutes. */
export function seriesForecast(seriesId: string, given: Partial<Series> = {}): Series {
  const flat = new Array<number>(STEPS).fill(50)
  return { seriesId, mid: flat, low: flat, high: flat, coverage: 0.9, ...given }
}

/** What is forecast of a series: it leaves the range of its history in 95 minutes, between 70 and 110. */
export function outlook(given: Partial<Outlook> = {}): Outlook {
  return {
    kind: 'leaves',
    side: 'above',
    limit: 66.1,
    about: NOW + 95 * MINUTE,
    earliest: NOW + 70 * MINUTE,
    latest: NOW + 110 * MINUTE,
    ...given,
  }
}

/** A forecast for two hours from {@link now} on. */
export function liveForecast(series: readonly Series[], given: Partial<LiveForecast> = {}): LiveForecast {
  const stepMs = 10 * MINUTE
  return {
    from: NOW,
    until: NOW + STEPS * stepMs,
    stepMs,
    historyFrom: NOW - 86_400_000,
    level: 0.9,
    times: Array.from({ length: STEPS }, (_, step) => NOW + (step + 1) * stepMs),
    series: [...series],
    missing: [],
    ...given,
  }
}

/** A series of an analysis by its name, such as "cpu[node3]". */
export function liveSeries(seriesId: string, unit?: string): LiveAnalysis['series'][number] {
  const [, metric = seriesId, instance = ''] = /^(.*)\[(.*)\]$/.exec(seriesId) ?? []
  const values = { min: [], max: [], count: [], low: [], high: [], score: [], flagged: [] }
  return { seriesId, metric, instance, ...(unit !== undefined && { unit }), ...values }
}
