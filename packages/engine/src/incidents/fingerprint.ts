import type { Fingerprint, IncidentKind, IncidentSeries } from './incident.ts'
import { seriesPlace } from './series-place.ts'

/** The part of a fingerprint that the kind of the incident makes. */
const KIND = 0.15
/** Of the rest, what logs have where there are metrics as well. */
const LOGS = 0.3
/** The same metric elsewhere is alike by this part. */
const METRIC = 0.6
/** Features of a fingerprint, those with the largest weights. */
const MAX_FEATURES = 60

/**
 * The fingerprint of an incident: its kind, its metrics with their direction, on any instance and on their own, and its
 * log templates.
 */
export function fingerprintOf(
  kind: IncidentKind,
  series: readonly IncidentSeries[],
  templateIds: readonly string[],
): Fingerprint {
  const weights = new Map<string, number>([[`kind ${kind}`, KIND]])
  const add = (feature: string, weight: number): void =>
    void weights.set(feature, (weights.get(feature) ?? 0) + weight * (1 - KIND))
  const templates = new Set(templateIds)
  const logs = templates.size === 0 ? 0 : series.length === 0 ? 1 : LOGS
  for (const templateId of templates) add(`log ${templateId}`, logs / templates.size)
  for (const { seriesId, share, side } of series) {
    const sign = side > 0 ? '+' : '-'
    add(`metric ${seriesPlace(seriesId).metric} ${sign}`, METRIC * share * (1 - logs))
    add(`series ${seriesId} ${sign}`, (1 - METRIC) * share * (1 - logs))
  }
  const features = [...weights].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1)).slice(0, MAX_FEATURES)
  const total = features.reduce((sum, [, weight]) => sum + weight, 0)
  const names = features.map(([name]) => name).sort()
  return { key: digest(names.join('\n')), features: features.map(([name, weight]) => [name, weight / total]) }
}

/** 52 bits of two FNV-1a sums (Fowler, Noll and Vo), as hexadecimal digits. */
function digest(text: string): string {
  let low = 0x811c9dc5
  let high = 0x9dc5811c
  for (let k = 0; k < text.length; k++) {
    low = Math.imul(low ^ text.charCodeAt(k), 0x01000193)
    high = Math.imul(high ^ text.charCodeAt(text.length - 1 - k), 0x01000193)
  }
  return (high >>> 12).toString(16).padStart(5, '0') + (low >>> 0).toString(16).padStart(8, '0')
}
