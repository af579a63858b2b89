import { Button, Textarea } from '@mantine/core'
import type { IncidentDetail, IncidentHistoryEntry } from '@omen/sdk'
import { IconPlus } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { omen } from '../../../lib/api/omen.ts'
import { useFormat } from '../../../lib/format/use-format.ts'
import { incidentPath } from '../../../lib/incidents/incident-path.ts'
import { Card } from '../../../ui/card/card.tsx'
import { ProblemNotice } from '../../../ui/problem-notice/problem-notice.tsx'
import { useChanged } from '../state/use-changed.ts'
import styles from './history.module.css'

/** Who did what and when, with notes; and a place to add one. */
export const HistoryCard = ({ detail }: { detail: IncidentDetail }) => {
  const { t } = useTranslation()
  const [isAdding, setAdding] = useState(false)
  const { history, can, incident } = detail
  return (
    <Card
      title={t('incidents.history.title')}
      aside={
        can.includes('note') && (
          <Button
            variant="default"
            size="compact-sm"
            leftSection={<IconPlus size={14} />}
            aria-expanded={isAdding}
            onClick={() => setAdding(!isAdding)}
          >
            {t('incidents.history.add')}
          </Button>
        )
      }
    >
      {isAdding && <NewNote id={incident.id} onDone={() => setAdding(false)} />}
      <ol className={styles.list}>
        {history.map((entry) => (
          <Entry key={`${entry.at} ${entry.kind} ${entry.other ?? ''}`} entry={entry} />
        ))}
      </ol>
    </Card>
  )
}

const Entry = ({ entry: { at, kind, by, note, other } }: { entry: IncidentHistoryEntry }) => {
  const { t } = useTranslation()
  const format = useFormat()
  return (
    <li>
      <time className={styles.time} dateTime={new Date(at).toISOString()} title={format.dateTime(at)}>
        {format.clock(at)}
      </time>
      <span className={styles.body}>
        <span>
          {t(`incidents.history.kinds.${kind}`, { who: by ?? t('incidents.history.omen') })}{' '}
          {other !== null && <Link to={incidentPath(other)}>{t('incidents.history.other')}</Link>}
        </span>
        {note !== null && note !== '' && <span className={styles.note}>{note}</span>}
      </span>
    </li>
  )
}

const NewNote = ({ id, onDone }: { id: string; onDone: () => void }) => {
  const { t } = useTranslation()
  const changed = useChanged()
  const [note, setNote] = useState('')
  const add = useMutation({
    mutationFn: () => omen.incidents.note(id, note.trim()),
    onSuccess: async () => {
      await changed()
      onDone()
    },
  })
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault()
        if (note.trim() !== '') add.mutate()
      }}
    >
      <Textarea
        aria-label={t('incidents.history.note')}
        placeholder={t('incidents.history.notePlaceholder')}
        value={note}
        maxLength={2000}
        autosize
        minRows={2}
        maxRows={8}
        autoFocus
        onChange={(event) => setNote(event.currentTarget.value)}
      />
      {add.isError && <ProblemNotice error={add.error} />}
      <div className="row" style={{ justifyContent: 'flex-end' }}>
        <Button variant="default" size="compact-sm" onClick={onDone}>
          {t('general.cancel')}
        </Button>
        <Button type="submit" size="compact-sm" disabled={note.trim() === ''} loading={add.isPending}>
          {t('incidents.history.save')}
        </Button>
      </div>
    </form>
  )
}
