import { Badge, Button } from '@mantine/core'
import type { Token } from '@omen/sdk'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../../lib/format/use-format.ts'
import type { Column } from '../../../ui/data-table/column.ts'
import { TimeText } from '../../../ui/time-text/time-text.tsx'

export const useTokenColumns = (onRevoke: (token: Token) => void): Column<Token>[] => {
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
