import { Skeleton } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import styles from './skeletons.module.css'

const WIDTHS = ['62%', '48%', '71%', '55%', '66%', '43%', '58%', '69%']

const Bar = (size: { height: number; width?: number | string }) => (
  <Skeleton {...size} className={styles.skeleton ?? ''} aria-hidden data-skeleton />
)

/** Placeholder rows of a loading table. */
export const RowsSkeleton = ({ rows = 6 }: { rows?: number }) => (
  <div aria-hidden style={{ padding: 16, display: 'flex', flexDirection: 'column', gap: 16 }}>
    {WIDTHS.slice(0, rows).map((width) => (
      <Bar key={width} height={16} width={width} />
    ))}
  </div>
)

export const BlockSkeleton = (size: { height: number; width?: number | string }) => <Bar {...size} />

export const PageSkeleton = () => {
  const { t } = useTranslation()
  return (
    <div className="stack" role="status">
      <span className="visually-hidden">{t('general.loading')}</span>
      <Bar height={28} width={220} />
      <Bar height={180} />
      <Bar height={320} />
    </div>
  )
}
