import type { Invitation } from '@omen/sdk'
import { IconMailPlus } from '@tabler/icons-react'
import { useAtomValue } from 'jotai'
import { atomWithQuery } from 'jotai-tanstack-query'
import { useTranslation } from 'react-i18next'
import { omen } from '../../../lib/api/omen.ts'
import { queryKeys } from '../../../lib/api/query-keys.ts'
import { DataTable } from '../../../ui/data-table/data-table.tsx'
import { EmptyState } from '../../../ui/empty-state/empty-state.tsx'
import { PageHead } from '../../../ui/page-head/page-head.tsx'
import { Loaded } from '../../../ui/panel/loaded.tsx'
import { Panel } from '../../../ui/panel/panel.tsx'
import { RowsSkeleton } from '../../../ui/skeletons/skeletons.tsx'
import { useInvitationColumns } from './invitation-columns.tsx'
import { InvitationForm } from './invitation-form.tsx'

const invitationsAtom = atomWithQuery(() => ({
  queryKey: queryKeys.invitations,
  queryFn: ({ signal }) => omen.invitations.list({ signal }),
}))

export const InvitationsPage = () => {
  const { t } = useTranslation()
  const invitations = useAtomValue(invitationsAtom)
  return (
    <>
      <PageHead title={t('account.invitations.title')} text={t('account.invitations.text')} />
      <Panel label={t('account.invitations.create')}>
        <InvitationForm />
      </Panel>
      <Panel label={t('account.invitations.label')} flush>
        <Loaded query={invitations} skeleton={<RowsSkeleton rows={3} />}>
          {(all) => (all.length === 0 ? <None /> : <Rows invitations={all} />)}
        </Loaded>
      </Panel>
    </>
  )
}

const None = () => {
  const { t } = useTranslation()
  return (
    <EmptyState
      icon={<IconMailPlus size={24} />}
      title={t('account.invitations.emptyTitle')}
      text={t('account.invitations.empty')}
    />
  )
}

const Rows = ({ invitations }: { invitations: Invitation[] }) => {
  const { t } = useTranslation()
  const columns = useInvitationColumns()
  return (
    <DataTable
      label={t('account.invitations.label')}
      columns={columns}
      rows={invitations}
      rowKey={(invitation) => invitation.icode}
    />
  )
}
