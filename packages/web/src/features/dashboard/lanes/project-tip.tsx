import { useTranslation } from 'react-i18next'
import type { LaneHit } from '../../../findings/lanes/lane-pointer.tsx'
import laneStyles from '../../../findings/lanes/lanes.module.css'
import { useFormat } from '../../../lib/format/use-format.ts'
import { SeverityMark } from '../../../ui/severity/severity-mark.tsx'
import { useSeverityWords } from '../../../ui/severity/use-severity-words.ts'
import type { NumberedIncident } from '../state/numbered.ts'

interface ProjectTipProps {
  hit: LaneHit
  at: { x: number; y: number }
  width: number
  incidents: readonly NumberedIncident[]
  now: number
}

const tipWidth = 280

/** What was found in a project at the pointer. */
export const ProjectTip = ({ hit, at, width, incidents, now }: ProjectTipProps) => {
  const { t } = useTranslation()
  const format = useFormat()
  const words = useSeverityWords()
  const { lane, finding } = hit
  if (lane === null || finding === null) return null
  const incident = incidents.find(({ id }) => id === finding.id)
  const { start, end, val } = finding
  const left = at.x + 16 + tipWidth > width ? Math.max(0, at.x - 16 - tipWidth) : at.x + 16
  return (
    <div className={laneStyles.tip} style={{ left, top: at.y + 18, width: tipWidth }} aria-hidden>
      <div className={laneStyles.tipHead}>
        <SeverityMark val={val ?? 0} isMissingValue={val === null} words={words} />
        <strong className="break">{incident?.title ?? lane.label}</strong>
      </div>
      <span className="muted" data-tabular>
        {incident === undefined
          ? format.range(start, end)
          : t('dashboard.incidents.since', {
              when: format.when(incident.onset),
              duration: format.duration((incident.end ?? now) - incident.onset),
            })}
      </span>
      {incident !== undefined && <span className="break">{incident.brief}</span>}
    </div>
  )
}
