import { useTranslation } from 'react-i18next'
import { BlockSkeleton } from '../../ui/skeletons/skeletons.tsx'
import styles from './analysis-view.module.css'

/** The head, lanes, charts and incidents of a typical detection, in their sizes: nothing moves far once it is read. */
export const AnalysisSkeleton = () => {
  const { t } = useTranslation()
  return (
    <div role="status">
      <span className="visually-hidden">{t('general.loading')}</span>
      <div className={styles.headSkeleton}>
        <BlockSkeleton height={32} width="min(620px, 100%)" />
        <BlockSkeleton height={28} width="min(720px, 100%)" />
        <BlockSkeleton height={24} width="min(300px, 100%)" />
      </div>
      <div className={styles.body}>
        <div className={styles.main}>
          <BlockSkeleton height={204} />
          <div className={styles.chartSkeletons}>
            <BlockSkeleton height={274} />
            <BlockSkeleton height={190} />
            <BlockSkeleton height={190} />
          </div>
        </div>
        <div className={styles.side} data-loading>
          <BlockSkeleton height={554} />
        </div>
      </div>
    </div>
  )
}
