import { TrendBars } from '@omen/charts'
import type { LogAnalysis, LogKeyword } from '@omen/sdk'
import { useSetAtom } from 'jotai'
import { useTranslation } from 'react-i18next'
import { parametersAtom } from '../../../lib/address/address-atom.ts'
import { useFormat } from '../../../lib/format/use-format.ts'
import { useChartSetup } from '../../../ui/chart-setup/use-chart-setup.ts'
import type { Column } from '../../../ui/data-table/column.ts'
import { DataTable } from '../../../ui/data-table/data-table.tsx'
import { LineText } from '../lines/line-text.tsx'
import { ChangeText } from './change-text.tsx'
import styles from './template.module.css'

/** Words of templates with their counts; one leads to the templates that have it. */
export const KeywordTable = ({ data }: { data: LogAnalysis }) => {
  const { t } = useTranslation()
  const format = useFormat()
  const { tokens } = useChartSetup()
  const setParameters = useSetAtom(parametersAtom)
  const columns: Column<LogKeyword>[] = [
    {
      id: 'word',
      header: t('logs.column.word'),
      cell: ({ word, isAlarming }) => (
        <button
          type="button"
          className={styles.word}
          data-error={isAlarming || undefined}
          title={t('logs.keyword.show', { word })}
          onClick={() => setParameters({ tab: 'clusters', filter: word, page: null, sort: null, template: null })}
        >
          <bdi>
            <LineText line={word} />
          </bdi>
        </button>
      ),
    },
    {
      id: 'count',
      header: t('logs.column.lines'),
      align: 'end' as const,
      cell: ({ count }) => format.count(count),
    },
    {
      id: 'share',
      header: t(data.baseline === undefined ? 'logs.column.share' : 'logs.column.change'),
      align: 'end' as const,
      isHiddenOnPhone: true,
      cell: ({ share, count, expected }) =>
        data.baseline === undefined ? format.share(share) : <ChangeText count={count} expected={expected} />,
    },
    {
      id: 'templates',
      header: t('logs.column.templates'),
      align: 'end' as const,
      isHiddenOnPhone: true,
      cell: ({ templates }) => format.count(templates.length),
    },
    {
      id: 'trend',
      header: t('logs.column.trend'),
      isHiddenOnPhone: true,
      cell: ({ trend }) => <TrendBars counts={trend} width={112} height={24} tokens={tokens} />,
    },
  ]
  return (
    <DataTable
      label={t('logs.tab.keywords')}
      columns={columns}
      rows={data.keywords}
      rowKey={({ word }) => word}
      isWhole={false}
    />
  )
}
