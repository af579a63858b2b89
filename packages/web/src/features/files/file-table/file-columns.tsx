import { Checkbox } from '@mantine/core'
import type { Job, StoredFile } from '@omen/sdk'
import { IconFileText } from '@tabler/icons-react'
import { useAtom } from 'jotai'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { useFormat } from '../../../lib/format/use-format.ts'
import type { Column } from '../../../ui/data-table/column.ts'
import { TimeText } from '../../../ui/time-text/time-text.tsx'
import { FileButtons } from './file-buttons.tsx'
import { FileContent } from './file-content.tsx'
import { FileStatus } from './file-status.tsx'
import styles from './file-table.module.css'
import { selectedFilesAtom } from './files-atom.ts'

/** `newest` is the file whose action is the primary one of the page. */
export const useFileColumns = (jobs: ReadonlyMap<string, Job>, newest: string | undefined): Column<StoredFile>[] => {
  const { t } = useTranslation()
  const format = useFormat()
  const [selected, setSelected] = useAtom(selectedFilesAtom)
  const toggle = (filename: string) => {
    const next = new Set(selected)
    if (!next.delete(filename)) next.add(filename)
    setSelected(next)
  }
  return [
    {
      id: 'select',
      header: t('files.list.selectAll'),
      isHeaderHidden: true,
      isHiddenOnPhone: true,
      width: '44px',
      cell: (file) => (
        <Checkbox
          size="xs"
          aria-label={t('files.list.select', { name: file.uploadFileName })}
          checked={selected.has(file.filename)}
          disabled={file.state !== 'parsed' && file.state !== 'stored'}
          onChange={() => toggle(file.filename)}
        />
      ),
    },
    {
      id: 'name',
      header: t('files.list.name'),
      cell: (file) => (
        <div className={styles.file}>
          <IconFileText size={18} stroke={1.6} aria-hidden />
          <Link to={`/files/${file.filename}`} className="break">
            {file.uploadFileName}
          </Link>
          <FileContent file={file} />
          <div className={styles.phone}>
            <FileStatus file={file} job={jobs.get(file.filename)} />
            <FileButtons file={file} job={jobs.get(file.filename)} isNewest={file.filename === newest} />
          </div>
        </div>
      ),
      sortBy: (file) => file.uploadFileName,
    },
    {
      id: 'state',
      header: t('files.list.state'),
      isHiddenOnPhone: true,
      cell: (file) => <FileStatus file={file} job={jobs.get(file.filename)} />,
    },
    {
      id: 'size',
      header: t('files.list.size'),
      align: 'end',
      isHiddenOnPhone: true,
      cell: (file) => <span data-tabular>{format.bytes(file.bytes)}</span>,
      sortBy: (file) => file.bytes,
    },
    {
      id: 'uploaded',
      header: t('files.list.uploaded'),
      cell: (file) => <TimeText time={file.createdAt} />,
      sortBy: (file) => file.createdAt,
      isHiddenOnPhone: true,
    },
    {
      id: 'do',
      header: t('files.action.label'),
      isHeaderHidden: true,
      isHiddenOnPhone: true,
      align: 'end',
      cell: (file) => <FileButtons file={file} job={jobs.get(file.filename)} isNewest={file.filename === newest} />,
    },
  ]
}
