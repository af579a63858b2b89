import type { ManagedAccount } from '@omen/sdk'
import { useTranslation } from 'react-i18next'
import type { Column } from '../../../ui/data-table/column.ts'
import { Status, type StatusTone } from '../../../ui/status/status.tsx'
import { TimeText } from '../../../ui/time-text/time-text.tsx'
import { AccountMenu } from './account-menu.tsx'

const tones: Record<ManagedAccount['state'], StatusTone> = { active: 'ok', locked: 'failed', closed: 'silent' }

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
      cell: (row) => <Status tone={tones[row.state]}>{t(`account.accounts.states.${row.state}`)}</Status>,
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
