import type { UrlCodec } from '../../../lib/address/address-atom.ts'
import { atomFromUrl } from '../../../lib/address/address-atom.ts'
import { numberWithin, oneOf, textCodec } from '../../../lib/address/url-codecs.ts'

const latest = Date.UTC(9999, 11, 31)

export const periodNames = ['day', 'week', 'month'] as const

/** The only project, by its address; empty for all. */
export const projectAtom = atomFromUrl('project', textCodec)
/** An uploaded file's detection, instead of projects. */
export const detectionAtom = atomFromUrl('detection', textCodec)
export const periodAtom = atomFromUrl('period', oneOf(periodNames, 'week'))
/** Any moment of the period; null for now. */
export const atAtom = atomFromUrl('at', numberWithin(0, latest))

const dayCodec: UrlCodec<string | null> = {
  parse: (text) => (text !== null && /^\d{4}-\d{2}-\d{2}$/.test(text) ? text : null),
  format: (day) => day,
}
/** A day of the calendar; null for the last 24 hours. */
export const dayAtom = atomFromUrl('day', dayCodec)
