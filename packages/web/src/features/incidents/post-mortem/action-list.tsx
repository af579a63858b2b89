import { ActionIcon, Button, Checkbox, TextInput } from '@mantine/core'
import type { ActionItem } from '@omen/sdk'
import { IconX } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import styles from './post-mortem.module.css'

const MAX_ITEMS = 100

interface ActionListProps {
  actions: readonly ActionItem[]
  onChange: (actions: readonly ActionItem[]) => void
}

/** What is still to be done, by whom. */
export const ActionList = ({ actions, onChange }: ActionListProps) => {
  const { t } = useTranslation()
  const change = (id: string, changed: Partial<ActionItem>) =>
    onChange(actions.map((item) => (item.id === id ? { ...item, ...changed } : item)))
  return (
    <section className={styles.actions} aria-label={t('incidents.postMortem.actions.title')}>
      <h3 className={styles.actionsTitle}>{t('incidents.postMortem.actions.title')}</h3>
      {actions.length === 0 && <p className={styles.status}>{t('incidents.postMortem.actions.none')}</p>}
      <ul className={styles.items}>
        {actions.map(({ id, text, assignee, done }) => (
          <li key={id} data-done={done || undefined}>
            <Checkbox
              size="xs"
              checked={done}
              aria-label={t('incidents.postMortem.actions.done', { text })}
              onChange={(event) => change(id, { done: event.currentTarget.checked })}
            />
            <span className={styles.item}>{text}</span>
            {assignee !== '' && <span className={styles.assignee}>{assignee}</span>}
            <ActionIcon
              className={styles.remove ?? ''}
              size={22}
              aria-label={t('incidents.postMortem.actions.remove', { text })}
              onClick={() => onChange(actions.filter((item) => item.id !== id))}
            >
              <IconX size={14} />
            </ActionIcon>
          </li>
        ))}
      </ul>
      {actions.length < MAX_ITEMS && (
        <NewItem onAdd={(text, assignee) => onChange([...actions, { id: newId(), text, assignee, done: false }])} />
      )}
    </section>
  )
}

const newId = (): string => crypto.getRandomValues(new Uint32Array(2)).join('-')

const NewItem = ({ onAdd }: { onAdd: (text: string, assignee: string) => void }) => {
  const { t } = useTranslation()
  const [text, setText] = useState('')
  const [assignee, setAssignee] = useState('')
  return (
    <form
      className={styles.newItem}
      onSubmit={(event) => {
        event.preventDefault()
        if (text.trim() === '') return
        onAdd(text.trim(), assignee.trim())
        setText('')
        setAssignee('')
      }}
    >
      <TextInput
        className={styles.newText ?? ''}
        aria-label={t('incidents.postMortem.actions.newOne')}
        placeholder={t('incidents.postMortem.actions.newOne')}
        value={text}
        maxLength={500}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <TextInput
        className={styles.newAssignee ?? ''}
        aria-label={t('incidents.postMortem.actions.assignee')}
        placeholder={t('incidents.postMortem.actions.assignee')}
        value={assignee}
        maxLength={100}
        onChange={(event) => setAssignee(event.currentTarget.value)}
      />
      <Button type="submit" variant="default" disabled={text.trim() === ''}>
        {t('incidents.postMortem.actions.add')}
      </Button>
    </form>
  )
}
