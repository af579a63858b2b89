import type { LiveSeries } from '../ports/decoded-batch.ts'
import { isStorableText } from '../ports/storable-text.ts'
import type { MetricType } from '../schema/wire-types.ts'

/** Characters of a series id, its metric with all labels included. */
export const MAX_SERIES_ID_LENGTH = 500
/** More of them hardly fit into the name. */
const MAX_LABELS = 64
/** Labels that are read of a series, those without a value and those that become instance and service included. */
export const MAX_SENT_LABELS = 4 * MAX_LABELS

export interface SeriesParts {
  readonly metric: string
  readonly instance?: string | undefined
  readonly service?: string | undefined
  readonly group?: string | undefined
  readonly unit?: string | undefined
  readonly type?: MetricType | undefined
  /** Further labels: they tell series of one metric and instance apart. */
  readonly labels?: Readonly<Record<string, string>> | undefined
}

/**
 * The series of a metric, an instance and labels. Labels become part of the metric's name, sorted, as Prometheus writes them:
 * `requests{method="GET"}[web1]`.
 */
export function toLiveSeries({ metric, instance = '', service, group, unit, type, labels }: SeriesParts): LiveSeries {
  const name = metric + writeLabels(labels ?? {})
  const place = instance !== '' || service ? `[${instance}]` : ''
  return {
    id: `${name}${place}${service ? `[${service}]` : ''}${group ? `:${group}` : ''}`,
    metric: name,
    instance,
    ...(service && { service }),
    ...(group && { group }),
    ...(unit && { unit }),
    ...(type && { type }),
    ...(labels && Object.keys(labels).length > 0 && { labels }),
  }
}

function writeLabels(labels: Readonly<Record<string, string>>): string {
  const names = Object.keys(labels).sort()
  if (names.length === 0) return ''
  return `{${names.map((name) => `${name}=${JSON.stringify(labels[name])}`).join(',')}}`
}

/** Why a series cannot be stored; undefined if it can. */
export function seriesFault({
  id,
  metric,
  unit = '',
  labels = {},
  identity,
}: LiveSeries): { reason: 'badName' | 'tooLong'; message: string } | undefined {
  if (metric === '') return { reason: 'badName', message: 'A series has no metric name: give each point a metric.' }
  const count = Object.keys(labels).length
  if (count > MAX_LABELS) return tooManyLabels(count)
  if (id.length > MAX_SERIES_ID_LENGTH) return { reason: 'tooLong', message: describeLength(id, labels) }
  // All names that the series may be stored under; that it has a short one depends on what else is stored
  const names = [{ id, labels }, ...(identity?.otherwise ?? [])]
  if (names.some((name) => hasControlCharacter(name.id)))
    return { reason: 'badName', message: 'The name of a series contains a control character.' }
  const texts = names.flatMap((name) => [name.id, ...Object.entries(name.labels ?? {}).flat()])
  if (![unit, ...texts].every(isStorableText))
    return {
      reason: 'badName',
      message: 'The name, a label or the unit of a series contains a NUL character or a lone surrogate.',
    }
  return undefined
}

/** The reason for which a series with this number of labels cannot be stored. */
export function tooManyLabels(count: number): { reason: 'tooLong'; message: string } {
  const message = `A series has ${count} labels and may have ${MAX_LABELS}: drop those that are not needed.`
  return { reason: 'tooLong', message }
}

/** Names the label that alone makes the name too long, or else how many characters all labels take. */
function describeLength(id: string, labels: Readonly<Record<string, string>>): string {
  const limit = `The name of a series, with its labels, has ${id.length} characters, more than ${MAX_SERIES_ID_LENGTH}`
  const lengthOf = ([name, value]: readonly [string, string]): number => name.length + JSON.stringify(value).length + 2
  const [longest, ...others] = Object.entries(labels).sort((a, b) => lengthOf(b) - lengthOf(a))
  const ofLabels = writeLabels(labels).length
  if (longest === undefined || id.length - ofLabels > MAX_SERIES_ID_LENGTH)
    return `${limit}: give it a shorter metric name, instance or service.`
  const [name, value] = longest
  if (others.length === 0 || id.length - lengthOf(longest) <= MAX_SERIES_ID_LENGTH)
    return `${limit}; the label ${name.slice(0, 200)} is the longest with ${value.length} characters in its value and ${name.length} in its name: drop or shorten it at the sender.`
  return `${limit}; its ${others.length + 1} labels take ${ofLabels} of them, names included: drop or shorten some of them at the sender.`
}

export function hasControlCharacter(text: string): boolean {
  for (let at = 0; at < text.length; at++) if (text.charCodeAt(at) < 32) return true
  return false
}
