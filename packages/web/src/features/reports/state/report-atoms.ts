import type { UrlCodec } from '../../../lib/address/address-atom.ts'
import { atomFromUrl } from '../../../lib/address/address-atom.ts'
import { numberWithin, oneOf, textCodec } from '../../../lib/address/url-codecs.ts'

const LATEST = Date.UTC(9999, 11, 31)

export const PERIOD_NAMES = ['day', 'week', 'month'] as const

/** The only project, by its address; empty for all. */
export const projectAtom = atomFromUrl('project', textCodec)
/** An uploaded file's detection, instead of projects. */
export const detectionAtom = atomFromUrl('detection', textCodec)
export const periodAtom = atomFromUrl('period', oneOf(PERIOD_NAMES, 'week'))
/** Any moment of the period; null for now. */
export const atAtom = atomFromUrl('at', numberWithin(0, LATEST))

const dayCodec: UrlCodec<string | null> = {
  parse: (text) => (text !== null && /^\d{4}-\d{2}-\d{2}$/.test(text) ? text : null),
  format: (day) => day,
}
/** A day of the calendar; null for the last 24 hours. */
export const dayAtom = atomFromUrl('day', dayCodec)
