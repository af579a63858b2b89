import { atom } from 'jotai'
import { addressAtom, atomFromUrl, parametersAtom } from '../../../lib/address/address-atom.ts'
import { flagCodec, numberWithin, oneOf, type Range, textCodec } from '../../../lib/address/url-codecs.ts'
import { spanNames } from './span.ts'

const filters = ['', 'open', 'predicted', 'silent', 'learning'] as const
/** Which projects are shown. */
export type ProjectFilter = (typeof filters)[number]

export const spanAtom = atomFromUrl('span', oneOf(spanNames, '24h'))
export const filterAtom = atomFromUrl('show', oneOf(filters, ''))
export const tableAtom = atomFromUrl('table', flagCodec, 'replace')
/** The only project that is shown, by its address; empty for all. */
export const projectAtom = atomFromUrl('project', textCodec)

const latest = Date.UTC(9999, 11, 31)
const fromAtom = atomFromUrl('from', numberWithin(0, latest))
const toAtom = atomFromUrl('to', numberWithin(0, latest))

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

const narrowing = ['from', 'to', 'project', 'show'] as const

/** Whether less than everything is shown. */
export const isNarrowedAtom = atom((get) => {
  const parameters = new URLSearchParams(get(addressAtom).search)
  return narrowing.some((name) => parameters.has(name))
})

export const showAllAtom = atom(null, (_, set) =>
  set(parametersAtom, Object.fromEntries(narrowing.map((name) => [name, null]))),
)
