import { plainUnit } from './plain-unit.ts'
import type { NamedUnit, SentenceUnit } from './sentence.ts'

/** Units by how the name of a metric ends. */
const BY_ENDING: readonly [RegExp, NamedUnit][] = [
  [/(^|[^a-z])(percent|pct)$|%$/, '%'],
  [/(^|[^a-z])(ms|millis|milliseconds)$/, 'ms'],
  [/(^|[^a-z])(seconds|secs?)$/, 's'],
  [/(^|[^a-z])bytes$/, 'B'],
  [/(^|[^a-z])kb$/, 'kB'],
  [/(^|[^a-z])mb$/, 'MB'],
  [/(^|[^a-z])gb$/, 'GB'],
]

/** As Prometheus writes the increase of a counter per second. */
const RATE = /^rate\((.*)\)$/s

/**
 * The unit that a metric's name gives away by its last word (`heap_mb`, `latency.ms`), or `cpu` alone by custom; else ''. That of
 * `rate(counter)` is the counter's per second.
 */
export function guessUnit(metric: string): SentenceUnit {
  const counter = RATE.exec(metric.trim())?.[1]
  return counter === undefined ? byName(metric) : `${ofCounter(counter)}/s`
}

/** The unit of a counter's rate: its own per second, or the one that its name gives away; `/s` where it counts things. */
export function rateUnit(metric: string, unit?: string): string {
  if (unit === undefined || unit === '' || countsEvents(metric)) return `${ofCounter(metric)}/s`
  return `${plainUnit(unit)}/s`
}

/** A counter's name ends with `_total`, and a series' with its labels. */
function ofCounter(metric: string): NamedUnit {
  return countsEvents(metric) ? '' : byName(nameOf(metric).replace(/_(total|sum)$/, ''))
}

/** Buckets and counts of a histogram have its unit in their names, but are numbers of events. */
function countsEvents(metric: string): boolean {
  return /_(bucket|count)$/.test(nameOf(metric))
}

function nameOf(metric: string): string {
  return metric.split('{', 1)[0]!.trim()
}

function byName(metric: string): NamedUnit {
  const name = metric.toLowerCase().trim()
  if (/^cpu([^a-z]?(usage|utili[sz]ation|load))?$/.test(name)) return '%'
  return BY_ENDING.find(([ending]) => ending.test(name))?.[1] ?? ''
}
