import { atomFromUrl } from '../../../lib/address/address-atom.ts'
import { listCodec, numberWithin, oneOf, textCodec } from '../../../lib/address/url-codecs.ts'

export const atAtom = atomFromUrl('at', numberWithin(0, Date.UTC(9999, 11, 31)))
export const BEFORE_NAMES = ['', '30m', '1h', '3h', '6h', '1d', '7d'] as const
export type LengthName = (typeof BEFORE_NAMES)[number]
export const beforeAtom = atomFromUrl('before', oneOf(BEFORE_NAMES, ''))
export const afterAtom = atomFromUrl('after', oneOf(BEFORE_NAMES, ''))
export const SETTLE_NAMES = ['', '5m', '15m', '30m'] as const
export const settleAtom = atomFromUrl('settle', oneOf(SETTLE_NAMES, ''))
export const instancesAtom = atomFromUrl('instances', listCodec)
/** The metric that is drawn; empty for the worst. */
export const metricAtom = atomFromUrl('metric', textCodec)
export const serviceAtom = atomFromUrl('service', textCodec)

const MINUTE_MS = 60_000
const UNIT_MS: Record<string, number> = { m: MINUTE_MS, h: 60 * MINUTE_MS, d: 1440 * MINUTE_MS }

/** Of a name such as 30m, in milliseconds; undefined for an empty one. */
export const lengthMs = (name: string): number | undefined => {
  const match = /^(\d+)([mhd])$/.exec(name)
  return match === null ? undefined : Number(match[1]) * UNIT_MS[match[2]!]!
}
