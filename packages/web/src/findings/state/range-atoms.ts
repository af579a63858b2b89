import type { ChartSelection, TimeDomain, ZoomSource } from '@omen/charts'
import { atom } from 'jotai'
import { atomFromUrl } from '../../lib/address/address-atom.ts'
import { type Range, rangeCodec } from '../../lib/address/url-codecs.ts'
import { continuesGesture, sameRange, withinRange } from './zoom-history.ts'

/** The zoomed range; null shows everything. */
export const rangeAtom = atomFromUrl('range', rangeCodec, 'replace')

/** The cursor shared by all charts of the page. */
export const selectionAtom = atom<ChartSelection | null>(null)

interface Step {
  range: Range | null
  source: ZoomSource
  at: number
}
const historyAtom = atom<readonly Step[]>([])

export const zoomAtom = atom(null, (get, set, full: TimeDomain, domain: TimeDomain, source: ZoomSource) => {
  const next = withinRange(domain, full)
  const history = get(historyAtom)
  const step: Step = { range: get(rangeAtom), source, at: Date.now() }
  if (continuesGesture(history.at(-1), step))
    set(historyAtom, [...history.slice(0, -1), { ...step, range: history.at(-1)?.range ?? null }])
  else set(historyAtom, [...history, step])
  set(rangeAtom, sameRange(next, full) ? null : next)
})

/** One step back; false if everything is shown already. */
export const zoomBackAtom = atom(null, (get, set): boolean => {
  if (get(rangeAtom) === null) return false
  const history = get(historyAtom)
  set(rangeAtom, history.at(-1)?.range ?? null)
  set(historyAtom, history.slice(0, -1))
  return true
})

export const showAllAtom = atom(null, (_, set) => {
  set(historyAtom, [])
  set(rangeAtom, null)
})
