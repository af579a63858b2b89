import { TextInput } from '@mantine/core'
import { IconSearch, IconUsers } from '@tabler/icons-react'
import { keepPreviousData } from '@tanstack/react-query'
import { useAtom, useAtomValue } from 'jotai'
import { atomWithQuery } from 'jotai-tanstack-query'
import { useTranslation } from 'react-i18next'
import { atomFromUrl } from '../../../lib/address/address-atom.ts'
import { pageCodec, textCodec } from '../../../lib/address/url-codecs.ts'
import { omen } from '../../../lib/api/omen.ts'
import { queryKeys } from '../../../lib/api/query-keys.ts'
import { DataTable } from '../../../ui/data-table/data-table.tsx'
import { EmptyState } from '../../../ui/empty-state/empty-state.tsx'
import { PageHead } from '../../../ui/page-head/page-head.tsx'
import { Pager } from '../../../ui/pager/pager.tsx'
import { Loaded } from '../../../ui/panel/loaded.tsx'
import { Panel } from '../../../ui/panel/panel.tsx'
import { RowsSkeleton } from '../../../ui/skeletons/skeletons.tsx'
import { useAccountColumns } from './account-columns.tsx'

const queryAtom = atomFromUrl('q', textCodec, 'replace')
const pageAtom = atomFromUrl('page', pageCodec)
const accountsAtom = atomWithQuery((get) => {
  const [q, page] = [get(queryAtom).trim(), get(pageAtom)]
  return {
    queryKey: queryKeys.accounts.page(q, page),
    queryFn: ({ signal }) => omen.accounts.list({ page, ...(q !== '' && { q }) }, { signal }),
    placeholderData: keepPreviousData,
  }
})

/** For admins: accounts, with their role and state. */
export const AccountsPage = () => {
  const { t } = useTranslation()
  const [query, setQuery] = useAtom(queryAtom)
  const [, setPage] = useAtom(pageAtom)
  const accounts = useAtomValue(accountsAtom)
  const columns = useAccountColumns()
  return (
    <>
      <PageHead title={t('account.accounts.title')} text={t('account.accounts.text')} />
      {!(accounts.isError && query === '') && (
        <TextInput
          aria-label={t('account.accounts.search')}
          placeholder={t('account.accounts.search')}
          leftSection={<IconSearch size={16} />}
          value={query}
          onChange={(event) => {
            setPage(1)
            setQuery(event.currentTarget.value)
          }}
          style={{ width: 280, maxWidth: '100%' }}
        />
      )}
      <Panel label={t('account.accounts.label')} flush>
        <Loaded query={accounts} skeleton={<RowsSkeleton />}>
          {({ items, page, pageSize, total }) =>
            items.length === 0 ? (
              <EmptyState icon={<IconUsers size={24} />} text={t('account.accounts.nothing', { query })} />
            ) : (
              <>
                <DataTable
                  label={t('account.accounts.label')}
                  columns={columns}
                  rows={items}
                  rowKey={(account) => account.userName}
                  isWhole={total <= pageSize}
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
