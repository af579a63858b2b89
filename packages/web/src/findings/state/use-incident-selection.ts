import type { Incident } from '@omen/sdk'
import { useAtomValue, useSetAtom } from 'jotai'
import { useCallback, useMemo } from 'react'
import type { Analysis } from '../analysis.ts'
import { incidentOfLink, neighbourIncident } from '../incidents/incident-model.ts'
import { incidentIdAtom, selectAtom } from './selection-atoms.ts'
import { around } from './zoom-history.ts'

export interface IncidentSelection {
  selected: Incident | null
  /** True where the address names an incident that these parameters do not give. */
  isUnknown: boolean
  /** Shows an incident with the time around it; selecting it again shows everything. */
  select: (id: string) => void
  /** Selects the previous or next incident of the list; null at either end. */
  step: (by: 1 | -1) => Incident | null
  /** Whether there is one. */
  canStep: (by: 1 | -1) => boolean
}

export const useIncidentSelection = (analysis: Analysis): IncidentSelection => {
  const id = useAtomValue(incidentIdAtom)
  const put = useSetAtom(selectAtom)
  const { incidents, from, to, intervalMs } = analysis
  const selected = useMemo(() => incidentOfLink(incidents, id), [incidents, id])
  const show = useCallback(
    (incident: Incident) => put({ incidentId: incident.id, range: around(incident, { from, to }, intervalMs ?? 0) }),
    [put, from, to, intervalMs],
  )
  const select = useCallback(
    (chosen: string) => {
      const incident = incidents.find((one) => one.id === chosen)
      if (incident === undefined) return
      if (chosen === id) put({ incidentId: null, range: null })
      else show(incident)
    },
    [incidents, id, put, show],
  )
  const step = useCallback(
    (by: 1 | -1) => {
      const next = neighbourIncident(incidents, id, by)
      if (next !== null) show(next)
      return next
    },
    [incidents, id, show],
  )
  const canStep = (by: 1 | -1) => neighbourIncident(incidents, id, by) !== null
  return { selected, isUnknown: id !== '' && selected === null, select, step, canStep }
}
