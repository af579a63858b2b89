import { ActionIcon, Button, CopyButton, Tooltip } from '@mantine/core'
import type { Invitation } from '@omen/sdk'
import { IconCheck, IconCopy, IconMailPlus } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useAtomValue, useSetAtom } from 'jotai'
import { atomWithQuery } from 'jotai-tanstack-query'
import { useTranslation } from 'react-i18next'
import { omen } from '../../../lib/api/omen.ts'
import { queryKeys } from '../../../lib/api/query-keys.ts'
import { useFormat } from '../../../lib/format/use-format.ts'
import { toProblem } from '../../../lib/problem/problem.ts'
import type { Column } from '../../../ui/data-table/column.ts'
import { DataTable } from '../../../ui/data-table/data-table.tsx'
import { EmptyState } from '../../../ui/empty-state/empty-state.tsx'
import { showMessageAtom } from '../../../ui/messages/messages-atom.ts'
import { PageHead } from '../../../ui/page-head/page-head.tsx'
import { Loaded } from '../../../ui/panel/loaded.tsx'
import { Panel } from '../../../ui/panel/panel.tsx'
import { RowsSkeleton } from '../../../ui/skeletons/skeletons.tsx'
import { TimeText } from '../../../ui/time-text/time-text.tsx'
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

const useInvitationColumns = (): Column<Invitation>[] => {
  const { t } = useTranslation()
  const format = useFormat()
  return [
    { id: 'code', header: t('account.invitations.code'), cell: ({ icode }) => <Code icode={icode} /> },
    {
      id: 'used',
      header: t('account.invitations.used'),
      cell: ({ used, uses }) => t('account.invitations.usedOf', { used, uses }),
      sortBy: ({ used }) => used,
    },
    {
      id: 'made',
      header: t('account.invitations.made'),
      isHiddenOnPhone: true,
      cell: (row) => <TimeText time={row.createdAt} />,
      sortBy: (row) => row.createdAt,
    },
    {
      id: 'expires',
      header: t('account.invitations.expires'),
      cell: ({ expiresAt }) =>
        expiresAt === null ? <span className="muted">{t('general.never')}</span> : format.day(expiresAt),
      sortBy: ({ expiresAt }) => expiresAt,
    },
    {
      id: 'do',
      header: t('account.invitations.revoke'),
      isHeaderHidden: true,
      align: 'end',
      cell: ({ icode }) => <Withdraw icode={icode} />,
    },
  ]
}

const Code = ({ icode }: { icode: string }) => {
  const { t } = useTranslation()
  const label = t('account.invitations.copyNamed', { code: icode })
  return (
    <span className="row" style={{ gap: 4 }}>
      <code style={{ fontFamily: 'var(--omen-mono)', letterSpacing: '0.06em' }}>{icode}</code>
      <CopyButton value={icode}>
        {({ copied, copy }) => (
          <Tooltip label={copied ? t('general.copied') : label}>
            <ActionIcon size={24} onClick={copy} aria-label={label}>
              {copied ? <IconCheck size={14} /> : <IconCopy size={14} />}
            </ActionIcon>
          </Tooltip>
        )}
      </CopyButton>
    </span>
  )
}

const Withdraw = ({ icode }: { icode: string }) => {
  const { t } = useTranslation()
  const queryClient = useQueryClient()
  const showMessage = useSetAtom(showMessageAtom)
  const revoke = useMutation({
    mutationFn: () => omen.invitations.revoke(icode),
    onSuccess: () => showMessage(t('account.invitations.revoked', { code: icode })),
    onError: (error) => showMessage(t(`errors.${toProblem(error).code}`), 'failed'),
    onSettled: () => queryClient.invalidateQueries({ queryKey: queryKeys.invitations }),
  })
  return (
    <Button
      variant="default"
      size="compact-sm"
      loading={revoke.isPending}
      onClick={() => revoke.mutate()}
      aria-label={t('account.invitations.revokeNamed', { code: icode })}
    >
      {t('account.invitations.revoke')}
    </Button>
  )
}
