import type { ChartFlag, LanesModel } from '@omen/charts'
import { useSetAtom } from 'jotai'
import type { Analysis } from '../analysis.ts'
import { zoomAtom } from '../state/range-atoms.ts'
import type { IncidentSelection } from '../state/use-incident-selection.ts'
import { ChangeTip } from './change-tip.tsx'
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
      tip={({ id, lane, flags }, at) =>
        flags.length > 0 ? (
          <ChangeTip changes={changesOf(analysis, flags)} at={at} width={model.width} />
        ) : (
          id !== null && <LaneTip analysis={analysis} id={id} lane={lane} at={at} width={model.width} />
        )
      }
    />
  )
}

const changesOf = ({ changes = [] }: Analysis, flags: readonly ChartFlag[]) =>
  changes.filter(({ id }) => flags.some((flag) => flag.id === id))
