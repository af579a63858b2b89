import { Button, SegmentedControl, TextInput } from '@mantine/core'
import { IconHierarchy2, IconSearch } from '@tabler/icons-react'
import { keepPreviousData } from '@tanstack/react-query'
import { useAtom, useAtomValue, useSetAtom } from 'jotai'
import { atomWithQuery } from 'jotai-tanstack-query'
import { useTranslation } from 'react-i18next'
import { Link, useNavigate } from 'react-router-dom'
import { atomFromUrl } from '../../lib/address/address-atom.ts'
import { oneOf, pageCodec, textCodec } from '../../lib/address/url-codecs.ts'
import { omen } from '../../lib/api/omen.ts'
import { queryKeys } from '../../lib/api/query-keys.ts'
import { DataTable } from '../../ui/data-table/data-table.tsx'
import { EmptyState } from '../../ui/empty-state/empty-state.tsx'
import { PageHead } from '../../ui/page-head/page-head.tsx'
import { Pager } from '../../ui/pager/pager.tsx'
import { Loaded } from '../../ui/panel/loaded.tsx'
import { Panel } from '../../ui/panel/panel.tsx'
import { RowsSkeleton } from '../../ui/skeletons/skeletons.tsx'
import { useModelColumns } from './model-columns.tsx'

const queryAtom = atomFromUrl('q', textCodec, 'replace')
const pageAtom = atomFromUrl('page', pageCodec)
const whoseAtom = atomFromUrl('whose', oneOf(['all', 'mine', 'shared'], 'all'), 'replace')
const modelsAtom = atomWithQuery((get) => {
  const [q, page, whose] = [get(queryAtom).trim(), get(pageAtom), get(whoseAtom)]
  return {
    queryKey: queryKeys.models.page(q, page, whose),
    queryFn: ({ signal }) =>
      omen.models.list(
        { page, ...(q !== '' && { q }), ...(whose !== 'all' && { shared: whose === 'shared' }) },
        { signal },
      ),
    placeholderData: keepPreviousData,
  }
})

/** Every model that the user may use, with its status. */
export const ModelListPage = () => {
  const { t } = useTranslation()
  const models = useAtomValue(modelsAtom)
  const [, setPage] = useAtom(pageAtom)
  const columns = useModelColumns()
  const navigate = useNavigate()
  return (
    <>
      <PageHead title={t('models.title')} />
      <Filters />
      <Panel label={t('models.list.label')} flush>
        <Loaded query={models} skeleton={<RowsSkeleton />}>
          {({ items, page, pageSize, total }) =>
            items.length === 0 ? (
              <NoModels />
            ) : (
              <>
                <DataTable
                  label={t('models.list.label')}
                  columns={columns}
                  rows={items}
                  rowKey={(model) => model.id}
                  isWhole={total <= pageSize}
                  onRowClick={(model) => void navigate(`/models/${model.id}`)}
                />
                <Pager page={page} pageSize={pageSize} total={total} onPage={setPage} />
              </>
            )
          }
        </Loaded>
      </Panel>
    </>
  )
}

const Filters = () => {
  const { t } = useTranslation()
  const [query, setQuery] = useAtom(queryAtom)
  const [whose, setWhose] = useAtom(whoseAtom)
  const setPage = useSetAtom(pageAtom)
  return (
    <div className="row">
      <TextInput
        aria-label={t('models.list.search')}
        placeholder={t('models.list.search')}
        leftSection={<IconSearch size={16} />}
        value={query}
        onChange={(event) => {
          setPage(1)
          setQuery(event.currentTarget.value)
        }}
        style={{ width: 280, maxWidth: '100%' }}
      />
      <SegmentedControl
        aria-label={t('models.list.show')}
        size="xs"
        value={whose}
        onChange={(value) => {
          setPage(1)
          setWhose(value === 'mine' || value === 'shared' ? value : 'all')
        }}
        data={(['all', 'mine', 'shared'] as const).map((value) => ({ value, label: t(`models.list.${value}`) }))}
      />
    </div>
  )
}

const NoModels = () => {
  const { t } = useTranslation()
  const query = useAtomValue(queryAtom)
  const icon = <IconHierarchy2 size={24} />
  if (query !== '') return <EmptyState icon={icon} text={t('models.list.nothing', { query })} />
  return (
    <EmptyState
      icon={icon}
      title={t('models.list.emptyTitle')}
      text={t('models.list.empty')}
      action={
        <Button component={Link} to="/files">
          {t('models.list.emptyAction')}
        </Button>
      }
    />
  )
}
