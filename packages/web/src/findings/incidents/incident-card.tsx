import { Button, UnstyledButton } from '@mantine/core'
import type { Incident } from '@omen/sdk'
import { describeRarity } from '@omen/sdk/rules'
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { queryKeys } from '../../lib/api/query-keys.ts'
import { useFormat } from '../../lib/format/use-format.ts'
import { SeverityMark } from '../../ui/severity/severity-mark.tsx'
import { useSeverityWords } from '../../ui/severity/use-severity-words.ts'
import type { Analysis } from '../analysis.ts'
import { VerdictButtons } from '../verdict/verdict-buttons.tsx'
import { IncidentDecision } from './incident-decision.tsx'
import { IncidentTime, IncidentTitle } from './incident-head.tsx'
import {
  briefSentence,
  findingSentence,
  gapsOf,
  periodsOf,
  type SeriesFigure,
  seriesFigures,
} from './incident-model.ts'
import { IncidentNumber } from './incident-number.tsx'
import { IncidentSpark } from './incident-spark.tsx'
import styles from './incidents.module.css'

interface IncidentCardProps {
  analysis: Analysis
  incident: Incident
  isSelected: boolean
  onSelect: (id: string) => void
}

/** An opened incident: what happened, its spark line, figures of its series, verdict and findings. */
export const IncidentCard = ({ analysis, incident, isSelected, onSelect }: IncidentCardProps) => {
  const { t } = useTranslation()
  const format = useFormat()
  const { locale } = format
  const [hasFindings, setFindings] = useState(false)
  const lead = periodsOf(incident, analysis)[0]
  const rarity = describeRarity(lead?.probability ?? null, analysis.intervalMs, locale === 'zh-CN' ? 'zh-CN' : 'en')
  const figures = seriesFigures(incident, analysis)
  // Log lines that were found are listed on the page of logs
  const count = incident.periodIds.length + incident.gapNumbers.length
  return (
    <li className={styles.card} aria-current={isSelected || undefined}>
      <div className={styles.cardHead}>
        <UnstyledButton
          className={styles.toggle ?? ''}
          aria-label={t(isSelected ? 'analysis.incidents.close' : 'analysis.incidents.show', {
            number: incident.number,
          })}
          onClick={() => onSelect(incident.id)}
        >
          <IncidentNumber number={incident.number} isOn={isSelected} />
        </UnstyledButton>
        <IncidentTitle incident={incident} />
      </div>
      <IncidentTime incident={incident} analysis={analysis} />
      <p className={styles.sentence}>
        {briefSentence(incident.brief, locale)}
        {rarity !== undefined && `${t('general.betweenSentences')}${t('analysis.incidents.rarity', { rarity })}`}
      </p>
      <IncidentSpark analysis={analysis} incident={incident} width={366} height={48} />
      {figures.length > 0 && <Figures figures={figures} incident={incident} />}
      <div className={styles.actions}>
        {lead !== undefined && <VerdictButtons analysis={analysis} period={lead} />}
        {canDecide(incident) && (
          <IncidentDecision
            incident={incident}
            isAcknowledged={incident.decision === 'acknowledged'}
            className={styles.decision}
            changedKeys={[['dashboard'], queryKeys.project.all(analysis.id)]}
          />
        )}
        {analysis.incidentPath !== undefined && (
          <Link
            to={analysis.incidentPath(incident.id)}
            className={styles.open ?? ''}
            aria-label={t('analysis.incidents.openOne', { title: incident.title })}
          >
            {t('analysis.incidents.open')}
          </Link>
        )}
        <span className={styles.spacer} />
        {count > 0 && (
          <UnstyledButton
            className={styles.fold ?? ''}
            aria-expanded={hasFindings}
            onClick={() => setFindings(!hasFindings)}
          >
            {t('analysis.incidents.findings', { count, number: format.count(count) })}
            {hasFindings ? <IconChevronUp size={14} aria-hidden /> : <IconChevronDown size={14} aria-hidden />}
          </UnstyledButton>
        )}
      </div>
      {hasFindings && <IncidentFindings analysis={analysis} incident={incident} />}
    </li>
  )
}

/** On one that lasts, in a project of the user's own or shared with them. */
const canDecide = ({ state, decision }: Incident): boolean =>
  (state === 'open' || state === 'recovering') && (decision === null || decision === 'acknowledged')

const Figures = ({ figures, incident }: { figures: readonly SeriesFigure[]; incident: Incident }) => {
  const { t } = useTranslation()
  const format = useFormat()
  const isSameDay = (time: number) => Math.abs(time - incident.start) < 12 * 3_600_000
  const since = (time: number | null) =>
    time === null ? '–' : isSameDay(time) ? format.time(time) : format.weekday(time)
  const expectedOf = ({ expected, value }: SeriesFigure) => {
    if (expected === null) return '–'
    return value === null ? format.figure(expected) : format.expected(expected, value)
  }
  return (
    <table className={styles.figures}>
      <thead>
        <tr>
          <th scope="col">{t('analysis.incidents.series')}</th>
          <th scope="col">{t('analysis.incidents.value')}</th>
          <th scope="col">{t('analysis.incidents.expected')}</th>
          <th scope="col">{t('analysis.incidents.since')}</th>
        </tr>
      </thead>
      <tbody>
        {figures.map((one) => (
          <tr key={one.seriesId} data-still={one.since === null || undefined}>
            <td title={one.label}>{one.label}</td>
            <td>
              <b>{one.value === null ? '–' : format.figure(one.value)}</b>{' '}
              {one.unit !== '' && <span className={styles.unit}>{one.unit}</span>}
            </td>
            <td>{expectedOf(one)}</td>
            <td>{since(one.since)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

const FINDINGS_AT_ONCE = 20

/** Every finding of an incident with its own sentence and verdict. */
const IncidentFindings = ({ analysis, incident }: { analysis: Analysis; incident: Incident }) => {
  const { t } = useTranslation()
  const format = useFormat()
  const words = useSeverityWords()
  const [count, setCount] = useState(FINDINGS_AT_ONCE)
  const periods = periodsOf(incident, analysis)
  const gaps = gapsOf(incident, analysis)
  return (
    <>
      <ul className={styles.findings} aria-label={t('analysis.incidents.findingsOf', { number: incident.number })}>
        {periods.slice(0, count).map((period) => (
          <li key={period.id}>
            <div className={styles.findingHead}>
              <SeverityMark val={period.val} isMissingValue={period.isMissingValue} words={words} />
              <span className={styles.when}>{format.when(period.start)}</span>
              <span className={styles.spacer} />
              {periods.length > 1 && <VerdictButtons analysis={analysis} period={period} isSmall />}
            </div>
            <span className="break">{findingSentence(period.sentence, format.locale)}</span>
          </li>
        ))}
        {gaps.slice(0, Math.max(0, count - periods.length)).map((gap) => (
          <li key={`${gap.kind} ${gap.start} ${gap.seriesIds.join()}`}>
            <div className={styles.findingHead}>
              <SeverityMark val={0} isMissingValue words={words} />
              <span className={styles.when}>{format.when(gap.start)}</span>
            </div>
            <span className="break">{findingSentence(gap.sentence, format.locale)}</span>
          </li>
        ))}
      </ul>
      {periods.length + gaps.length > count && (
        <Button variant="subtle" size="compact-sm" onClick={() => setCount(count + 100)}>
          {t('analysis.incidents.more', { number: format.count(periods.length + gaps.length - count) })}
        </Button>
      )}
    </>
  )
}
