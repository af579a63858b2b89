import { ActionIcon, Menu } from '@mantine/core'
import type { AccountChange, ManagedAccount } from '@omen/sdk'
import { IconDots } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useAtomValue, useSetAtom } from 'jotai'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { omen } from '../../../lib/api/omen.ts'
import { queryKeys } from '../../../lib/api/query-keys.ts'
import { toProblem } from '../../../lib/problem/problem.ts'
import { userAtom } from '../../../lib/session/session-atom.ts'
import { ConfirmDialog } from '../../../ui/confirm/confirm-dialog.tsx'
import type { Column } from '../../../ui/data-table/column.ts'
import { showMessageAtom } from '../../../ui/messages/messages-atom.ts'
import { Status, type StatusTone } from '../../../ui/status/status.tsx'
import { TimeText } from '../../../ui/time-text/time-text.tsx'

const TONES: Record<ManagedAccount['state'], StatusTone> = { active: 'ok', locked: 'failed', closed: 'silent' }

export const useAccountColumns = (): Column<ManagedAccount>[] => {
  const { t } = useTranslation()
  return [
    {
      id: 'userName',
      header: t('account.accounts.userName'),
      cell: (row) => <b className="break">{row.userName}</b>,
      sortBy: (row) => row.userName,
    },
    {
      id: 'address',
      header: t('account.accounts.address'),
      isHiddenOnPhone: true,
      cell: (row) => <span className="break">{row.email ?? row.mobile ?? ''}</span>,
      sortBy: (row) => row.email ?? row.mobile ?? null,
    },
    {
      id: 'role',
      header: t('account.accounts.role'),
      cell: (row) => t(`account.profile.roles.${row.role}`),
      sortBy: (row) => row.role,
    },
    {
      id: 'state',
      header: t('account.accounts.state'),
      cell: (row) => <Status tone={TONES[row.state]}>{t(`account.accounts.states.${row.state}`)}</Status>,
      sortBy: (row) => row.state,
    },
    {
      id: 'created',
      header: t('account.accounts.created'),
      isHiddenOnPhone: true,
      cell: (row) => <TimeText time={row.createdAt} />,
      sortBy: (row) => row.createdAt,
    },
    {
      id: 'lastLogin',
      header: t('account.accounts.lastLogin'),
      isHiddenOnPhone: true,
      cell: (row) =>
        row.lastLoginAt == null ? (
          <span className="muted">{t('general.never')}</span>
        ) : (
          <TimeText time={row.lastLoginAt} />
        ),
      sortBy: (row) => row.lastLoginAt ?? null,
    },
    {
      id: 'do',
      header: t('account.accounts.role'),
      isHeaderHidden: true,
      align: 'end',
      cell: (row) => <AccountMenu account={row} />,
    },
  ]
}

/** Role and state of an account; users cannot change their own, so that the last admin is not locked out by accident. */
const AccountMenu = ({ account }: { account: ManagedAccount }) => {
  const { t } = useTranslation()
  const queryClient = useQueryClient()
  const showMessage = useSetAtom(showMessageAtom)
  const isSelf = useAtomValue(userAtom)?.userName === account.userName
  const [isClosing, setClosing] = useState(false)
  const name = account.userName
  const change = useMutation({
    mutationFn: (wanted: AccountChange) => omen.accounts.manage(name, wanted),
    onSuccess: () => showMessage(t('account.accounts.changed', { name })),
    onError: (error) => showMessage(t(`errors.${toProblem(error).code}`), 'failed'),
    onSettled: () => queryClient.invalidateQueries({ queryKey: queryKeys.accounts.all }),
  })
  if (isSelf) return null
  const isAdmin = account.role === 'admin'
  return (
    <>
      <Menu position="bottom-end" width={200}>
        <Menu.Target>
          <ActionIcon size={26} aria-label={t('account.accounts.actions', { name })} loading={change.isPending}>
            <IconDots size={16} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => change.mutate({ role: isAdmin ? 'member' : 'admin' })}>
            {t(isAdmin ? 'account.accounts.makeMember' : 'account.accounts.makeAdmin')}
          </Menu.Item>
          {account.state === 'locked' && (
            <Menu.Item onClick={() => change.mutate({ state: 'active' })}>{t('account.accounts.unlock')}</Menu.Item>
          )}
          {account.state === 'closed' ? (
            <Menu.Item onClick={() => change.mutate({ state: 'active' })}>{t('account.accounts.reopen')}</Menu.Item>
          ) : (
            <Menu.Item color="red" onClick={() => setClosing(true)}>
              {t('account.accounts.close')}
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
      {isClosing && (
        <ConfirmDialog
          title={t('account.accounts.closeTitle', { name })}
          action={t('account.accounts.close')}
          name={name}
          onConfirm={() => change.mutateAsync({ state: 'closed' })}
          onClose={() => setClosing(false)}
        >
          {t('account.accounts.closeText')}
        </ConfirmDialog>
      )}
    </>
  )
}
