import { useTranslation } from 'react-i18next'
import { BlockSkeleton } from '../../../ui/skeletons/skeletons.tsx'

/** Of the same heights as what it stands for. */
export const LogsSkeleton = () => {
  const { t } = useTranslation()
  return (
    <div className="stack" role="status">
      <span className="visually-hidden">{t('general.loading')}</span>
      <BlockSkeleton height={82} width="60%" />
      <BlockSkeleton height={134} />
      <BlockSkeleton height={420} />
    </div>
  )
}
