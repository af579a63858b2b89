import { ActionIcon, CopyButton, Tooltip } from '@mantine/core'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import styles from './command.module.css'

/** A line to copy: a command, a code, a secret. */
export const Command = ({ text }: { text: string }) => {
  const { t } = useTranslation()
  return (
    <div className={styles.command}>
      <code className={styles.text}>{text}</code>
      <CopyButton value={text} timeout={2000}>
        {({ copied, copy }) => (
          <Tooltip label={copied ? t('general.copied') : t('general.copy')}>
            <ActionIcon onClick={copy} aria-label={copied ? t('general.copied') : t('general.copy')} size={24}>
              {copied ? <IconCheck size={14} /> : <IconCopy size={14} />}
            </ActionIcon>
          </Tooltip>
        )}
      </CopyButton>
    </div>
  )
}
