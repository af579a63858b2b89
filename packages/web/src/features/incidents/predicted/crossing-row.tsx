import type { PredictedIncident } from '@omen/sdk'
import { useAtomValue } from 'jotai'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { predictedText } from '../../../findings/forecast/outlook-text.ts'
import { predictedWhen } from '../../../findings/forecast/predicted-when.ts'
import { nowAtom } from '../../../lib/format/now-atom.ts'
import { seriesTitle } from '../../../lib/format/series-title.ts'
import { shortName } from '../../../lib/format/short-name.ts'
import { useFormat } from '../../../lib/format/use-format.ts'
import { livePath, projectAddress } from '../../../lib/projects/project-address.ts'
import styles from './predicted.module.css'
import { PredictedMark } from './predicted-mark.tsx'

/** A series whose forecast leaves its range; leads to that forecast. */
export const CrossingRow = ({ crossing, isMine }: { crossing: PredictedIncident; isMine: boolean }) => {
  const { t } = useTranslation()
  const format = useFormat()
  const now = useAtomValue(nowAtom)
  const { metric, instance, side, projectName, owner } = crossing
  const search = new URLSearchParams({ ahead: '24h', metrics: metric, ...(instance !== '' && { instances: instance }) })
  return (
    <li className={styles.row} data-state="open">
      <span className={styles.mark}>
        <PredictedMark side={side} />
      </span>
      <span className={styles.body}>
        <span className={styles.titleLine}>
          <span className={styles.title}>{seriesTitle(crossing, t)}</span>
          <span className={styles.state}>{predictedWhen(crossing, now, t, format)}</span>
        </span>
        <span className="break">{predictedText(crossing, t, format)}</span>
        <span className={styles.record}>{shortName(projectName)}</span>
      </span>
      <Link to={`${livePath(projectAddress({ projectName, owner, mine: isMine }))}?${search}`}>
        {t('incidents.predicted.live')}
      </Link>
    </li>
  )
}
