import type { Incident } from '@omen/sdk'
import { around } from '../../../findings/state/zoom-history.ts'
import { type Range, rangeCodec } from '../../../lib/address/url-codecs.ts'

/** A time that stands still around a part of it, three times as long. */
export const windowAround = ({ from, to }: Range, now: number): Range => ({
  from: from - (to - from),
  to: Math.max(to, Math.min(now, to + (to - from))),
})

/** The address of an incident: a time that stands still around it, in which it is selected. */
export const placeOf = (
  incident: Pick<Incident, 'id' | 'start' | 'end'>,
  stepMs: number,
  now: number,
): Record<'incident' | 'window' | 'range', string | null> => {
  const range = around(incident, { from: Number.NEGATIVE_INFINITY, to: now }, stepMs)
  return {
    incident: incident.id,
    window: rangeCodec.format(windowAround(range, now)),
    range: rangeCodec.format(range),
  }
}
