import { useTranslation } from 'react-i18next'
import { BlockSkeleton } from '../../../ui/skeletons/skeletons.tsx'
import styles from './dashboard-page.module.css'

/** Of the same heights as what it stands for. */
export const DashboardSkeleton = () => {
  const { t } = useTranslation()
  return (
    <div className="stack" role="status">
      <span className="visually-hidden">{t('general.loading')}</span>
      <BlockSkeleton height={52} width="60%" />
      <BlockSkeleton height={66} />
      <BlockSkeleton height={180} />
      <div className={styles.three}>
        <BlockSkeleton height={330} />
        <BlockSkeleton height={330} />
        <BlockSkeleton height={330} />
      </div>
    </div>
  )
}
