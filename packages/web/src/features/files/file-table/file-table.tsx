import { TextInput } from '@mantine/core'
import { isEnded, type StoredFile } from '@omen/sdk'
import { IconFileText, IconSearch } from '@tabler/icons-react'
import { useAtom, useAtomValue } from 'jotai'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'
import { DataTable } from '../../../ui/data-table/data-table.tsx'
import { EmptyState } from '../../../ui/empty-state/empty-state.tsx'
import { Pager } from '../../../ui/pager/pager.tsx'
import { Loaded } from '../../../ui/panel/loaded.tsx'
import { Panel } from '../../../ui/panel/panel.tsx'
import { RowsSkeleton } from '../../../ui/skeletons/skeletons.tsx'
import { SelectedActions } from '../actions/selected-actions.tsx'
import { uploadsAtom } from '../upload-queue/uploads-atom.ts'
import { useFileColumns } from './file-columns.tsx'
import { FirstRejects, RunningJob } from './file-row-detail.tsx'
import { justUploaded, standingOf, withoutSending } from './file-row-model.ts'
import { filePageAtom, fileQueryAtom, filesAtom, newestJobsAtom } from './files-atom.ts'

/** The caller's files, each with what is in it, what it is used for and what can be done next. */
export const FileTable = () => {
  const { t } = useTranslation()
  const [query] = useAtom(fileQueryAtom)
  const files = useAtomValue(filesAtom)
  return (
    <div className="stack">
      <SelectedActions files={files.data?.items ?? []} />
      <Panel
        title={files.data ? t('files.list.heading', { count: files.data.total }) : t('files.list.label')}
        label={t('files.list.label')}
        actions={<span className="tiny muted">{t('files.list.keptRule')}</span>}
        flush
      >
        <Loaded query={files} skeleton={<RowsSkeleton />}>
          {(page) => (page.items.length === 0 ? <NoFiles query={query} /> : <Rows files={page.items} page={page} />)}
        </Loaded>
      </Panel>
    </div>
  )
}

export const FileSearch = () => {
  const { t } = useTranslation()
  const [query, setQuery] = useAtom(fileQueryAtom)
  return (
    <TextInput
      aria-label={t('files.list.search')}
      placeholder={t('files.list.search')}
      leftSection={<IconSearch size={16} />}
      value={query}
      onChange={(event) => setQuery(event.currentTarget.value)}
      style={{ width: 280, maxWidth: '100%' }}
    />
  )
}

const NoFiles = ({ query }: { query: string }) => {
  const { t } = useTranslation()
  const icon = <IconFileText size={24} />
  return query === '' ? (
    <EmptyState icon={icon} title={t('files.list.emptyTitle')} text={t('files.list.empty')} />
  ) : (
    <EmptyState icon={icon} text={t('files.list.nothing', { query })} />
  )
}

const Rows = ({ files, page }: { files: StoredFile[]; page: { page: number; pageSize: number; total: number } }) => {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const [, setPage] = useAtom(filePageAtom)
  const jobs = useAtomValue(newestJobsAtom)
  const uploads = useAtomValue(uploadsAtom)
  const uploaded = justUploaded(uploads)
  const [newest] = uploaded
  const columns = useFileColumns(jobs, newest)
  const detailOf = (file: StoredFile) => {
    const job = jobs.get(file.filename)
    const standing = standingOf(file, job)
    if (job !== undefined && (!isEnded(job) || standing === 'failed')) return <RunningJob job={job} />
    const hasRejects = (file.summary?.rejectedRows ?? 0) > 0
    return uploaded.includes(file.filename) && hasRejects ? <FirstRejects file={file} /> : null
  }
  return (
    <>
      <DataTable
        label={t('files.list.label')}
        columns={columns}
        rows={withoutSending(files, uploads)}
        rowKey={(file) => file.filename}
        rowHeight={57}
        isWhole={page.total <= page.pageSize}
        detail={detailOf}
        onRowClick={(file) => void navigate(`/files/${file.filename}`)}
      />
      <Pager page={page.page} pageSize={page.pageSize} total={page.total} onPage={setPage} />
    </>
  )
}
