import { Button } from '@mantine/core'
import type { Project, ProjectEvent } from '@omen/sdk'
import { IconFlag, IconPlus } from '@tabler/icons-react'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
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
import { DataTable } from '../../../ui/data-table/data-table.tsx'
import { EmptyState } from '../../../ui/empty-state/empty-state.tsx'
import { showMessageAtom } from '../../../ui/messages/messages-atom.ts'
import { Pager } from '../../../ui/pager/pager.tsx'
import { Loaded } from '../../../ui/panel/loaded.tsx'
import { Panel } from '../../../ui/panel/panel.tsx'
import { RowsSkeleton } from '../../../ui/skeletons/skeletons.tsx'
import { AddChange } from './add-change.tsx'
import { useChangeColumns } from './change-columns.tsx'
import styles from './changes-tab.module.css'
import { ConnectRepository } from './connect-repository.tsx'

const refreshMs = 30_000
const pageAtom = atomFromUrl('page', pageCodec)

/** Deployments and other changes of a project; whoever may read it may add one, but not to the demo. */
export const ChangesTab = ({ project, address }: { project: Project; address: string }) => {
  const { t } = useTranslation()
  const [open, setOpen] = useState<'add' | 'connect' | null>(null)
  const [page, setPage] = useAtom(pageAtom)
  const changes = useQuery({
    queryKey: queryKeys.project.changesShown(address, { page }),
    queryFn: ({ signal }) => omen.events.list({ projectName: address, page }, { signal }),
    refetchInterval: pollEvery(refreshMs),
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
