import { Tooltip } from '@mantine/core'
import type { Published } from '@omen/sdk'
import { IconLink, IconLock, IconUsers } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { useFormat } from '../../../lib/format/use-format.ts'
import type { Column } from '../../../ui/data-table/column.ts'
import { SeverityMark } from '../../../ui/severity/severity-mark.tsx'
import { useSeverityWords } from '../../../ui/severity/use-severity-words.ts'
import { TimeText } from '../../../ui/time-text/time-text.tsx'
import { SeverityTrend } from './severity-trend.tsx'

const icons = { private: IconLock, shared: IconUsers, open: IconLink }

/** Who may open it, and whether it has expired. */
const VisibilityText = ({ record }: { record: Published }) => {
  const { t } = useTranslation()
  const Icon = icons[record.visibility]
  return (
    <Tooltip label={t(`published.visibilityText.${record.visibility}`)} multiline maw={260}>
      <span style={{ display: 'inline-flex', alignItems: 'center', gap: 4, whiteSpace: 'nowrap' }}>
        <Icon size={14} aria-hidden />
        {t(record.expired ? 'published.expired' : `published.visibility.${record.visibility}`)}
      </span>
    </Tooltip>
  )
}

export const Severity = ({ record }: { record: Published }) => {
  const { t } = useTranslation()
  const words = useSeverityWords()
  if (record.severity !== null) return <SeverityMark val={record.worstVal ?? record.severity} words={words} />
  if (record.incidentCount > 0) return <SeverityMark val={0} isMissingValue words={words} />
  return <span className="muted">{t('published.normal')}</span>
}

export const usePublishedColumns = (): Column<Published>[] => {
  const { t } = useTranslation()
  const format = useFormat()
  return [
    {
      id: 'name',
      header: t('published.list.name'),
      cell: (record) => (
        <>
          <div>
            <Link to={`/published/${record.id}`} className="break">
              {record.name}
            </Link>
          </div>
          {record.description !== '' && (
            <div className="muted tiny lines-3" title={record.description}>
              {record.description}
            </div>
          )}
        </>
      ),
      sortBy: (record) => record.name,
    },
    {
      id: 'system',
      header: t('published.list.system'),
      cell: (record) => (record.system === '' ? '–' : record.system),
      sortBy: (record) => record.system,
      isHiddenOnPhone: true,
    },
    {
      id: 'severity',
      header: t('published.list.severity'),
      cell: (record) => <Severity record={record} />,
      sortBy: (record) => record.severity,
      isOneLine: true,
    },
    {
      id: 'trend',
      header: t('published.list.trend'),
      cell: (record) => <SeverityTrend trend={record.trend ?? []} id={record.id} />,
      isHiddenOnPhone: true,
    },
    {
      id: 'visibility',
      header: t('published.list.visibility'),
      cell: (record) => <VisibilityText record={record} />,
      sortBy: (record) => record.visibility,
      isHiddenOnPhone: true,
    },
    {
      id: 'parameters',
      header: t('published.list.parameters'),
      cell: (record) => (
        <span className="tiny" style={{ whiteSpace: 'nowrap' }}>
          {[record.modelType, parametersOf(record)].filter((one) => one !== undefined).join(' · ') || '–'}
        </span>
      ),
      isHiddenOnPhone: true,
    },
    {
      id: 'owner',
      header: t('published.list.owner'),
      cell: (record) => record.ownerUserName,
      sortBy: (record) => record.ownerUserName,
      isHiddenOnPhone: true,
    },
    {
      id: 'range',
      header: t('published.list.range'),
      cell: (record) => format.span(record.from, record.to),
      sortBy: (record) => record.from,
      isOneLine: true,
      isHiddenOnPhone: true,
    },
    {
      id: 'when',
      header: t('published.list.when'),
      cell: (record) => <TimeText time={record.publishedAt} />,
      sortBy: (record) => record.publishedAt,
      isOneLine: true,
    },
  ]
}

const parametersOf = ({ pvalue, cvalue }: Published): string | undefined =>
  pvalue === undefined ? undefined : `p ${pvalue}, c ${cvalue ?? 1}`
