import { Button, Textarea, TextInput } from '@mantine/core'
import type { AnalysedTemplate } from '@omen/sdk'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Dialog } from '../../../ui/dialog/dialog.tsx'
import { ProblemNotice } from '../../../ui/problem-notice/problem-notice.tsx'
import { LineText } from '../lines/line-text.tsx'
import type { LogSource } from '../state/log-source.ts'
import styles from './detail.module.css'
import { useSetTemplate } from './use-set-template.ts'

interface NameDialogProps {
  template: AnalysedTemplate
  source: LogSource
  onClose: () => void
}

const LONGEST = { name: 100, note: 2000 }

/** A name by which people know the template, and what they should know of it. */
export const NameDialog = ({ template, source, onClose }: NameDialogProps) => {
  const { t } = useTranslation()
  const [name, setName] = useState(template.name ?? '')
  const [note, setNote] = useState(template.note ?? '')
  const save = useSetTemplate(template, source, onClose)
  return (
    <Dialog
      onClose={onClose}
      title={<b>{t('logs.template.nameTitle')}</b>}
      closeButtonProps={{ 'aria-label': t('general.close') }}
    >
      <form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault()
          save.mutate({ name: name.trim(), note: note.trim() })
        }}
      >
        <code className={styles.quoted} dir="ltr">
          <LineText line={template.text} />
        </code>
        <TextInput
          label={t('logs.template.name')}
          description={t('logs.template.nameHint')}
          maxLength={LONGEST.name}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
          data-autofocus
        />
        <Textarea
          label={t('logs.template.note')}
          maxLength={LONGEST.note}
          autosize
          minRows={2}
          value={note}
          onChange={(event) => setNote(event.currentTarget.value)}
        />
        {save.isError && <ProblemNotice error={save.error} />}
        <div className="row" style={{ justifyContent: 'flex-end' }}>
          <Button variant="default" onClick={onClose}>
            {t('general.cancel')}
          </Button>
          <Button type="submit" loading={save.isPending}>
            {t('general.save')}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
