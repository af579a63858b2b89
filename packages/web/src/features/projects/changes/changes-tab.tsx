import { Anchor, Button } from '@mantine/core'
import type { Project, ProjectEvent } from '@omen/sdk'
import { IconFlag, IconPlus } from '@tabler/icons-react'
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useAtom, useSetAtom } from 'jotai'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { atomFromUrl } from '../../../lib/address/address-atom.ts'
import { pageCodec } from '../../../lib/address/url-codecs.ts'
import { omen } from '../../../lib/api/omen.ts'
import { invalidateEverywhere } from '../../../lib/api/other-tabs.ts'
import { pollEvery } from '../../../lib/api/poll.ts'
import { queryKeys } from '../../../lib/api/query-keys.ts'
import { ConfirmDialog } from '../../../ui/confirm/confirm-dialog.tsx'
import type { Column } from '../../../ui/data-table/column.ts'
import { DataTable } from '../../../ui/data-table/data-table.tsx'
import { EmptyState } from '../../../ui/empty-state/empty-state.tsx'
import { showMessageAtom } from '../../../ui/messages/messages-atom.ts'
import { Pager } from '../../../ui/pager/pager.tsx'
import { Loaded } from '../../../ui/panel/loaded.tsx'
import { Panel } from '../../../ui/panel/panel.tsx'
import { ProblemNotice } from '../../../ui/problem-notice/problem-notice.tsx'
import { SecretDialog } from '../../../ui/secret-dialog/secret-dialog.tsx'
import { RowsSkeleton } from '../../../ui/skeletons/skeletons.tsx'
import { TimeText } from '../../../ui/time-text/time-text.tsx'
import { isWebhook, SendPanel } from '../sending/send-panel.tsx'
import { AddChange } from './add-change.tsx'
import styles from './changes-tab.module.css'

const REFRESH_MS = 30_000
const pageAtom = atomFromUrl('page', pageCodec)

/** Deployments and other changes of a project; whoever may read it may add one, but not to the demo. */
export const ChangesTab = ({ project, address }: { project: Project; address: string }) => {
  const { t } = useTranslation()
  const [open, setOpen] = useState<'add' | 'connect' | null>(null)
  const [page, setPage] = useAtom(pageAtom)
  const changes = useQuery({
    queryKey: queryKeys.project.changesShown(address, { page }),
    queryFn: ({ signal }) => omen.events.list({ projectName: address, page }, { signal }),
    refetchInterval: pollEvery(REFRESH_MS),
    placeholderData: keepPreviousData,
  })
  const mayAdd = project.mine || !project.demo
  return (
    <Panel label={t('projects.changes.label')} flush>
      <div className={styles.head}>
        <p className={styles.text}>{t('projects.changes.text')}</p>
        {mayAdd && (
          <div className="row">
            {project.mine && (
              <Button variant="default" onClick={() => setOpen('connect')}>
                {t('projects.changes.connect')}
              </Button>
            )}
            <Button leftSection={<IconPlus size={16} />} onClick={() => setOpen('add')}>
              {t('projects.changes.add')}
            </Button>
          </div>
        )}
      </div>
      <Loaded query={changes} skeleton={<RowsSkeleton rows={3} />}>
        {({ items, pageSize, total, ...shown }) =>
          total === 0 ? (
            <EmptyState
              icon={<IconFlag size={24} />}
              title={t('projects.changes.emptyTitle')}
              text={t('projects.changes.empty')}
            />
          ) : (
            <>
              <Rows changes={items} address={address} isWhole={total <= pageSize} />
              <Pager page={shown.page} pageSize={pageSize} total={total} onPage={setPage} />
            </>
          )
        }
      </Loaded>
      {open === 'add' && <AddChange address={address} onClose={() => setOpen(null)} />}
      {open === 'connect' && <ConnectRepository address={address} onClose={() => setOpen(null)} />}
    </Panel>
  )
}

