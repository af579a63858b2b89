import { Button, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import type { ListedIncident } from '@omen/sdk'
import { IconSearch } from '@tabler/icons-react'
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query'
import { useSetAtom } from 'jotai'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigateAfter } from '../../../lib/address/use-navigate-after.ts'
import { omen } from '../../../lib/api/omen.ts'
import { queryKeys } from '../../../lib/api/query-keys.ts'
import { useFormat } from '../../../lib/format/use-format.ts'
import { incidentPath } from '../../../lib/incidents/incident-path.ts'
import { Dialog } from '../../../ui/dialog/dialog.tsx'
import { showMessageAtom } from '../../../ui/messages/messages-atom.ts'
import { Loaded } from '../../../ui/panel/loaded.tsx'
import { ProblemNotice } from '../../../ui/problem-notice/problem-notice.tsx'
import { RowsSkeleton } from '../../../ui/skeletons/skeletons.tsx'
import { useIncidentAddress } from '../state/incident-address.ts'
import { useChanged } from '../state/use-changed.ts'
import styles from './dialogs.module.css'

const SETTLE_MS = 200
const LISTED = 20
const YEAR_MS = 365 * 86_400_000

/** Merges an incident into another of its project, which is looked for by name. */
export const MergeDialog = ({ incident, onClose }: { incident: ListedIncident; onClose: () => void }) => {
  const { t } = useTranslation()
  const [query, setQuery] = useState('')
  const [into, setInto] = useState('')
  const { projectName: project } = incident
  const merge = useMerge(incident.id, onClose)
  return (
    <Dialog
      onClose={onClose}
      title={<b>{t('incidents.merge.title')}</b>}
      closeButtonProps={{ 'aria-label': t('general.close') }}
    >
      <form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault()
          if (into !== '') merge.mutate(into)
        }}
      >
        <div>{t('incidents.merge.text')}</div>
        <TextInput
          aria-label={t('incidents.merge.search', { project })}
          placeholder={t('incidents.merge.search', { project })}
          leftSection={<IconSearch size={16} />}
          value={query}
          maxLength={200}
          data-autofocus
          onChange={(event) => setQuery(event.currentTarget.value)}
        />
        <Choices incident={incident} query={query} into={into} onInto={setInto} />
        {merge.isError && <ProblemNotice error={merge.error} />}
        <div className="row" style={{ justifyContent: 'flex-end' }}>
          <Button variant="default" onClick={onClose}>
            {t('general.cancel')}
          </Button>
          <Button type="submit" disabled={into === ''} loading={merge.isPending}>
            {t('incidents.merge.submit')}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

const useMerge = (id: string, onClose: () => void) => {
  const { t } = useTranslation()
  const changed = useChanged()
  const navigate = useNavigateAfter()
  const showMessage = useSetAtom(showMessageAtom)
  return useMutation({
    mutationFn: (into: string) => omen.incidents.merge(id, into),
    onSuccess: async (_, into) => {
      onClose()
      void navigate(incidentPath(into), { replace: true })
      showMessage(t('incidents.merge.done'))
      await changed()
    },
  })
}

interface ChoicesProps {
  incident: ListedIncident
  query: string
  into: string
  onInto: (id: string) => void
}

const Choices = ({ incident, query, into, onInto }: ChoicesProps) => {
  const { t } = useTranslation()
  const format = useFormat()
  const address = useIncidentAddress(incident)
  const [q] = useDebouncedValue(query.trim(), SETTLE_MS)
  const found = useQuery({
    queryKey: queryKeys.incidents.choices(address, q, format.locale),
    queryFn: ({ signal }) => {
      const to = Date.now()
      const span = { from: to - YEAR_MS, to }
      const wanted = { projectName: address, order: 'newest', pageSize: LISTED, ...(q !== '' && { q }) } as const
      return omen.incidents.list({ ...wanted, ...span }, { signal })
    },
    placeholderData: keepPreviousData,
  })
  return (
    <Loaded query={found} skeleton={<RowsSkeleton rows={4} />}>
      {({ incidents }) => {
        const others = incidents.filter(({ id }) => id !== incident.id)
        if (others.length === 0)
          return <p className="muted">{t('incidents.merge.none', { project: incident.projectName })}</p>
        return (
          <fieldset className={styles.choices} aria-label={t('incidents.bulk.mergeInto')}>
            {others.map(({ id, title, onset, state }) => (
              <label key={id} className={styles.choice}>
                <input type="radio" name="into" value={id} checked={into === id} onChange={() => onInto(id)} />
                <span className={styles.choiceText}>
                  <span>{title}</span>
                  <span className="muted small">{`${format.when(onset)} · ${t(`incidents.states.${state}`)}`}</span>
                </span>
              </label>
            ))}
          </fieldset>
        )
      }}
    </Loaded>
  )
}
