import { Button } from '@mantine/core'
import { IconMapPinOff } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { EmptyState } from '../ui/empty-state/empty-state.tsx'
import { PageHead } from '../ui/page-head/page-head.tsx'
import { Panel } from '../ui/panel/panel.tsx'

export const NotFound = () => {
  const { t } = useTranslation()
  return (
    <>
      <PageHead title={t('frame.notFound.title')} />
      <Panel label={t('frame.notFound.title')}>
        <EmptyState
          icon={<IconMapPinOff size={24} />}
          text={t('frame.notFound.text')}
          action={
            <Button component={Link} to="/">
              {t('frame.notFound.home')}
            </Button>
          }
        />
      </Panel>
    </>
  )
}
