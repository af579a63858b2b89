import { Button, Menu } from '@mantine/core'
import type { IncidentDetail, PostMortemTemplate } from '@omen/sdk'
import { IconChevronDown, IconTemplate } from '@tabler/icons-react'
import type { TFunction } from 'i18next'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { omen } from '../../../lib/api/omen.ts'
import { ConfirmDialog } from '../../../ui/confirm/confirm-dialog.tsx'
import styles from './post-mortem.module.css'
import { TemplatesDialog } from './templates-dialog.tsx'
import type { DraftControl } from './use-draft.ts'

interface TemplateMenuProps {
  detail: IncidentDetail
  templates: readonly PostMortemTemplate[]
  control: DraftControl
}

/** Templates to begin with, and the way to make and change them. */
export const TemplateMenu = ({ detail, templates, control }: TemplateMenuProps) => {
  const { t } = useTranslation()
  const [chosen, setChosen] = useState<PostMortemTemplate | null>(null)
  const [edited, setEdited] = useState<'new' | 'list' | null>(null)
  const use = async () => {
    if (chosen === null) return
    const { postMortem } = await omen.incidents.postMortem({ incidentId: detail.incident.id }, { template: chosen.id })
    control.change({ text: postMortem.text })
  }
  return (
    <>
      <Menu position="bottom-start" width={280}>
        <Menu.Target>
          <Button
            variant="default"
            size="compact-sm"
            leftSection={<IconTemplate size={14} />}
            rightSection={<IconChevronDown size={12} />}
          >
            {t('incidents.postMortem.template')}
          </Button>
        </Menu.Target>
        <Menu.Dropdown className={styles.menu ?? ''}>
          {templates.map((template) => (
            <Menu.Item key={template.id} onClick={() => setChosen(template)}>
              {template.name} <span className="muted">{ownerOf(template, t)}</span>
            </Menu.Item>
          ))}
          <Menu.Divider />
          <Menu.Item onClick={() => setEdited('new')}>{t('incidents.postMortem.saveTemplate')}</Menu.Item>
          <Menu.Item onClick={() => setEdited('list')}>{t('incidents.postMortem.editTemplates')}</Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {chosen !== null && (
        <ConfirmDialog
          title={t('incidents.postMortem.useTitle')}
          action={t('incidents.postMortem.use')}
          onConfirm={use}
          onClose={() => setChosen(null)}
        >
          {t('incidents.postMortem.useText')}
        </ConfirmDialog>
      )}
      {edited !== null && (
        <TemplatesDialog
          templates={templates}
          {...(edited === 'new' && { text: control.text })}
          onClose={() => setEdited(null)}
        />
      )}
    </>
  )
}

/** Whose it is, unless it is the reader's own. */
const ownerOf = ({ isBuiltIn, mine, owner }: PostMortemTemplate, t: TFunction): string =>
  isBuiltIn
    ? t('incidents.postMortem.builtIn')
    : mine || owner === null
      ? ''
      : t('incidents.postMortem.templateOf', { owner })
