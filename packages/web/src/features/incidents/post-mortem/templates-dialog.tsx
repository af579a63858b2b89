import { Button, Select, Textarea, TextInput } from '@mantine/core'
import type { PostMortemTemplate } from '@omen/sdk'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useSetAtom } from 'jotai'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { omen } from '../../../lib/api/omen.ts'
import { invalidateEverywhere } from '../../../lib/api/other-tabs.ts'
import { queryKeys } from '../../../lib/api/query-keys.ts'
import { Dialog } from '../../../ui/dialog/dialog.tsx'
import { showMessageAtom } from '../../../ui/messages/messages-atom.ts'
import { ProblemNotice } from '../../../ui/problem-notice/problem-notice.tsx'
import styles from './post-mortem.module.css'

/** Replaced by facts when a template is used. */
const PLACEHOLDERS = [
  ...['title', 'summary', 'timeline', 'causes', 'chart', 'changes', 'logs', 'similar', 'state', 'history'],
]

interface TemplatesDialogProps {
  templates: readonly PostMortemTemplate[]
  /** Of a new template; otherwise one is chosen to be changed. */
  text?: string
  onClose: () => void
}

/** Makes a template, or changes and deletes those of one's own. */
export const TemplatesDialog = ({ templates, text: given, onClose }: TemplatesDialogProps) => {
  const { t } = useTranslation()
  const first = given === undefined ? templates[0] : undefined
  const [id, setId] = useState(first?.id ?? '')
  const [name, setName] = useState(first?.name ?? '')
  const [text, setText] = useState(given ?? first?.text ?? '')
  const chosen = templates.find((template) => template.id === id)
  const { save, remove } = useTemplateChanges(onClose)
  const choose = (next: string) => {
    const template = templates.find((one) => one.id === next)
    setId(next)
    setName(template?.name ?? '')
    setText(template?.text ?? '')
  }
  return (
    <Dialog
      onClose={onClose}
      size="xl"
      title={<b>{t('incidents.postMortem.templates.title')}</b>}
      closeButtonProps={{ 'aria-label': t('general.close') }}
    >
      <form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault()
          if (name.trim() !== '' && text.trim() !== '') save.mutate({ name: name.trim(), text })
        }}
      >
        <div>
          {t('incidents.postMortem.templates.text')}{' '}
          {PLACEHOLDERS.map((one) => (
            <code key={one} className={styles.placeholder}>{`{{${one}}}`}</code>
          ))}
        </div>
        {given === undefined && (
          <Select
            label={t('incidents.postMortem.templates.choose')}
            data={[
              ...templates.map((template) => ({ value: template.id, label: template.name })),
              { value: '', label: t('incidents.postMortem.templates.newOne') },
            ]}
            value={id}
            onChange={(value) => choose(value ?? '')}
            allowDeselect={false}
          />
        )}
        {chosen !== undefined && !chosen.mine && (
          <p className={styles.status}>{t('incidents.postMortem.templates.notYours')}</p>
        )}
        <TextInput
          label={t('incidents.postMortem.templates.name')}
          value={name}
          maxLength={100}
          required
          data-autofocus
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <Textarea
          label={t('incidents.postMortem.templates.body')}
          classNames={{ input: styles.text ?? '' }}
          value={text}
          maxLength={100_000}
          required
          autosize
          minRows={10}
          maxRows={20}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        {(save.isError || remove.isError) && <ProblemNotice error={save.error ?? remove.error} />}
        <div className="row" style={{ justifyContent: 'flex-end' }}>
          {chosen?.mine === true && !chosen.isBuiltIn && (
            <Button variant="subtle" color="red" loading={remove.isPending} onClick={() => remove.mutate(chosen.id)}>
              {t('incidents.postMortem.templates.delete')}
            </Button>
          )}
          <Button variant="default" onClick={onClose}>
            {t('general.cancel')}
          </Button>
          <Button type="submit" disabled={name.trim() === '' || text.trim() === ''} loading={save.isPending}>
            {t('incidents.postMortem.templates.save')}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

const useTemplateChanges = (onClose: () => void) => {
  const { t } = useTranslation()
  const client = useQueryClient()
  const showMessage = useSetAtom(showMessageAtom)
  const done = (message: string) => async () => {
    onClose()
    showMessage(message)
    await invalidateEverywhere(client, queryKeys.incidents.all)
  }
  return {
    save: useMutation({
      mutationFn: (template: { name: string; text: string }) => omen.incidents.saveTemplate(template),
      onSuccess: done(t('incidents.postMortem.templates.saved')),
    }),
    remove: useMutation({
      mutationFn: (id: string) => omen.incidents.deleteTemplate(id),
      onSuccess: done(t('incidents.postMortem.templates.deleted')),
    }),
  }
}
