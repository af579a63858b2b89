import type { IncidentPeriod, Period } from '@omen/engine'
import { verdicts } from '../../schema/index.ts'
import type { Period as WirePeriod } from '../../schema/wire-types.ts'

/** A verdict as it is shown with its finding. */
export type GivenVerdict = Pick<WirePeriod, 'verdict' | 'verdictNote' | 'verdictBy' | 'verdictAt'>

/** The columns of a verdict that are shown. */
export const givenColumns = { verdict: verdicts.verdict, note: verdicts.note, givenAt: verdicts.givenAt }

type GivenRow = Pick<typeof verdicts.$inferSelect, 'verdict' | 'note' | 'givenAt'>

/** `by` is the name of the account that gave it. */
export function toGivenVerdict({ verdict, note, givenAt }: GivenRow, by: string): GivenVerdict {
  return { verdict, ...(note && { verdictNote: note }), verdictBy: by, verdictAt: givenAt }
}

/** The part of a period stored with a verdict: of its series, the fifty with the largest shares. */
export function toReviewedPeriod(period: Period): IncidentPeriod {
  const { start, end, val, probability, kind, hasDownTime, series } = period
  const kept = series.slice(0, 50).map(({ seriesId, share, side }) => ({ seriesId, share, side }))
  return { start, end, val, probability, kind, series: kept, ...(hasDownTime && { hasDownTime }) }
}
