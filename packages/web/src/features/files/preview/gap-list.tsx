import { useTranslation } from 'react-i18next'
import { useFormat } from '../../../lib/format/use-format.ts'
import { Panel } from '../../../ui/panel/panel.tsx'
import styles from './preview.module.css'

const shownGaps = 10

interface GapListProps {
  /** Times of the first and the last missing row. */
  gaps: readonly { start: number; end: number }[]
  intervalMs: number
}

export const GapList = ({ gaps, intervalMs }: GapListProps) => {
  const { t } = useTranslation()
  const format = useFormat()
  if (gaps.length === 0) return null
  return (
    <Panel title={t('files.preview.gapList')}>
      <ul className={styles.gaps}>
        {gaps.slice(0, shownGaps).map(({ start, end }) => (
          <li key={start}>
            {format.span(start, end)} <span className="muted">· {format.duration(end - start + intervalMs)}</span>
          </li>
        ))}
      </ul>
      {gaps.length > shownGaps && (
        <span className="small muted">{t('files.preview.more', { count: gaps.length - shownGaps })}</span>
      )}
    </Panel>
  )
}
