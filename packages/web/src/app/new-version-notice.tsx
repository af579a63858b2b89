import { Button } from '@mantine/core'
import { IconRefresh } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useIsOutdated } from '../lib/deployment/deployment.ts'
import styles from './new-version-notice.module.css'

/** Offers a reload once the server has a newer page; nothing happens until the user asks for it. */
export const NewVersionNotice = () => {
  const { t } = useTranslation()
  if (!useIsOutdated()) return null
  return (
    <div className={styles.notice} role="status">
      <span>{t('frame.newVersion.text')}</span>
      <Button size="compact-sm" leftSection={<IconRefresh size={14} />} onClick={() => location.reload()}>
        {t('frame.newVersion.reload')}
      </Button>
    </div>
  )
}