const Rows = ({ changes, address, isWhole }: { changes: ProjectEvent[]; address: string; isWhole: boolean }) => {
  const { t } = useTranslation()
  const queryClient = useQueryClient()
  const showMessage = useSetAtom(showMessageAtom)
  const [leaving, setLeaving] = useState<ProjectEvent | null>(null)
  const columns = useChangeColumns(setLeaving)
  const remove = async ({ id }: ProjectEvent) => {
    await omen.events.delete(id)
    await invalidateEverywhere(queryClient, queryKeys.project.changes(address))
    showMessage(t('projects.changes.deleted'))
  }
  return (
    <>
      <DataTable
        label={t('projects.changes.label')}
        columns={columns}
        rows={changes}
        rowKey={({ id }) => id}
        isWhole={isWhole}
      />
      {leaving && (
        <ConfirmDialog
          title={t('projects.changes.deleteTitle')}
          action={t('projects.changes.delete')}
          onConfirm={() => remove(leaving)}
          onClose={() => setLeaving(null)}
        >
          <span className="break">{t('projects.changes.deleteText', { title: leaving.title })}</span>
        </ConfirmDialog>
      )}
    </>
  )
}

const SENDING_WIDTH = 640

/** Makes a key for the webhook of a repository, and shows once what its settings ask for. */
const ConnectRepository = ({ address, onClose }: { address: string; onClose: () => void }) => {
  const { t } = useTranslation()
  const queryClient = useQueryClient()
  const create = useMutation({
    mutationFn: () => omen.projects.createKey(address, { name: 'webhook', mayRead: false }),
    onSuccess: () => invalidateEverywhere(queryClient, queryKeys.project.keys(address)),
  })
  return (
    <SecretDialog
      title={t('projects.changes.connect')}
      isDone={create.data !== undefined}
      size={SENDING_WIDTH}
      onClose={onClose}
    >
      <div className="stack">
        {create.data ? (
          <SendPanel secret={create.data.secret} commands={create.data.commands.filter(isWebhook)} />
        ) : (
          <p style={{ margin: 0 }}>{t('projects.changes.connectText')}</p>
        )}
        {create.isError && <ProblemNotice error={create.error} />}
        <div className="row" style={{ justifyContent: 'flex-end' }}>
          {create.data ? (
            <Button onClick={onClose}>{t('projects.keys.done')}</Button>
          ) : (
            <>
              <Button variant="default" onClick={onClose}>
                {t('general.cancel')}
              </Button>
              <Button loading={create.isPending} onClick={() => create.mutate()}>
                {t('projects.keys.create')}
              </Button>
            </>
          )}
        </div>
      </div>
    </SecretDialog>
  )
}

const useChangeColumns = (onDelete: (change: ProjectEvent) => void): Column<ProjectEvent>[] => {
  const { t } = useTranslation()
  return [
    {
      id: 'at',
      header: t('projects.changes.at'),
      cell: ({ at }) => <TimeText time={at} absolute />,
      sortBy: ({ at }) => at,
      isOneLine: true,
    },
    {
      id: 'title',
      header: t('projects.changes.title'),
      cell: ({ title, link, instances }) => (
        <>
          {link === null ? (
            <span className="break">{title}</span>
          ) : (
            <Anchor href={link} target="_blank" rel="noopener noreferrer" size="sm" className="break">
              {title}
            </Anchor>
          )}{' '}
          {instances.length > 0 && <span className="small muted break">{instances.join(t('general.nameComma'))}</span>}
        </>
      ),
      sortBy: ({ title }) => title,
    },
    {
      id: 'version',
      header: t('projects.changes.version'),
      isHiddenOnPhone: true,
      cell: ({ version }) => <span className="break">{version ?? '–'}</span>,
    },
    {
      id: 'kind',
      header: t('projects.changes.kind'),
      isHiddenOnPhone: true,
      cell: ({ kind }) => t(`projects.changes.kinds.${kind}`),
      sortBy: ({ kind }) => kind,
      isOneLine: true,
    },
    {
      id: 'by',
      header: t('projects.changes.by'),
      isHiddenOnPhone: true,
      cell: ({ by }) => by,
      sortBy: ({ by }) => by,
    },
    {
      id: 'do',
      header: t('projects.changes.delete'),
      isHeaderHidden: true,
      align: 'end',
      cell: (change) =>
        change.mayDelete && (
          <Button
            variant="default"
            size="compact-sm"
            onClick={() => onDelete(change)}
            aria-label={t('projects.changes.deleteNamed', { name: change.title })}
          >
            {t('projects.changes.delete')}
          </Button>
        ),
    },
  ]
}
