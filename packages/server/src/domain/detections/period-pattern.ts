import type { Period } from '@omen/engine'

/** By what periods of a model are alike: what happened, to which series first, in which direction, and how badly at most. */
export interface PeriodPattern {
  readonly kind: Period['kind']
  readonly seriesId: string | null
  readonly side: number
  readonly degree: number
}

export function patternOf(period: Period): PeriodPattern {
  const [first] = period.series
  return {
    kind: period.kind,
    seriesId: first?.seriesId ?? null,
    side: first?.side ?? 0,
    degree: Math.abs(period.val),
  }
}

/** A period worse than the one that was judged is not covered by the judgement. */
export function isAlike(period: Period, pattern: PeriodPattern): boolean {
  const own = patternOf(period)
  return (
    own.kind === pattern.kind &&
    own.seriesId === pattern.seriesId &&
    own.side === pattern.side &&
    own.degree <= pattern.degree
  )
}

/** The same for the same stretch, whatever pvalue it was drawn with. */
export function periodIdOf(period: Pick<Period, 'start' | 'end' | 'kind'>): string {
  return `${period.kind}-${period.start.toString(36)}-${period.end.toString(36)}`
}
