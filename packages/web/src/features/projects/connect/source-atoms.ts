import type { Connector } from '@omen/sdk'
import { connectors } from '@omen/sdk/connectors'
import { atomFromUrl } from '../../../lib/address/address-atom.ts'
import { oneOf } from '../../../lib/address/url-codecs.ts'

const sources: readonly ('push' | Connector)[] = ['push', ...(Object.keys(connectors) as Connector[])]

/** Where a project gets its data from, of the kinds that have several sources. */
export const sourceAtom = atomFromUrl('source', oneOf(sources, 'push'), 'replace')

/** The type of data that is fetched, of the kinds that have both. */
export const dataTypeAtom = atomFromUrl('type', oneOf(['Metric', 'Log'] as const, 'Metric'), 'replace')
