import type { Incident } from '@omen/sdk'
import { splitByState } from '../head/live-headline.ts'

const DAY_MS = 86_400_000

interface EndedLately {
  /** Of the time shown. */
  shown: Incident[]
  /** From before it. */
  earlier: Incident[]
}

/** What ended in the 24 hours before `now`, however much time is shown. */
export const endedLately = (incidents: readonly Incident[], recent: readonly Incident[], now: number): EndedLately => {
  const known = new Set(incidents.map(({ id }) => id))
  const isLate = ({ end }: Incident) => end >= now - DAY_MS
  return {
    shown: splitByState(incidents).ended.filter(isLate),
    earlier: splitByState(recent).ended.filter((one) => !known.has(one.id) && isLate(one)),
  }
}
