import { atom } from 'jotai'
import { atomFromUrl, parametersAtom } from '../../lib/address/address-atom.ts'
import { type Range, rangeCodec, textCodec } from '../../lib/address/url-codecs.ts'

/** The selected incident; an id that the detection does not know selects nothing. */
export const incidentIdAtom = atomFromUrl('incident', textCodec)

/** What is selected: an incident with the time around it, or a time alone. Null shows everything. */
export interface Selected {
  incidentId: string | null
  range: Range | null
}

/** Selects as one entry of the browser's history; a continued gesture replaces it. */
export const selectAtom = atom(null, (_, set, selected: Selected, how: 'push' | 'replace' = 'push') =>
  set(
    parametersAtom,
    { incident: textCodec.format(selected.incidentId ?? ''), range: rangeCodec.format(selected.range) },
    how,
  ),
)

/** Place in the browser's history; undefined where the router did not write it. */
const historyIndex = (): number | undefined => (window.history.state as { idx?: number } | null)?.idx

/** Where the view was entered: steps back from there would leave it. */
const entryAtom = atom<number | undefined>(undefined)
export const enterViewAtom = atom(null, (_, set) => set(entryAtom, historyIndex()))

/** One step back: to what was selected before, or to everything. False if everything is shown already. */
export const stepBackAtom = atom(null, (get, set): boolean => {
  if (get(incidentIdAtom) === '' && get(rangeParameterAtom) === null) return false
  const [entry, now] = [get(entryAtom), historyIndex()]
  if (entry !== undefined && now !== undefined && now > entry) window.history.back()
  else set(selectAtom, { incidentId: null, range: null })
  return true
})

export const rangeParameterAtom = atomFromUrl('range', rangeCodec)
