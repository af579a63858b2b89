import { Button } from '@mantine/core'
import { IconMapPinOff } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { EmptyState } from '../ui/empty-state/empty-state.tsx'

export const NotFound = () => {
  const { t } = useTranslation()
  return (
    <EmptyState
      icon={<IconMapPinOff size={24} />}
      title={t('frame.notFound.title')}
      text={t('frame.notFound.text')}
      action={
        <Button component={Link} to="/">
          {t('frame.notFound.home')}
        </Button>
      }
    />
  )
}
