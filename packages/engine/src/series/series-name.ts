import type { SeriesKey } from './frame.ts'

const SHAPE = /^([^[\]:]+)(?:\[([^[\]]*)\]\s*)?(?:\[([^[\]]*)\]\s*)?(?::([^:[\]]+))?$/

/**
 * Reads a column heading, `metric[instance][service]:group`, where all but the metric may be left out. White space around
 * the parts is trimmed. Throws RangeError for a heading of another shape.
 */
export function parseSeriesName(header: string): SeriesKey {
  const match = SHAPE.exec(header.trim())
  const metric = match?.[1]?.trim()
  if (match === null || metric === undefined || metric === '')
    throw new RangeError(`'${header.trim().slice(0, 80)}' is not of the form metric[instance]:group`)
  const instance = match[2]?.trim() ?? ''
  const service = match[3]?.trim()
  const group = match[4]?.trim()
  const key: SeriesKey = { id: seriesId(metric, instance, service, group), metric, instance }
  if (service) key.service = service
  if (group) key.group = group
  return key
}

function seriesId(metric: string, instance: string, service?: string, group?: string): string {
  const place = instance || service ? `[${instance}]` : ''
  return `${metric}${place}${service ? `[${service}]` : ''}${group ? `:${group}` : ''}`
}
