import { Button, Checkbox, SegmentedControl, TextInput, UnstyledButton } from '@mantine/core'
import type { Published, SystemCount } from '@omen/sdk'
import { IconBookmark, IconSearch } from '@tabler/icons-react'
import { keepPreviousData } from '@tanstack/react-query'
import { useAtom, useAtomValue, useSetAtom } from 'jotai'
import { atomWithQuery } from 'jotai-tanstack-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useNavigate } from 'react-router-dom'
import { atomFromUrl, parametersAtom } from '../../../lib/address/address-atom.ts'
import { oneOf, pageCodec, textCodec } from '../../../lib/address/url-codecs.ts'
import { omen } from '../../../lib/api/omen.ts'
import { queryKeys } from '../../../lib/api/query-keys.ts'
import { useFormat } from '../../../lib/format/use-format.ts'
import type { Column } from '../../../ui/data-table/column.ts'
import { DataTable } from '../../../ui/data-table/data-table.tsx'
import { EmptyState } from '../../../ui/empty-state/empty-state.tsx'
import { PageHead } from '../../../ui/page-head/page-head.tsx'
import { Pager } from '../../../ui/pager/pager.tsx'
import { Loaded } from '../../../ui/panel/loaded.tsx'
import { Panel } from '../../../ui/panel/panel.tsx'
import { RowsSkeleton } from '../../../ui/skeletons/skeletons.tsx'
import { usePublishedColumns } from './published-columns.tsx'
import styles from './system-tiles.module.css'
import { tilesOf } from './tiles-of.ts'

const queryAtom = atomFromUrl('q', textCodec, 'replace')
const systemAtom = atomFromUrl('system', textCodec)
const pageAtom = atomFromUrl('page', pageCodec)
const whoseAtom = atomFromUrl('whose', oneOf(['all', 'mine', 'others'], 'all'), 'replace')
const publishedAtom = atomWithQuery((get) => {
  const [q, system, whose, page] = [get(queryAtom).trim(), get(systemAtom), get(whoseAtom), get(pageAtom)]
  return {
    queryKey: queryKeys.published.page({ q, system, whose, page }),
    queryFn: ({ signal }) =>
      omen.published.list(
        {
          page,
          ...(q !== '' && { q }),
          ...(system !== '' && { system }),
          ...(whose !== 'all' && { mine: whose === 'mine' }),
        },
        { signal },
      ),
    placeholderData: keepPreviousData,
  }
})

/** What was published on this server, as far as the user may open it. */
export const PublishedListPage = () => {
  const { t } = useTranslation()
  const list = useAtomValue(publishedAtom)
  const system = useAtomValue(systemAtom)
  const setParameters = useSetAtom(parametersAtom)
  const setPage = useSetAtom(pageAtom)
  const navigate = useNavigate()
  const [chosen, setChosen] = useState<readonly Chosen[]>([])
  const columns = [useChoice(chosen, setChosen), ...usePublishedColumns()]
  return (
    <>
      <PageHead title={t('published.title')} text={t('published.text')} />
      <Loaded query={list} skeleton={<RowsSkeleton />}>
        {({ items, systems, page, pageSize, total }) => (
          <div className="stack">
            <SystemTiles
              systems={systems}
              selected={system}
              onSelect={(one) => setParameters({ system: one === '' ? null : one, page: null })}
            />
            <Filters chosen={chosen} />
            <Panel label={t('published.title')} flush>
              {items.length === 0 ? (
                <Nothing isAll={systems.length > 0} />
              ) : (
                <>
                  <DataTable
                    label={t('published.title')}
                    columns={columns}
                    rows={items}
                    rowKey={(record) => record.id}
                    isWhole={total <= pageSize}
                    onRowClick={(record) => void navigate(`/published/${record.id}`)}
                  />
                  <Pager page={page} pageSize={pageSize} total={total} onPage={setPage} />
                </>
              )}
            </Panel>
          </div>
        )}
      </Loaded>
    </>
  )
}

