import type { ChartFlag, Lane, LanesModel } from '@omen/charts'
import { useSetAtom } from 'jotai'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/format/use-format.ts'
import type { Analysis, Change } from '../analysis.ts'
import { IncidentTime, IncidentTitle } from '../incidents/incident-head.tsx'
import { briefSentence } from '../incidents/incident-model.ts'
import { IncidentNumber } from '../incidents/incident-number.tsx'
import { zoomAtom } from '../state/range-atoms.ts'
import type { IncidentSelection } from '../state/use-incident-selection.ts'
import { LanePointer } from './lane-pointer.tsx'
import styles from './lanes.module.css'

const TIP_WIDTH = 300

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

const MAX_CHANGES_IN_TIP = 4

/** The changes under the pointer: what and when. */
const ChangeTip = ({
  changes,
  at,
  width,
}: {
  changes: readonly Change[]
  at: { x: number; y: number }
  width: number
}) => {
  const { t } = useTranslation()
  const format = useFormat()
  const rest = changes.length - MAX_CHANGES_IN_TIP
  return (
    <div className={styles.tip} style={{ left: tipLeft(at.x, width), top: at.y + 18, width: TIP_WIDTH }} aria-hidden>
      {changes.slice(0, MAX_CHANGES_IN_TIP).map(({ id, at: time, title, instances }) => (
        <div key={id}>
          <b className="break">{title}</b>
          <div className="muted break">{[format.moment(time), ...instances].join(t('general.comma'))}</div>
        </div>
      ))}
      {rest > 0 && <span className="muted">{t('analysis.changes.more', { count: rest })}</span>}
    </div>
  )
}

interface LaneTipProps {
  analysis: Analysis
  id: string
  lane: Lane | null
  at: { x: number; y: number }
  width: number
}

/** The incident under the pointer: degree, sentence and when. */
const LaneTip = ({ analysis, id, lane, at, width }: LaneTipProps) => {
  const { locale } = useFormat()
  const incident = analysis.incidents.find((one) => one.id === id)
  if (incident === undefined) return null
  return (
    <div className={styles.tip} style={{ left: tipLeft(at.x, width), top: at.y + 18, width: TIP_WIDTH }} aria-hidden>
      <div className={styles.tipHead}>
        <IncidentNumber number={incident.number} />
        <IncidentTitle incident={incident} />
      </div>
      <IncidentTime incident={incident} analysis={analysis} />
      <span className="break">{briefSentence(incident.brief, locale)}</span>
      {lane !== null && !incident.title.includes(lane.label) && <span className="muted break">{lane.label}</span>}
    </div>
  )
}

/** Beside the pointer, on the side with room. */
const tipLeft = (x: number, width: number): number =>
  x + 16 + TIP_WIDTH > width ? Math.max(0, x - 16 - TIP_WIDTH) : x + 16

const changesOf = ({ changes = [] }: Analysis, flags: readonly ChartFlag[]) =>
  changes.filter(({ id }) => flags.some((flag) => flag.id === id))
