import { atomFromUrl } from '../../../lib/address/address-atom.ts'
import { listCodec, numberWithin, oneOf, textCodec } from '../../../lib/address/url-codecs.ts'

export const atAtom = atomFromUrl('at', numberWithin(0, Date.UTC(9999, 11, 31)))
export const beforeNames = ['', '30m', '1h', '3h', '6h', '1d', '7d'] as const
export type LengthName = (typeof beforeNames)[number]
export const beforeAtom = atomFromUrl('before', oneOf(beforeNames, ''))
export const afterAtom = atomFromUrl('after', oneOf(beforeNames, ''))
export const settleNames = ['', '5m', '15m', '30m'] as const
export const settleAtom = atomFromUrl('settle', oneOf(settleNames, ''))
export const instancesAtom = atomFromUrl('instances', listCodec)
/** The metric that is drawn; empty for the worst. */
export const metricAtom = atomFromUrl('metric', textCodec)
export const serviceAtom = atomFromUrl('service', textCodec)

const minuteMs = 60_000
const unitMs: Record<string, number> = { m: minuteMs, h: 60 * minuteMs, d: 1440 * minuteMs }

/** Of a name such as 30m, in milliseconds; undefined for an empty one. */
export const lengthMs = (name: string): number | undefined => {
  const match = /^(\d+)([mhd])$/.exec(name)
  return match === null ? undefined : Number(match[1]) * unitMs[match[2]!]!
}
