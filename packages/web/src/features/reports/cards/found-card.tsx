import type { ReportFinding } from '@omen/sdk'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { useFormat } from '../../../lib/format/use-format.ts'
import { Card } from '../../../ui/card/card.tsx'
import { SeverityMark } from '../../../ui/severity/severity-mark.tsx'
import { useSeverityWords } from '../../../ui/severity/use-severity-words.ts'
import styles from '../page/report.module.css'

/** Periods, gaps and findings in log lines, the latest first. */
export const FoundCard = ({ periods, total }: { periods: readonly ReportFinding[]; total: number }) => {
  const { t } = useTranslation()
  const format = useFormat()
  const words = useSeverityWords()
  return (
    <Card
      title={t('reports.found.title')}
      {...(total > 0 && { count: format.count(total) })}
      aside={<span className={styles.about}>{t('reports.found.latest')}</span>}
    >
      {periods.length === 0 && <p className={styles.note}>{t('reports.found.none')}</p>}
      <ul className={`${styles.list} ${styles.latest}`}>
        {periods.map(({ start, end, val, sentence, incidentId, projectName }) => (
          <li key={`${projectName} ${start} ${end} ${val} ${sentence}`} className={styles.found}>
            <span className={styles.muted}>{format.clock(start)}</span>
            <SeverityMark val={val ?? 0} isMissingValue={val === null} words={words} isBare={val === null} />
            {incidentId === null ? (
              <span className="break">{sentence}</span>
            ) : (
              <Link className="break" to={`/incidents/${encodeURIComponent(incidentId)}`}>
                {sentence}
              </Link>
            )}
          </li>
        ))}
      </ul>
      {total > periods.length && (
        <p className={styles.note}>
          {t('reports.found.more', { number: format.count(periods.length), total: format.count(total) })}
        </p>
      )}
    </Card>
  )
}
