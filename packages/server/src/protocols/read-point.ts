import { readTime, TIMESTAMP_UNIT_NAMES, type TimestampUnit } from '@omen/engine/series'
import type { BatchBuilder } from './batch-builder.ts'
import { toLiveSeries } from './live-series.ts'
import { timeText } from './log-time.ts'
import type { RejectPlace } from './reject-list.ts'

/** Adds one JSON point: metric, instance?, service?, group?, unit?, labels?, time, value. `name` is that of the point in its body, as `points[0]`. */
export function addJsonPoint(builder: BatchBuilder, point: unknown, place: RejectPlace, name = 'a point'): void {
  if (typeof point !== 'object' || point === null || Array.isArray(point))
    return void builder.reject('malformed', `Expected an object with metric, time and value as ${name}.`, place)
  const { metric, time, value } = point as Record<string, unknown>
  if (typeof metric !== 'string' || metric.trim() === '')
    return void builder.reject('badName', `The metric of ${name} is missing or no text.`, place)
  const read = readTime(timeText(time))
  if ('reason' in read)
    return void builder.reject('badTime', `The time of ${name} cannot be read: ${read.reason}.`, {
      ...place,
      series: metric.slice(0, 200),
    })
  noteUnit(builder, read.unit)
  if (typeof value !== 'number' || !Number.isFinite(value))
    return void builder.reject('malformed', `The value of ${name} is not a finite number.`, {
      ...place,
      series: metric.slice(0, 200),
    })
  const parts = readParts(point as Record<string, unknown>, metric)
  if (parts === undefined)
    return void builder.reject(
      'malformed',
      `Expected texts as instance, service, group, unit and values of labels of ${name}.`,
      place,
    )
  const index = builder.seriesIndex(JSON.stringify(Object.values(parts)), () => toLiveSeries(parts))
  if (index !== undefined) builder.add(index, read.ms, value)
}

type Parts = Parameters<typeof toLiveSeries>[0]

function readParts(point: Record<string, unknown>, metric: string): Parts | undefined {
  const { instance, service, group, unit, labels } = point
  const texts = [instance, service, group, unit, ...(isRecord(labels) ? Object.values(labels) : [])]
  const isWrong = texts.some((text) => text !== undefined && text !== null && typeof text !== 'string')
  if (isWrong || (labels !== undefined && labels !== null && !isRecord(labels))) return undefined
  const text = (value: unknown): string | undefined => (value as string | null | undefined) ?? undefined
  return {
    metric: metric.trim(),
    instance: text(instance)?.trim(),
    service: text(service),
    group: text(group),
    unit: text(unit),
    ...(isRecord(labels) && { labels: labels as Record<string, string> }),
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Says how times were read, unless they are milliseconds or ISO 8601. */
export function noteUnit(builder: BatchBuilder, unit: TimestampUnit): void {
  if (unit !== 'ms' && unit !== 'iso') builder.note(`Times were read as ${TIMESTAMP_UNIT_NAMES[unit]}.`)
}
