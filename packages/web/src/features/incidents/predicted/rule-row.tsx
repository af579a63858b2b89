import type { RulePrediction } from '@omen/sdk'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { shortName } from '../../../lib/format/short-name.ts'
import { useFormat } from '../../../lib/format/use-format.ts'
import { incidentPath } from '../../../lib/incidents/incident-path.ts'
import { livePath, projectAddress } from '../../../lib/projects/project-address.ts'
import styles from './predicted.module.css'
import { PredictedMark } from './predicted-mark.tsx'

/** An incident that a rule expects, what announced it, and how often the rule was right. */
export const RuleRow = ({ rule, isMine }: { rule: RulePrediction; isMine: boolean }) => {
  const { t } = useTranslation()
  const format = useFormat()
  const { subject, after, at, earliest, latest, hits, misses, leadMs, state, incidentId, projectName, owner } = rule
  const tried = hits + misses
  const record =
    tried === 0
      ? [t('incidents.predicted.untested')]
      : [
          t('incidents.predicted.record', { count: tried, hits: format.count(hits) }),
          ...(hits > 0 ? [t('incidents.predicted.lead', { duration: format.duration(leadMs) })] : []),
        ]
  return (
    <li className={styles.row} data-state={state}>
      <span className={styles.mark}>
        <PredictedMark />
      </span>
      <span className={styles.body}>
        <span className={styles.titleLine}>
          <span className={styles.title}>{subject}</span>
          <span className={styles.state}>{t(`incidents.predicted.states.${state}`)}</span>
        </span>
        <span className="break">
          {t('incidents.predicted.after', { what: after, when: format.clock(at) })}
          {state === 'open' &&
            `${t('general.comma')}${t('incidents.predicted.expected', {
              earliest: format.clock(earliest),
              latest: format.clock(latest),
            })}`}
        </span>
        <span className={styles.record}>
          <Link to={livePath(projectAddress({ projectName, owner, mine: isMine }))}>{shortName(projectName)}</Link> ·{' '}
          {record.join(t('general.comma'))}
        </span>
      </span>
      {incidentId !== null && <Link to={incidentPath(incidentId)}>{t('incidents.predicted.incident')}</Link>}
    </li>
  )
}
