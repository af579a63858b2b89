import { TextInput } from '@mantine/core'
import type { StoredFile } from '@omen/sdk'
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
import { useFileColumns } from './file-columns.tsx'
import { filePageAtom, fileQueryAtom, filesAtom } from './files-atom.ts'

/** The caller's files; several can be selected for one action. */
export const FileTable = () => {
  const { t } = useTranslation()
  const [query, setQuery] = useAtom(fileQueryAtom)
  const files = useAtomValue(filesAtom)
  return (
    <div className="stack">
      <div className="row-between">
        <TextInput
          aria-label={t('files.list.search')}
          placeholder={t('files.list.search')}
          leftSection={<IconSearch size={16} />}
          value={query}
          onChange={(event) => setQuery(event.currentTarget.value)}
          style={{ width: 280, maxWidth: '100%' }}
        />
      </div>
      <SelectedActions files={files.data?.items ?? []} />
      <Panel label={t('files.list.label')} flush>
        <Loaded query={files} skeleton={<RowsSkeleton />}>
          {(page) => (page.items.length === 0 ? <NoFiles query={query} /> : <Rows files={page.items} page={page} />)}
        </Loaded>
      </Panel>
    </div>
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
  const columns = useFileColumns()
  return (
    <>
      <DataTable
        label={t('files.list.label')}
        columns={columns}
        rows={files}
        rowKey={(file) => file.filename}
        isWhole={page.total <= page.pageSize}
        onRowClick={(file) => void navigate(`/files/${file.filename}`)}
      />
      <Pager page={page.page} pageSize={page.pageSize} total={page.total} onPage={setPage} />
    </>
  )
}
