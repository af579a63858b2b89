import { Button } from '@mantine/core'
import type { Preview, Reject, StoredFile } from '@omen/sdk'
import { rejectedCsv, rejectReason } from '@omen/sdk/rules'
import { IconDownload } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { saveFile } from '../../../findings/export/save-file.ts'
import { omen } from '../../../lib/api/omen.ts'
import { useFormat } from '../../../lib/format/use-format.ts'
import { currentLocale } from '../../../lib/i18n/i18n.ts'
import type { Column } from '../../../ui/data-table/column.ts'
import { DataTable } from '../../../ui/data-table/data-table.tsx'
import { Panel } from '../../../ui/panel/panel.tsx'
import { ProblemNotice } from '../../../ui/problem-notice/problem-notice.tsx'
import styles from './preview.module.css'

export const RejectedLines = ({ file, preview }: { file: StoredFile; preview: Preview }) => {
  const { t } = useTranslation()
  const { rejected, rejectedRows } = preview
  const download = useMutation({
    mutationFn: () => omen.files.rejected(file.filename),
    onSuccess: ({ rejected: lines }) =>
      saveFile(
        `${file.uploadFileName}-rejected.csv`,
        new Blob([rejectedCsv(lines, currentLocale())], { type: 'text/csv' }),
      ),
  })
  if (rejectedRows === 0) return null
  const isPart = rejected.length < rejectedRows
  return (
    <Panel
      title={<span className={styles.amber}>{t('files.preview.rejected', { count: rejectedRows })}</span>}
      label={t('files.preview.rejected', { count: rejectedRows })}
      actions={
        <Button
          variant="default"
          size="compact-sm"
          leftSection={<IconDownload size={14} />}
          loading={download.isPending}
          onClick={() => download.mutate()}
        >
          {t('files.preview.rejectedDownload')}
        </Button>
      }
      flush
    >
      {download.isError && <ProblemNotice error={download.error} />}
      <p className={styles.under}>
        {isPart && `${t('files.preview.rejectedShown', { count: rejected.length })}${t('general.betweenSentences')}`}
        {t('files.preview.restKept', { count: preview.rows })}
      </p>
      <RejectTable preview={preview} rejects={rejected} />
    </Panel>
  )
}

/** Rejected lines with line, column and reason. */
export const RejectTable = ({ preview, rejects }: { preview: Preview; rejects: readonly Reject[] }) => {
  const { t } = useTranslation()
  const format = useFormat()
  const columns: Column<Reject>[] = [
    {
      id: 'line',
      header: t('files.preview.line'),
      align: 'end',
      width: '80px',
      cell: (line) => format.count(line.line),
      sortBy: (line) => line.line,
    },
    {
      id: 'column',
      header: t('files.preview.column'),
      width: '160px',
      cell: (line) =>
        line.column === 0 ? (
          <span className="muted">{t('files.preview.wholeLine')}</span>
        ) : (
          `${line.column}${line.name === undefined ? '' : ` · ${line.name}`}`
        ),
      sortBy: (line) => line.column,
    },
    {
      id: 'reason',
      header: t('files.preview.reason'),
      cell: (line) => <span className="break">{rejectReason(line, currentLocale())}</span>,
    },
  ]
  return (
    <DataTable
      label={t('files.preview.rejected', { count: preview.rejectedRows })}
      columns={columns}
      rows={rejects}
      rowKey={(line) => `${line.line}:${line.column}`}
      maxHeight="300px"
    />
  )
}
