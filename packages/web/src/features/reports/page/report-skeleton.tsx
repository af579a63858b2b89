import { useTranslation } from 'react-i18next'
import { BlockSkeleton } from '../../../ui/skeletons/skeletons.tsx'
import styles from './report.module.css'

/** Of the same heights as what it stands for. */
export const ReportSkeleton = () => {
  const { t } = useTranslation()
  return (
    <div className="stack" role="status">
      <span className="visually-hidden">{t('general.loading')}</span>
      <BlockSkeleton height={32} width="60%" />
      <BlockSkeleton height={56} width="80%" />
      <BlockSkeleton height={102} />
      <div className={styles.columns}>
        <BlockSkeleton height={320} />
        <BlockSkeleton height={320} />
      </div>
    </div>
  )
}
