import { Button } from '@mantine/core'
import type { IngestKey } from '@omen/sdk'
import { IconKey, IconPlus } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useSetAtom } from 'jotai'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { omen } from '../../../lib/api/omen.ts'
import { invalidateEverywhere } from '../../../lib/api/other-tabs.ts'
import { pollEvery } from '../../../lib/api/poll.ts'
import { queryKeys } from '../../../lib/api/query-keys.ts'
import { useFormat } from '../../../lib/format/use-format.ts'
import { ConfirmDialog } from '../../../ui/confirm/confirm-dialog.tsx'
import type { Column } from '../../../ui/data-table/column.ts'
import { DataTable } from '../../../ui/data-table/data-table.tsx'
import { EmptyState } from '../../../ui/empty-state/empty-state.tsx'
import { showMessageAtom } from '../../../ui/messages/messages-atom.ts'
import { Loaded } from '../../../ui/panel/loaded.tsx'
import { Panel } from '../../../ui/panel/panel.tsx'
import { RowsSkeleton } from '../../../ui/skeletons/skeletons.tsx'
import { TimeText } from '../../../ui/time-text/time-text.tsx'
import { CreateKey } from './create-key.tsx'
import styles from './keys-tab.module.css'

/** The server notes the use of a key once a minute. */
const REFRESH_MS = 30_000

/** The ingest keys of a project, for its owner. */
export const KeysTab = ({ address }: { address: string }) => {
  const { t } = useTranslation()
  const [isCreating, setCreating] = useState(false)
  const keys = useQuery({
    queryKey: queryKeys.project.keys(address),
    queryFn: ({ signal }) => omen.projects.keys(address, { signal }),
    refetchInterval: pollEvery(REFRESH_MS),
  })
  return (
    <Panel label={t('projects.keys.label')} flush>
      <div className={styles.head}>
        <p className={styles.text}>{t('projects.keys.text')}</p>
        <Button leftSection={<IconPlus size={16} />} onClick={() => setCreating(true)}>
          {t('projects.keys.create')}
        </Button>
      </div>
      <Loaded query={keys} skeleton={<RowsSkeleton rows={3} />}>
        {(all) =>
          all.length === 0 ? (
            <EmptyState
              icon={<IconKey size={24} />}
              title={t('projects.keys.emptyTitle')}
              text={t('projects.keys.empty')}
            />
          ) : (
            <Rows keys={all} address={address} />
          )
        }
      </Loaded>
      {isCreating && <CreateKey address={address} onClose={() => setCreating(false)} />}
    </Panel>
  )
}

const Rows = ({ keys, address }: { keys: IngestKey[]; address: string }) => {
  const { t } = useTranslation()
  const format = useFormat()
  const queryClient = useQueryClient()
  const showMessage = useSetAtom(showMessageAtom)
  const [leaving, setLeaving] = useState<IngestKey | null>(null)
  const columns = useKeyColumns(setLeaving)
  const remove = async ({ id, name }: IngestKey) => {
    await omen.projects.deleteKey(id)
    await invalidateEverywhere(queryClient, queryKeys.project.keys(address))
    showMessage(t('projects.keys.deleted', { name }))
  }
  return (
    <>
      <DataTable label={t('projects.keys.label')} columns={columns} rows={keys} rowKey={({ id }) => id} />
      {leaving && (
        <ConfirmDialog
          title={t('projects.keys.deleteTitle', { name: leaving.name })}
          action={t('projects.keys.delete')}
          onConfirm={() => remove(leaving)}
          onClose={() => setLeaving(null)}
        >
          {t('projects.keys.deleteText')}{' '}
          {leaving.lastUsedAt !== null && t('projects.keys.deleteInUse', { when: format.relative(leaving.lastUsedAt) })}
        </ConfirmDialog>
      )}
    </>
  )
}

const useKeyColumns = (onDelete: (key: IngestKey) => void): Column<IngestKey>[] => {
  const { t } = useTranslation()
  return [
    {
      id: 'name',
      header: t('projects.keys.name'),
      cell: (key) => (
        <>
          <b className="break">{key.name}</b>{' '}
          {key.mayRead && <span className="small muted">{t('projects.keys.reads')}</span>}{' '}
          <Expiry expiresAt={key.expiresAt} />
        </>
      ),
      sortBy: (key) => key.name,
    },
    {
      id: 'hint',
      header: t('projects.keys.hint'),
      isHiddenOnPhone: true,
      cell: ({ hint }) => <code>…{hint}</code>,
    },
    {
      id: 'created',
      header: t('projects.keys.created'),
      isHiddenOnPhone: true,
      cell: (key) => <TimeText time={key.createdAt} />,
      sortBy: (key) => key.createdAt,
    },
    {
      id: 'lastUsed',
      header: t('projects.keys.lastUsed'),
      cell: ({ lastUsedAt }) =>
        lastUsedAt === null ? (
          <span className="muted">{t('projects.keys.never')}</span>
        ) : (
          <TimeText time={lastUsedAt} />
        ),
      sortBy: (key) => key.lastUsedAt,
    },
    {
      id: 'do',
      header: t('projects.keys.delete'),
      isHeaderHidden: true,
      align: 'end',
      cell: (key) => (
        <Button
          variant="default"
          size="compact-sm"
          onClick={() => onDelete(key)}
          aria-label={t('projects.keys.deleteNamed', { name: key.name })}
        >
          {t('projects.keys.delete')}
        </Button>
      ),
    },
  ]
}

const Expiry = ({ expiresAt }: Pick<IngestKey, 'expiresAt'>) => {
  const { t } = useTranslation()
  const format = useFormat()
  if (expiresAt === null) return null
  if (expiresAt < Date.now()) return <span style={{ color: 'var(--omen-failed)' }}>{t('projects.keys.expired')}</span>
  return <span className="small muted">{t('projects.keys.expires', { when: format.day(expiresAt) })}</span>
}
