import type { ProjectModelVersion } from '@omen/sdk'
import { useSetAtom } from 'jotai'
import { useTranslation } from 'react-i18next'
import { parametersAtom } from '../../lib/address/address-atom.ts'
import { useFormat } from '../../lib/format/use-format.ts'
import { Card } from '../../ui/card/card.tsx'
import type { Column } from '../../ui/data-table/column.ts'
import { DataTable } from '../../ui/data-table/data-table.tsx'
import styles from './project-model.module.css'

interface WindowTableProps {
  versions: readonly ProjectModelVersion[]
  shown: ProjectModelVersion
}

/** The versions that rows were scored by, newest first; one of them is shown. */
export const WindowTable = ({ versions, shown }: WindowTableProps) => {
  const { t } = useTranslation()
  const format = useFormat()
  const setParameters = useSetAtom(parametersAtom)
  const show = ({ from }: ProjectModelVersion) => setParameters({ window: String(from), other: null })
  const columns: Column<ProjectModelVersion>[] = [
    {
      id: 'version',
      header: t('compare.model.version'),
      cell: (version) => (
        <button
          type="button"
          className={styles.window}
          aria-pressed={version.from === shown.from}
          onClick={() => show(version)}
        >
          {`${version.version} · ${version.modelType}`}
        </button>
      ),
      sortBy: ({ version }) => version,
    },
    {
      id: 'used',
      header: t('compare.model.used'),
      cell: ({ from, to }) =>
        to === null ? t('compare.model.usedSince', { from: format.when(from) }) : format.span(from, to),
      sortBy: ({ from }) => from,
    },
    {
      id: 'trained',
      header: t('compare.model.trained'),
      isHiddenOnPhone: true,
      cell: ({ trainedFrom, trainedTo }) =>
        trainedFrom === null || trainedTo === null ? '–' : format.span(trainedFrom, trainedTo),
      sortBy: ({ trainedTo }) => trainedTo,
    },
    {
      id: 'rows',
      header: t('compare.model.rows'),
      align: 'end',
      cell: ({ rows }) => (rows === null ? '–' : format.count(rows)),
      sortBy: ({ rows }) => rows,
    },
  ]
  const label = t('compare.model.windows')
  return (
    <Card title={label}>
      <DataTable
        label={label}
        columns={columns}
        rows={versions}
        rowKey={({ from }) => String(from)}
        selectedKey={String(shown.from)}
        onRowClick={show}
        maxHeight="280px"
      />
    </Card>
  )
}
