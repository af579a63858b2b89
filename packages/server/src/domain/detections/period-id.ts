import type { Period } from '@omen/engine'

type PeriodKey = Pick<Period, 'start' | 'end' | 'kind' | 'nthOfSpan'>

/** Equal for the same interval, whatever pvalue it was extracted with; instances that were down at the same time are numbered. */
export function periodIdOf({ kind, start, end, nthOfSpan }: PeriodKey): string {
  const span = `${kind}-${start.toString(36)}-${end.toString(36)}`
  return nthOfSpan === undefined ? span : `${span}-${nthOfSpan}`
}

/** Parses the id of a period or an incident; undefined if the text is not one. */
export function parsePeriodId(id: string): PeriodKey | undefined {
  const [, kind, start, end, nth] = /^([a-z]+)-(-?[0-9a-z]+)-(-?[0-9a-z]+)(?:-(\d{1,6}))?$/.exec(id) ?? []
  if (kind === undefined || start === undefined || end === undefined) return undefined
  const key = {
    kind: kind as Period['kind'],
    start: Number.parseInt(start, 36),
    end: Number.parseInt(end, 36),
    ...(nth !== undefined && { nthOfSpan: Number(nth) }),
  }
  return periodIdOf(key) === id ? key : undefined
}
