import type { ChartSelection, TimeDomain, ZoomSource } from '@omen/charts'
import { atom } from 'jotai'
import { atomFromUrl } from '../../../lib/address/address-atom.ts'
import { type Range, rangeCodec } from '../../../lib/address/url-codecs.ts'
import { keepsTrail, sameRange, withinRange } from './zoom-trail.ts'

/** The zoomed range; null shows everything. */
export const rangeAtom = atomFromUrl('range', rangeCodec, 'replace')

/** Where all charts of the page point. */
export const selectionAtom = atom<ChartSelection | null>(null)

interface Step {
  range: Range | null
  source: ZoomSource
  at: number
}
const trailAtom = atom<readonly Step[]>([])

export const zoomAtom = atom(null, (get, set, full: TimeDomain, domain: TimeDomain, source: ZoomSource) => {
  const next = withinRange(domain, full)
  const trail = get(trailAtom)
  const step: Step = { range: get(rangeAtom), source, at: Date.now() }
  if (keepsTrail(trail.at(-1), step))
    set(trailAtom, [...trail.slice(0, -1), { ...step, range: trail.at(-1)?.range ?? null }])
  else set(trailAtom, [...trail, step])
  set(rangeAtom, sameRange(next, full) ? null : next)
})

/** One step back; false where everything is shown already. */
export const zoomBackAtom = atom(null, (get, set): boolean => {
  if (get(rangeAtom) === null) return false
  const trail = get(trailAtom)
  set(rangeAtom, trail.at(-1)?.range ?? null)
  set(trailAtom, trail.slice(0, -1))
  return true
})

export const showAllAtom = atom(null, (_, set) => {
  set(trailAtom, [])
  set(rangeAtom, null)
})
