import type { Period } from '@omen/engine'

type PeriodKey = Pick<Period, 'start' | 'end' | 'kind'>

/** Equal for the same interval, whatever pvalue it was extracted with. */
export function periodIdOf(period: PeriodKey): string {
  return `${period.kind}-${period.start.toString(36)}-${period.end.toString(36)}`
}

/** Parses the id of a period or an incident; undefined if the text is not one. */
export function parsePeriodId(id: string): PeriodKey | undefined {
  const [, kind, start, end] = /^([a-z]+)-(-?[0-9a-z]+)-(-?[0-9a-z]+)$/.exec(id) ?? []
  if (kind === undefined || start === undefined || end === undefined) return undefined
  const key = { kind: kind as Period['kind'], start: Number.parseInt(start, 36), end: Number.parseInt(end, 36) }
  return periodIdOf(key) === id ? key : undefined
}
