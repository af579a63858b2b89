export type Payload = Readonly<Record<string, unknown>>

/** Part of a payload; of anything else than an object there are no fields. */
export function fieldsOf(value: unknown): Payload {
  return typeof value === 'object' && value !== null ? (value as Payload) : {}
}

/** A text of a payload, empty for anything else. */
export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : typeof value === 'number' ? String(value) : ''
}

/** The first of some texts that is not empty. */
export function firstOf(...values: unknown[]): string | undefined {
  return values.map(textOf).find((text) => text !== '')
}

const ZONED = /(Z|UTC|[+-]\d{2}:?\d{2})$/

/** ISO 8601, "2021-04-28 21:50:00 +0200" and "2016-08-12 15:26:29 UTC" as GitLab has them, or epoch seconds. */
export function timeOf(value: unknown): number | undefined {
  const time = typeof value === 'number' ? value * 1000 : parseTime(textOf(value).trim())
  // Of another century it is no moment of a change
  return time >= 0 && time < LATEST_TIME ? time : undefined
}

const LATEST_TIME = Date.UTC(2100, 0)

function parseTime(text: string): number {
  return Date.parse(ZONED.test(text) ? text : `${text}Z`)
}
