import type { IncidentFamily } from '@omen/sdk'
import { atom } from 'jotai'
import { addressAtom, atomFromUrl, parametersAtom, type UrlCodec } from '../../../lib/address/address-atom.ts'
import { oneOf, textCodec } from '../../../lib/address/url-codecs.ts'

export const TAB_NAMES = ['open', 'predicted', 'resolved', 'starred'] as const
export const TIME_NAMES = ['7d', '30d', '90d', '1y', '5y'] as const
export const ORDER_NAMES = ['worst', 'newest'] as const
export const FAMILY_NAMES = [
  'instanceDown',
  'newInstance',
  'cpu',
  'memory',
  'disk',
  'network',
  'load',
  'metric',
  'log',
  'collector',
  'silent',
  'frozen',
] as const satisfies readonly IncidentFamily[]

const familiesCodec: UrlCodec<IncidentFamily[]> = {
  parse: (text) => FAMILY_NAMES.filter((name) => text?.split(',').includes(name)),
  format: (value) => (value.length === 0 ? null : value.join(',')),
}
/** Repeats are folded unless the address says otherwise. */
const foldCodec: UrlCodec<boolean> = { parse: (text) => text !== '0', format: (value) => (value ? null : '0') }

export const tabAtom = atomFromUrl('tab', oneOf(TAB_NAMES, 'open'))
export const timeAtom = atomFromUrl('time', oneOf(TIME_NAMES, '30d'))
export const orderAtom = atomFromUrl('order', oneOf(ORDER_NAMES, 'worst'))
export const queryAtom = atomFromUrl('q', textCodec, 'replace')
/** Address of the only project; empty for all. */
export const projectAtom = atomFromUrl('project', textCodec)
export const familiesAtom = atomFromUrl('kind', familiesCodec)
export const foldAtom = atomFromUrl('fold', foldCodec)
/** The key of incidents that repeat each other, to see them one by one. */
export const repeatsAtom = atomFromUrl('repeats', textCodec)

const NARROWING = ['q', 'project', 'kind', 'repeats'] as const

export const isNarrowedAtom = atom((get) => {
  const parameters = new URLSearchParams(get(addressAtom).search)
  return NARROWING.some((name) => parameters.has(name))
})

export const showAllAtom = atom(null, (_, set) =>
  set(parametersAtom, Object.fromEntries(NARROWING.map((name) => [name, null]))),
)
