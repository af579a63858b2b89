import type { TimestampUnit } from './csv-report.ts'

/** A point in time and how it was written. */
export type ReadTime = { ms: number; unit: TimestampUnit; hasZone: boolean }

/** Epoch seconds reach this only in the year 5138; epoch milliseconds have passed it since March 1973. */
const FIRST_MILLISECONDS = 1e11
/** Later times are refused. */
const LAST_MS = Date.UTC(2500, 0, 1)
const ISO =
  /^(\d{4})-(\d{2})-(\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?\s*(Z|UTC|[+-]\d{2}(?::?\d{2})?)?)?$/i

/** Reads epoch milliseconds, epoch seconds (fractions allowed) or ISO 8601; undefined for anything else. No zone means UTC. */
export function parseTimestamp(text: string): ReadTime | undefined {
  const cell = text.trim()
  if (/^\d+(?:\.\d+)?(?:e\+?\d+)?$/i.test(cell)) return epochTime(Number(cell))
  const match = ISO.exec(cell)
  return match === null ? undefined : isoTime(match)
}

/** The unit of an epoch number follows from its size. */
export function epochTime(value: number): ReadTime | undefined {
  if (!(value >= 0 && value < LAST_MS)) return undefined
  if (value < FIRST_MILLISECONDS) return { ms: Math.round(value * 1000), unit: 's', hasZone: true }
  return { ms: Math.round(value), unit: 'ms', hasZone: true }
}

function isoTime(match: RegExpExecArray): ReadTime | undefined {
  const [year, month, day] = [Number(match[1]), Number(match[2]), Number(match[3])]
  const [hour, minute, second] = [Number(match[4] ?? 0), Number(match[5] ?? 0), Number(match[6] ?? 0)]
  const fraction = match[7] === undefined ? 0 : Math.floor(Number(`0.${match[7]}`) * 1000)
  const ms = Date.UTC(year, month - 1, day, hour, minute, second) + fraction
  const date = new Date(ms)
  const isReal = date.getUTCDate() === day && date.getUTCMonth() === month - 1
  if (!isReal || hour > 23 || minute > 59 || second > 59) return undefined
  const zone = match[8]
  return { ms: ms - zoneMs(zone), unit: 'iso', hasZone: zone !== undefined || match[4] === undefined }
}

function zoneMs(zone: string | undefined): number {
  if (zone === undefined || /^[zu]/i.test(zone)) return 0
  const minutes = Number(zone.slice(1, 3)) * 60 + Number(zone.slice(3).replace(':', '') || 0)
  return (zone.startsWith('-') ? -minutes : minutes) * 60_000
}
