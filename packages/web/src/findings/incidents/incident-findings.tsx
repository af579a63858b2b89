import { Button } from '@mantine/core'
import type { Incident } from '@omen/sdk'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/format/use-format.ts'
import { SeverityMark } from '../../ui/severity/severity-mark.tsx'
import { useSeverityWords } from '../../ui/severity/use-severity-words.ts'
import type { Analysis } from '../analysis.ts'
import { VerdictButtons } from '../verdict/verdict-buttons.tsx'
import { findingSentence, gapsOf, periodsOf } from './incident-model.ts'
import styles from './incidents.module.css'

const findingsAtOnce = 20

/** Every finding of an incident with its own sentence and verdict. */
export const IncidentFindings = ({ analysis, incident }: { analysis: Analysis; incident: Incident }) => {
  const { t } = useTranslation()
  const format = useFormat()
  const words = useSeverityWords()
  const [count, setCount] = useState(findingsAtOnce)
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
