import { ActionIcon, Menu, Tooltip } from '@mantine/core'
import type { PostMortem } from '@omen/sdk'
import { IconHistory } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../../lib/format/use-format.ts'
import styles from './post-mortem.module.css'

interface RevisionMenuProps {
  revisions: PostMortem['revisions']
  shown: number | null
  onShown: (revision: number | null) => void
}

/** Texts saved before, the newest first. */
export const RevisionMenu = ({ revisions, shown, onShown }: RevisionMenuProps) => {
  const { t } = useTranslation()
  const format = useFormat()
  if (revisions.length < 2) return null
  const label = t('incidents.postMortem.revisions')
  return (
    <Menu position="bottom-end" width={240}>
      <Menu.Target>
        <Tooltip label={label}>
          <ActionIcon size={26} aria-label={label}>
            <IconHistory size={16} />
          </ActionIcon>
        </Tooltip>
      </Menu.Target>
      <Menu.Dropdown className={styles.menu ?? ''}>
        {revisions.map(({ revision, at, by }, index) => (
          <Menu.Item
            key={revision}
            aria-current={shown === revision || (shown === null && index === 0) || undefined}
            onClick={() => onShown(index === 0 ? null : revision)}
          >
            {t('incidents.postMortem.revision', { when: format.when(at), name: by })}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
