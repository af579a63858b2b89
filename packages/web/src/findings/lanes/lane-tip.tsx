import type { Lane } from '@omen/charts'
import { useFormat } from '../../lib/format/use-format.ts'
import type { Analysis } from '../analysis.ts'
import { IncidentTime, IncidentTitle } from '../incidents/incident-head.tsx'
import { briefSentence } from '../incidents/incident-model.ts'
import { IncidentNumber } from '../incidents/incident-number.tsx'
import styles from './lanes.module.css'
import { tipLeft, tipWidth } from './tip-place.ts'

interface LaneTipProps {
  analysis: Analysis
  id: string
  lane: Lane | null
  at: { x: number; y: number }
  width: number
}

/** The incident under the pointer: degree, sentence and when. */
export const LaneTip = ({ analysis, id, lane, at, width }: LaneTipProps) => {
  const { locale } = useFormat()
  const incident = analysis.incidents.find((one) => one.id === id)
  if (incident === undefined) return null
  return (
    <div className={styles.tip} style={{ left: tipLeft(at.x, width), top: at.y + 18, width: tipWidth }} aria-hidden>
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