interface SystemTilesProps {
  systems: readonly SystemCount[]
  selected: string
  /** Empty for all. */
  onSelect: (system: string) => void
}

/** A filter for each system, with how many published detections it has. */
const SystemTiles = ({ systems, selected, onSelect }: SystemTilesProps) => {
  const { t } = useTranslation()
  const format = useFormat()
  const isSelected = (system: string) => system.toLowerCase() === selected.toLowerCase()
  return (
    <ul className={styles.tiles} aria-label={t('published.list.systems')}>
      {tilesOf(systems).map(({ system, count }) => (
        <li key={system}>
          <UnstyledButton
            className={styles.tile ?? ''}
            aria-pressed={isSelected(system)}
            {...(count === 0 && { 'data-empty': true })}
            onClick={() => onSelect(isSelected(system) ? '' : system)}
          >
            <span className={styles.name} title={system}>
              {system}
            </span>
            <span className={styles.count}>{format.count(count)}</span>
          </UnstyledButton>
        </li>
      ))}
    </ul>
  )
}

type Chosen = Pick<Published, 'id' | 'publishedAt'>

/** Two of them can be compared; a third takes the place of the first. */
const useChoice = (chosen: readonly Chosen[], set: (chosen: readonly Chosen[]) => void): Column<Published> => {
  const { t } = useTranslation()
  return {
    id: 'choice',
    header: t('published.list.choose'),
    isHeaderHidden: true,
    isHiddenOnPhone: true,
    width: '40px',
    cell: (record) => (
      <Checkbox
        aria-label={t('published.list.chooseOne', { name: record.name })}
        checked={chosen.some(({ id }) => id === record.id)}
        onClick={(event) => event.stopPropagation()}
        onChange={() =>
          set(
            chosen.some(({ id }) => id === record.id)
              ? chosen.filter(({ id }) => id !== record.id)
              : [...chosen.slice(chosen.length > 1 ? 1 : 0), record],
          )
        }
      />
    ),
  }
}

const Filters = ({ chosen }: { chosen: readonly Chosen[] }) => {
  const { t } = useTranslation()
  const [query, setQuery] = useAtom(queryAtom)
  const [whose, setWhose] = useAtom(whoseAtom)
  const setPage = useSetAtom(pageAtom)
  // What is worse or new is so against the earlier one
  const [a, b] = chosen.toSorted((one, other) => one.publishedAt - other.publishedAt)
  return (
    <div className="row">
      <TextInput
        aria-label={t('published.list.search')}
        placeholder={t('published.list.search')}
        leftSection={<IconSearch size={16} />}
        value={query}
        onChange={(event) => {
          setPage(1)
          setQuery(event.currentTarget.value)
        }}
        style={{ width: 280, maxWidth: '100%' }}
      />
      <SegmentedControl
        aria-label={t('published.list.show')}
        size="xs"
        value={whose}
        onChange={(value) => {
          setPage(1)
          setWhose(value === 'mine' || value === 'others' ? value : 'all')
        }}
        data={(['all', 'mine', 'others'] as const).map((value) => ({ value, label: t(`published.list.${value}`) }))}
      />
      {a !== undefined && b !== undefined && (
        <Button component={Link} to={`/published/compare?a=${a.id}&b=${b.id}`} variant="default">
          {t('published.list.compare')}
        </Button>
      )}
      {chosen.length === 1 && <span className="muted tiny">{t('published.list.chooseAnother')}</span>}
    </div>
  )
}

const Nothing = ({ isAll }: { isAll: boolean }) => {
  const { t } = useTranslation()
  const icon = <IconBookmark size={24} />
  if (isAll) return <EmptyState icon={icon} text={t('published.list.nothing')} />
  return (
    <EmptyState
      icon={icon}
      title={t('published.list.emptyTitle')}
      text={t('published.list.empty')}
      action={
        <Button component={Link} to="/detections">
          {t('published.list.emptyAction')}
        </Button>
      }
    />
  )
}
