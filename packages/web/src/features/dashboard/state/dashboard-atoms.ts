import { atom } from 'jotai'
import { addressAtom, atomFromUrl, parametersAtom } from '../../../lib/address/address-atom.ts'
import { flagCodec, numberWithin, oneOf, type Range, textCodec } from '../../../lib/address/url-codecs.ts'
import { SPAN_NAMES } from './span.ts'

const FILTERS = ['', 'open', 'predicted', 'silent', 'learning'] as const
/** Which projects are shown. */
export type ProjectFilter = (typeof FILTERS)[number]

export const spanAtom = atomFromUrl('span', oneOf(SPAN_NAMES, '24h'))
export const filterAtom = atomFromUrl('show', oneOf(FILTERS, ''))
export const tableAtom = atomFromUrl('table', flagCodec, 'replace')
/** The only project that is shown, by its address; empty for all. */
export const projectAtom = atomFromUrl('project', textCodec)

const LATEST = Date.UTC(9999, 11, 31)
const fromAtom = atomFromUrl('from', numberWithin(0, LATEST))
const toAtom = atomFromUrl('to', numberWithin(0, LATEST))

/** A time that was brushed; null for one that ends now. */
export const rangeAtom = atom(
  (get): Range | null => {
    const [from, to] = [get(fromAtom), get(toAtom)]
    return from !== null && to !== null && from < to ? { from, to } : null
  },
  (_, set, range: Range | null) =>
    set(parametersAtom, {
      from: range === null ? null : String(Math.round(range.from)),
      to: range === null ? null : String(Math.round(range.to)),
    }),
)

const NARROWING = ['from', 'to', 'project', 'show'] as const

/** Whether less than everything is shown. */
export const isNarrowedAtom = atom((get) => {
  const parameters = new URLSearchParams(get(addressAtom).search)
  return NARROWING.some((name) => parameters.has(name))
})

export const showAllAtom = atom(null, (_, set) =>
  set(parametersAtom, Object.fromEntries(NARROWING.map((name) => [name, null]))),
)
