import { IconCircleCheck } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { EmptyState } from '../../../ui/empty-state/empty-state.tsx'

export const NothingFound = () => {
  const { t } = useTranslation()
  return <EmptyState icon={<IconCircleCheck size={24} />} text={t('analysis.incidents.noneShown')} />
}
