import { atom } from 'jotai'
import { atomFromUrl } from '../../../lib/address/address-atom.ts'
import { listCodec, oneOf, rangeCodec, textCodec } from '../../../lib/address/url-codecs.ts'
import { SPAN_MS, type SpanName } from '../../../lib/time/span.ts'

/** The times that move on with the clock. */
export const LIVE_SPANS = ['15m', '1h', '6h', '24h'] as const satisfies readonly SpanName[]

/** Empty for the shortest in which a series has samples enough. */
export const spanAtom = atomFromUrl('span', oneOf([...LIVE_SPANS, ''], ''))
export const HOUR_MS = SPAN_MS['1h']
/** How far ahead is forecast, in hours. */
export const AHEAD_HOURS = { '2h': 2, '6h': 6, '24h': 24 } as const
export type AheadName = keyof typeof AHEAD_HOURS
export const aheadNames = Object.keys(AHEAD_HOURS) as AheadName[]
/** Empty for no forecast. */
export const aheadAtom = atomFromUrl('ahead', oneOf([...aheadNames, ''], ''))
/** A time that stands still; null for one that moves on. */
export const windowAtom = atomFromUrl('window', rangeCodec)
export const metricsAtom = atomFromUrl('metrics', listCodec)
export const instancesAtom = atomFromUrl('instances', listCodec)
export const groupAtom = atomFromUrl('group', textCodec)

/** Held by the reader; a zoom holds the view as well. */
export const isPausedAtom = atom(false)
