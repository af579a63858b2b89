import { TextInput } from '@mantine/core'
import { type StateCell, StateMap } from '@omen/charts'
import type { ModelDisplay } from '@omen/sdk'
import { IconGridDots, IconPointer } from '@tabler/icons-react'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/format/use-format.ts'
import { useChartSetup } from '../../ui/chart-setup/use-chart-setup.ts'
import type { Column } from '../../ui/data-table/column.ts'
import { DataTable } from '../../ui/data-table/data-table.tsx'
import { EmptyState } from '../../ui/empty-state/empty-state.tsx'
import { Loaded } from '../../ui/panel/loaded.tsx'
import { Panel } from '../../ui/panel/panel.tsx'
import { BlockSkeleton } from '../../ui/skeletons/skeletons.tsx'
import styles from './learned.module.css'
import type { LearnedQuery } from './learned-query.ts'
import { hitShare, type StateWeight, stateIndex, weightsOf } from './state-model.ts'

/** The states that a model has learned, and the values of every series in the selected one. */
export const MapPanel = ({ query }: { query: LearnedQuery }) => {
  const { t } = useTranslation()
  return (
    <Loaded query={query} skeleton={<BlockSkeleton height={420} />}>
      {({ map, groups }) =>
        map === undefined ? (
          <Panel>
            <EmptyState icon={<IconGridDots size={24} />} text={t('models.map.none')} />
            <Groups groups={groups} />
          </Panel>
        ) : (
          <>
            <LearnedStates map={map} />
            <Groups groups={groups} />
          </>
        )
      }
    </Loaded>
  )
}

/** Names of series end with the number of their group. */
const namesOf = (seriesIds: readonly string[]): string => seriesIds.map((id) => id.replace(/:\d+$/, '')).join(', ')

/** Groups of series that are modelled together. */
const Groups = ({ groups }: { groups: ModelDisplay['groups'] }) => {
  const { t } = useTranslation()
  if (groups.length === 0) return null
  return (
    <Panel title={t('models.groups.title')}>
      <ul className={styles.groups}>
        {groups.map(({ name, seriesIds }) => (
          <li key={name} title={namesOf(seriesIds)}>
            <b>{name}</b>
            <span className="muted">{t('models.groups.count', { count: seriesIds.length })}</span>
            <span className="truncate">{namesOf(seriesIds)}</span>
          </li>
        ))}
      </ul>
    </Panel>
  )
}

type LearnedMap = NonNullable<ModelDisplay['map']>

const LearnedStates = ({ map }: { map: LearnedMap }) => {
  const { t } = useTranslation()
  const { tokens, labels, locale } = useChartSetup()
  const [cell, setCell] = useState<StateCell | null>(null)
  return (
    <div className={styles.two}>
      <Panel title={t('models.map.title')}>
        <p className={styles.text}>{t('models.map.text')}</p>
        <div className={styles.figure}>
          <StateMap
            frequency={map.hits}
            selected={cell}
            onSelect={setCell}
            size={352}
            tokens={tokens}
            labels={labels}
            locale={locale}
          />
        </div>
      </Panel>
      <Panel title={t('models.map.weights')} flush>
        {cell === null ? (
          <EmptyState icon={<IconPointer size={24} />} text={t('models.map.choose')} />
        ) : (
          <State map={map} cell={cell} />
        )}
      </Panel>
    </div>
  )
}

const State = ({ map, cell }: { map: LearnedMap; cell: StateCell }) => {
  const { t } = useTranslation()
  const format = useFormat()
  const [query, setQuery] = useState('')
  const weights = useMemo(() => weightsOf(map, cell), [map, cell])
  const shown = weights.filter(({ seriesId }) => seriesId.toLowerCase().includes(query.trim().toLowerCase()))
  const share = hitShare(map, cell)
  const columns: Column<StateWeight>[] = [
    {
      id: 'series',
      header: t('models.map.series'),
      cell: (row) => <span className="break">{row.seriesId}</span>,
      sortBy: (row) => row.seriesId,
    },
    {
      id: 'value',
      header: t('models.map.value'),
      align: 'end',
      cell: (row) => <b>{format.number(row.value)}</b>,
      sortBy: (row) => row.value,
    },
    {
      id: 'overall',
      header: t('models.map.overall'),
      align: 'end',
      cell: (row) => <span className="muted">{`${format.number(row.low, 3)} – ${format.number(row.high, 3)}`}</span>,
    },
  ]
  return (
    <>
      <div className={styles.state} aria-live="polite">
        <strong>{t('models.map.state', { column: cell.column + 1, row: cell.row + 1 })}</strong>
        <span className="muted">
          {share > 0 ? t('models.map.hits', { share: format.share(share) }) : t('models.map.neverHit')}{' '}
          {t('models.map.area', { area: format.number(map.area[stateIndex(map, cell)] ?? 0, 3) })}
        </span>
        <TextInput
          aria-label={t('models.map.filter')}
          placeholder={t('models.map.filter')}
          value={query}
          onChange={(event) => setQuery(event.currentTarget.value)}
        />
      </div>
      <DataTable
        label={t('models.map.weights')}
        columns={columns}
        rows={shown}
        rowKey={(row) => row.seriesId}
        maxHeight="420px"
      />
    </>
  )
}
