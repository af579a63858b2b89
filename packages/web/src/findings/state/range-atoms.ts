import type { ChartSelection, TimeDomain, ZoomSource } from '@omen/charts'
import { atom } from 'jotai'
import type { Range } from '../../lib/address/url-codecs.ts'
import { incidentIdAtom, rangeParameterAtom, selectAtom, stepBackAtom } from './selection-atoms.ts'
import { continuesGesture, sameRange, withinRange } from './zoom-history.ts'

/** The time shown; null shows everything. */
export const rangeAtom = atom((get): Range | null => get(rangeParameterAtom))

/** The cursor shared by all charts of the page. */
export const selectionAtom = atom<ChartSelection | null>(null)

const lastStepAtom = atom<{ source: ZoomSource; at: number } | undefined>(undefined)

/** Shows another time; what is selected stays. A continuous gesture is one entry of the history. */
export const zoomAtom = atom(null, (get, set, full: TimeDomain, domain: TimeDomain, source: ZoomSource) => {
  const next = withinRange(domain, full)
  const step = { source, at: Date.now() }
  const isContinued = continuesGesture(get(lastStepAtom), step)
  set(lastStepAtom, step)
  const range = sameRange(next, full) ? null : next
  set(selectAtom, { incidentId: get(incidentIdAtom), range }, isContinued ? 'replace' : 'push')
})

export const zoomBackAtom = atom(null, (_, set): boolean => set(stepBackAtom))

export const showAllAtom = atom(null, (_, set) => set(selectAtom, { incidentId: null, range: null }))
