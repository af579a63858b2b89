import type { Period } from '@omen/engine'

/** The same for the same stretch, whatever pvalue it was drawn with. */
export function periodIdOf(period: Pick<Period, 'start' | 'end' | 'kind'>): string {
  return `${period.kind}-${period.start.toString(36)}-${period.end.toString(36)}`
}
