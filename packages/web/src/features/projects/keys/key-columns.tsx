import { Button } from '@mantine/core'
import type { IngestKey } from '@omen/sdk'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../../lib/format/use-format.ts'
import type { Column } from '../../../ui/data-table/column.ts'
import { TimeText } from '../../../ui/time-text/time-text.tsx'

export const useKeyColumns = (onDelete: (key: IngestKey) => void): Column<IngestKey>[] => {
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
