import { Badge, Button } from '@mantine/core'
import type { Token } from '@omen/sdk'
import { IconKey, IconPlus } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useAtomValue, useSetAtom } from 'jotai'
import { atomWithQuery } from 'jotai-tanstack-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { omen } from '../../../lib/api/omen.ts'
import { queryKeys } from '../../../lib/api/query-keys.ts'
import { useFormat } from '../../../lib/format/use-format.ts'
import { ConfirmDialog } from '../../../ui/confirm/confirm-dialog.tsx'
import type { Column } from '../../../ui/data-table/column.ts'
import { DataTable } from '../../../ui/data-table/data-table.tsx'
import { EmptyState } from '../../../ui/empty-state/empty-state.tsx'
import { showMessageAtom } from '../../../ui/messages/messages-atom.ts'
import { PageHead } from '../../../ui/page-head/page-head.tsx'
import { Loaded } from '../../../ui/panel/loaded.tsx'
import { Panel } from '../../../ui/panel/panel.tsx'
import { RowsSkeleton } from '../../../ui/skeletons/skeletons.tsx'
import { TimeText } from '../../../ui/time-text/time-text.tsx'
import { CreateToken } from './create-token.tsx'

const tokensAtom = atomWithQuery(() => ({
  queryKey: queryKeys.tokens,
  queryFn: ({ signal }) => omen.tokens.list({ signal }),
}))

export const TokensPage = () => {
  const { t } = useTranslation()
  const tokens = useAtomValue(tokensAtom)
  const [isCreating, setCreating] = useState(false)
  const create = (
    <Button leftSection={<IconPlus size={16} />} onClick={() => setCreating(true)}>
      {t('account.tokens.create')}
    </Button>
  )
  return (
    <>
      <PageHead title={t('account.tokens.title')} text={t('account.tokens.text')} actions={create} />
      <Panel label={t('account.tokens.label')} flush>
        <Loaded query={tokens} skeleton={<RowsSkeleton rows={3} />}>
          {(all) =>
            all.length === 0 ? (
              <EmptyState
                icon={<IconKey size={24} />}
                title={t('account.tokens.emptyTitle')}
                text={t('account.tokens.empty')}
              />
            ) : (
              <Rows tokens={all} />
            )
          }
        </Loaded>
      </Panel>
      {isCreating && <CreateToken onClose={() => setCreating(false)} />}
    </>
  )
}

const Rows = ({ tokens }: { tokens: Token[] }) => {
  const { t } = useTranslation()
  const queryClient = useQueryClient()
  const showMessage = useSetAtom(showMessageAtom)
  const [leaving, setLeaving] = useState<Token | null>(null)
  const columns = useTokenColumns(setLeaving)
  const revoke = async ({ id, name }: Token) => {
    await omen.tokens.revoke(id)
    await queryClient.invalidateQueries({ queryKey: queryKeys.tokens })
    showMessage(t('account.tokens.revoked', { name }))
  }
  return (
    <>
      <DataTable label={t('account.tokens.label')} columns={columns} rows={tokens} rowKey={(token) => token.id} />
      {leaving && (
        <ConfirmDialog
          title={t('account.tokens.revokeTitle', { name: leaving.name })}
          action={t('account.tokens.revoke')}
          onConfirm={() => revoke(leaving)}
          onClose={() => setLeaving(null)}
        >
          {t('account.tokens.revokeText')}
        </ConfirmDialog>
      )}
    </>
  )
}

const useTokenColumns = (onRevoke: (token: Token) => void): Column<Token>[] => {
  const { t } = useTranslation()
  const format = useFormat()
  return [
    {
      id: 'name',
      header: t('account.tokens.name'),
      cell: (token) => <b className="break">{token.name}</b>,
      sortBy: (token) => token.name,
    },
    {
      id: 'scopes',
      header: t('account.tokens.scopes'),
      cell: (token) => (
        <span className="row" style={{ gap: 4 }}>
          {token.scopes.map((scope) => (
            <Badge
              key={scope}
              size="sm"
              variant="default"
              tt="none"
              fw={400}
              title={t(`account.tokens.scopeText.${scope}`)}
            >
              {scope}
            </Badge>
          ))}
        </span>
      ),
    },
    {
      id: 'created',
      header: t('account.tokens.created'),
      isHiddenOnPhone: true,
      cell: (token) => <TimeText time={token.createdAt} />,
      sortBy: (token) => token.createdAt,
    },
    {
      id: 'expires',
      header: t('account.tokens.expires'),
      cell: ({ expiresAt }) => {
        if (expiresAt === null) return <span className="muted">{t('account.tokens.never')}</span>
        return expiresAt < Date.now() ? (
          <span style={{ color: 'var(--omen-failed)' }}>{t('account.tokens.expired')}</span>
        ) : (
          format.day(expiresAt)
        )
      },
      sortBy: (token) => token.expiresAt,
    },
    {
      id: 'lastUsed',
      header: t('account.tokens.lastUsed'),
      isHiddenOnPhone: true,
      cell: ({ lastUsedAt }) =>
        lastUsedAt === null ? (
          <span className="muted">{t('account.tokens.never')}</span>
        ) : (
          <TimeText time={lastUsedAt} />
        ),
      sortBy: (token) => token.lastUsedAt,
    },
    {
      id: 'do',
      header: t('account.tokens.revoke'),
      isHeaderHidden: true,
      align: 'end',
      cell: (token) => (
        <Button
          variant="default"
          size="compact-sm"
          onClick={() => onRevoke(token)}
          aria-label={t('account.tokens.revokeNamed', { name: token.name })}
        >
          {t('account.tokens.revoke')}
        </Button>
      ),
    },
  ]
}
