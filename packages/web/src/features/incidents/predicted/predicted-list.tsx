import type { PredictedIncident, RulePrediction } from '@omen/sdk'
import { IconTelescope } from '@tabler/icons-react'
import { useAtomValue } from 'jotai'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { predictedText } from '../../../findings/forecast/outlook-text.ts'
import { predictedWhen } from '../../../findings/forecast/predicted-when.ts'
import { nowAtom } from '../../../lib/format/now-atom.ts'
import { seriesTitle } from '../../../lib/format/series-title.ts'
import { shortName } from '../../../lib/format/short-name.ts'
import { useFormat } from '../../../lib/format/use-format.ts'
import { incidentPath } from '../../../lib/incidents/incident-path.ts'
import { livePath, projectAddress } from '../../../lib/projects/project-address.ts'
import { userAtom } from '../../../lib/session/session-atom.ts'
import { EmptyState } from '../../../ui/empty-state/empty-state.tsx'
import { SEVERITY_SHAPES } from '../../../ui/severity/severity-mark.tsx'
import styles from './predicted.module.css'

interface PredictedListProps {
  rules: readonly RulePrediction[]
  forecasts: readonly PredictedIncident[]
}

/** What is expected, by rules and by forecasts; with the record of each rule. */
export const PredictedList = ({ rules, forecasts }: PredictedListProps) => {
  const { t } = useTranslation()
  const userName = useAtomValue(userAtom)?.userName
  if (rules.length + forecasts.length === 0)
    return <EmptyState icon={<IconTelescope size={24} />} text={t('incidents.predicted.none')} />
  return (
    <>
      {rules.length > 0 && (
        <section aria-label={t('incidents.predicted.rules')}>
          <h2 className={styles.head}>{t('incidents.predicted.rules')}</h2>
          <p className={styles.text}>{t('incidents.predicted.rulesText')}</p>
          <ul className={styles.list}>
            {rules.map((rule) => (
              <RuleRow key={rule.id} rule={rule} isMine={rule.owner === userName} />
            ))}
          </ul>
        </section>
      )}
      {forecasts.length > 0 && (
        <section aria-label={t('incidents.predicted.forecasts')}>
          <h2 className={styles.head}>{t('incidents.predicted.forecasts')}</h2>
          <p className={styles.text}>{t('incidents.predicted.forecastsText')}</p>
          <ul className={styles.list}>
            {forecasts.map((one) => (
              <CrossingRow
                key={`${one.owner} ${one.projectName} ${one.metric} ${one.instance}`}
                crossing={one}
                isMine={one.owner === userName}
              />
            ))}
          </ul>
        </section>
      )}
    </>
  )
}

/** An incident that a rule expects, what announced it, and how often the rule was right. */
const RuleRow = ({ rule, isMine }: { rule: RulePrediction; isMine: boolean }) => {
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

/** A series whose forecast leaves its range; leads to that forecast. */
const CrossingRow = ({ crossing, isMine }: { crossing: PredictedIncident; isMine: boolean }) => {
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

/** The shape of a finding without its colour: it has not happened. */
const PredictedMark = ({ side = 'above' }: { side?: 'above' | 'below' }) => {
  const { t } = useTranslation()
  return (
    <svg width="12" height="12" viewBox="0 0 12 12" role="img" aria-label={t('incidents.predicted.mark')}>
      <path d={SEVERITY_SHAPES[side]} fill="none" stroke="currentColor" strokeWidth="1.25" />
    </svg>
  )
}
