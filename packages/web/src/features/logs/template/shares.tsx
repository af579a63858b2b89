import { useTranslation } from 'react-i18next'
import { useFormat } from '../../../lib/format/use-format.ts'
import { LineText } from '../lines/line-text.tsx'
import styles from './detail.module.css'

interface Share {
  name: string
  count: number
}

const SHOWN = 6

/** Instances or services, those with the most lines first. */
export const Shares = ({ title, shares, total }: { title: string; shares: readonly Share[]; total: number }) => {
  const { t } = useTranslation()
  return (
    <div className={styles.box}>
      <h3 className={styles.title}>{title}</h3>
      <ShareBars shares={shares.slice(0, SHOWN)} />
      {total > SHOWN && <p className={styles.note}>{t('logs.values.more', { count: total - SHOWN })}</p>}
    </div>
  )
}

/** A bar for each, as long as its share of the largest. */
export const ShareBars = ({ shares }: { shares: readonly Share[] }) => {
  const format = useFormat()
  const max = Math.max(1, ...shares.map(({ count }) => count))
  return (
    <ul className={styles.shares}>
      {shares.map(({ name, count }) => (
        <li key={name}>
          <span className={styles.share} title={name}>
            <bdi>{name === '' ? '""' : <LineText line={name} limit={200} />}</bdi>
          </span>
          <span className={styles.track} aria-hidden>
            <i style={{ width: `${(100 * count) / max}%` }} />
          </span>
          <span className={styles.count}>{format.count(count)}</span>
        </li>
      ))}
    </ul>
  )
}
