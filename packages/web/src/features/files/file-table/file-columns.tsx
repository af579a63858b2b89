import { Checkbox } from '@mantine/core'
import type { StoredFile } from '@omen/sdk'
import { useAtom } from 'jotai'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { useFormat } from '../../../lib/format/use-format.ts'
import type { Column } from '../../../ui/data-table/column.ts'
import { TimeText } from '../../../ui/time-text/time-text.tsx'
import { FileStatus } from './file-status.tsx'
import { selectedFilesAtom } from './files-atom.ts'

export const useFileColumns = (): Column<StoredFile>[] => {
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
        <Link to={`/files/${file.filename}`} className="break">
          {file.uploadFileName}
        </Link>
      ),
      sortBy: (file) => file.uploadFileName,
    },
    { id: 'state', header: t('files.list.state'), cell: (file) => <FileStatus state={file.state} /> },
    {
      id: 'size',
      header: t('files.list.size'),
      align: 'end',
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
      id: 'kept',
      header: t('files.list.kept'),
      cell: (file) =>
        file.expiresAt === null ? (
          <span className="muted">{t('files.list.keptForever')}</span>
        ) : (
          format.day(file.expiresAt)
        ),
      isHiddenOnPhone: true,
    },
  ]
}
