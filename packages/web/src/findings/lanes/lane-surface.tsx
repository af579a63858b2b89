import type { LanesModel } from '@omen/charts'
import { useSetAtom } from 'jotai'
import type { Analysis } from '../analysis.ts'
import { zoomAtom } from '../state/range-atoms.ts'
import type { IncidentSelection } from '../state/use-incident-selection.ts'
import { LanePointer } from './lane-pointer.tsx'
import { LaneTip } from './lane-tip.tsx'

interface LaneSurfaceProps {
  model: LanesModel
  analysis: Analysis
  selection: IncidentSelection
}

/** The pointer over the lanes: hovering tells, a click selects an incident, a drag a time. Keys go from incident to incident. */
export const LaneSurface = ({ model, analysis, selection }: LaneSurfaceProps) => {
  const zoom = useSetAtom(zoomAtom)
  return (
    <LanePointer
      model={model}
      isTarget={({ id }) => id !== null}
      onPick={({ id }) => id !== null && selection.select(id)}
      onBrush={(range) => zoom({ from: analysis.from, to: analysis.to }, range, 'drag')}
      tip={({ id, lane }, at) =>
        id !== null && <LaneTip analysis={analysis} id={id} lane={lane} at={at} width={model.width} />
      }
    />
  )
}
