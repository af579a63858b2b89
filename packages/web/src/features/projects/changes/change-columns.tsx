import { Anchor, Button } from '@mantine/core'
import type { ProjectEvent } from '@omen/sdk'
import { useTranslation } from 'react-i18next'
import type { Column } from '../../../ui/data-table/column.ts'
import { TimeText } from '../../../ui/time-text/time-text.tsx'

export const useChangeColumns = (onDelete: (change: ProjectEvent) => void): Column<ProjectEvent>[] => {
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
