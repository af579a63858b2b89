import type { AlertMessage } from '../../schema/wire-types.ts'

export interface TimeSpan {
  readonly from: number
  readonly to: number
}

const leastSteps = 60
const mostMs = 31 * 86_400_000

/**
 * The time that a mail shows: the incidents, as much before them as they last, and half as much after; nothing after the moment that the
 * mail is about. Of what is predicted, as much of the past as it is ahead.
 */
export function surroundingTime({ at, incidents }: Pick<AlertMessage, 'at' | 'incidents'>, stepMs: number): TimeSpan {
  const first = Math.min(...incidents.map((incident) => incident.start))
  const start = Math.min(at, first)
  const last = Math.min(at, Math.max(start, ...incidents.map(({ end }) => end ?? at)))
  const room = Math.max(last - start, first - start, leastSteps * stepMs)
  const to = Math.min(at, last + room / 2) + stepMs
  return { from: Math.max(start - room, to - mostMs), to }
}
