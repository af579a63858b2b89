import { atomFromUrl } from '../../../lib/address/address-atom.ts'
import { listCodec, oneOf } from '../../../lib/address/url-codecs.ts'
import { SPAN_NAMES, type SpanName } from '../../../lib/time/span.ts'

/** Empty for the span that fits the sampling interval. */
export const spanAtom = atomFromUrl<SpanName | ''>('span', oneOf([...SPAN_NAMES, ''], ''))
export const metricsAtom = atomFromUrl('metrics', listCodec, 'replace')
export const instancesAtom = atomFromUrl('instances', listCodec, 'replace')
