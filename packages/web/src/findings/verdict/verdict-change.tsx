import type { TrainingPreview, Verdict, VerdictAnswer } from '@omen/sdk'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/format/use-format.ts'
import { SeverityMark } from '../../ui/severity/severity-mark.tsx'
import { useSeverityWords } from '../../ui/severity/use-severity-words.ts'
import styles from './verdict-dialog.module.css'
import type { VerdictEffect } from './verdict-source.ts'

/** What a verdict would change. */
export const VerdictChange = ({ effect, verdict }: { effect: VerdictEffect; verdict: Verdict }) =>
  effect.kind === 'periods' ? (
    <PeriodsChange preview={effect.preview} />
  ) : (
    <TrainingChange preview={effect.preview} verdict={verdict} />
  )

const TrainingChange = ({ preview, verdict }: { preview: TrainingPreview; verdict: Verdict }) => {
  const { t } = useTranslation()
  const format = useFormat()
  const { nextTrainingAt, durationMs, leftOutMs, leftOutBeforeMs } = preview
  if (nextTrainingAt === null) return <p className={styles.change}>{t('analysis.verdict.training.none')}</p>
  if (durationMs === 0) return <p className={styles.change}>{t('analysis.verdict.training.outside')}</p>
  const isAllOut = leftOutMs >= durationMs
  const way = isAllOut ? (verdict === 'false' ? 'others' : 'leftOut') : leftOutMs > 0 ? 'partly' : 'learned'
  const text = t(`analysis.verdict.training.${way}`, {
    when: format.when(Math.max(nextTrainingAt, Date.now())),
    duration: format.duration(durationMs),
    learned: format.duration(durationMs - leftOutMs),
    leftOut: format.duration(leftOutMs),
  })
  const same = leftOutMs === leftOutBeforeMs ? [t('analysis.verdict.training.same')] : []
  return <p className={styles.change}>{[text, ...same].join(t('general.betweenSentences'))}</p>
}

const SHOWN_PERIODS = 6

const PeriodsChange = ({ preview }: { preview: VerdictAnswer['preview'] }) => {
  const { t } = useTranslation()
  const format = useFormat()
  const words = useSeverityWords()
  const { vanish, appear, days } = preview
  if (vanish === 0 && appear === 0) return <p className={styles.change}>{t('analysis.verdict.nothing', { days })}</p>
  return (
    <div className={styles.change}>
      {[
        ...(vanish > 0
          ? [t('analysis.verdict.vanish', { count: vanish, days, keep: format.count(preview.keep) })]
          : []),
        ...(appear > 0 ? [t('analysis.verdict.appear', { count: appear, days })] : []),
      ].join(t('general.betweenSentences'))}
      <ul>
        {preview.periods.slice(0, SHOWN_PERIODS).map((period) => (
          <li key={`${period.detectionId} ${period.periodId}`}>
            <SeverityMark val={period.val} words={words} />
            <span className="muted" style={{ whiteSpace: 'nowrap' }}>
              {format.moment(period.start)}
            </span>
            <span className="truncate" title={period.sentence}>
              {period.sentence}
            </span>
          </li>
        ))}
      </ul>
    </div>
  )
}
