import { useTranslation } from 'react-i18next'
import { BlockSkeleton } from '../../../ui/skeletons/skeletons.tsx'
import styles from './incident-page.module.css'

/** Of the same heights as what it stands for. */
export const IncidentSkeleton = () => {
  const { t } = useTranslation()
  return (
    <div className="stack" role="status">
      <span className="visually-hidden">{t('general.loading')}</span>
      <BlockSkeleton height={32} width="50%" />
      <BlockSkeleton height={28} width="70%" />
      <div className={styles.columns}>
        <div className={styles.column}>
          <BlockSkeleton height={260} />
          <BlockSkeleton height={216} />
          <BlockSkeleton height={240} />
        </div>
        <div className={styles.column}>
          <BlockSkeleton height={300} />
          <BlockSkeleton height={240} />
        </div>
      </div>
    </div>
  )
}
