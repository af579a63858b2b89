import { Button, Checkbox, Tabs } from '@mantine/core'
import type { DashboardIncidents, ListedIncident } from '@omen/sdk'
import { IconCircleCheck, IconFilterOff } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useAtom, useAtomValue, useSetAtom } from 'jotai'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../../lib/format/use-format.ts'
import { useVirtualRows } from '../../../ui/data-table/use-virtual-rows.ts'
import { EmptyState } from '../../../ui/empty-state/empty-state.tsx'
import { PageHead } from '../../../ui/page-head/page-head.tsx'
import { Loaded } from '../../../ui/panel/loaded.tsx'
import { Panel } from '../../../ui/panel/panel.tsx'
import { RowsSkeleton } from '../../../ui/skeletons/skeletons.tsx'
import { TabList } from '../../../ui/tab-list/tab-list.tsx'
import { PredictedList } from '../predicted/predicted-list.tsx'
import { isNarrowedAtom, showAllAtom, TAB_NAMES, tabAtom } from '../state/list-atoms.ts'
import { type ListShown, listQuery } from '../state/list-query.ts'
import { useShown } from '../state/shown.ts'
import { useListRows } from '../state/use-list-rows.ts'
import { BulkBar } from './bulk-bar.tsx'
import styles from './incident-list.module.css'
import { IncidentTableRow } from './incident-table-row.tsx'
import { ListFilters } from './list-filters.tsx'

/** Incidents of all projects: what is open, what is expected, and what is over. */
export const IncidentListPage = () => {
  const { t } = useTranslation()
  const format = useFormat()
  const [tab, setTab] = useAtom(tabAtom)
  const shown = useShown()
  const first = useQuery(listQuery(shown, 1))
  const counts = first.data?.counts
  const isOfTab = first.data !== undefined && !(first.isPlaceholderData && shown.tab !== tab)
  return (
    <>
      <PageHead
        title={useHeadline(first.data, tab)}
        name={t('incidents.title')}
        text={t('general.timesIn', { zone: format.timeZone })}
      />
      <Tabs
        value={tab}
        onChange={(value) => setTab(TAB_NAMES.find((name) => name === value) ?? 'open')}
        keepMounted={false}
      >
        <TabList aria-label={t('incidents.tabs.label')} mb={12}>
          {TAB_NAMES.map((name) => (
            <Tabs.Tab key={name} value={name}>
              {t(`incidents.tabs.${name}`)}
              {counts !== undefined && <span className={styles.count}> {format.count(counts[name])}</span>}
            </Tabs.Tab>
          ))}
        </TabList>
        <ListFilters />
        {TAB_NAMES.map((name) => (
          <Tabs.Panel key={name} value={name}>
            <Panel label={t(name === 'predicted' ? 'incidents.predicted.label' : 'incidents.list.label')} flush>
              <Loaded query={isOfTab ? first : { ...first, data: undefined }} skeleton={<RowsSkeleton />}>
                {(data) =>
                  name === 'predicted' ? (
                    <PredictedList rules={data.predictions ?? []} forecasts={data.predicted ?? []} />
                  ) : data.page.total === 0 ? (
                    <NothingListed />
                  ) : (
                    <IncidentTable key={tab} shown={shown} total={data.page.total} />
                  )
                }
              </Loaded>
            </Panel>
          </Tabs.Panel>
        ))}
      </Tabs>
    </>
  )
}

/** Why the list is empty, and the way out where filters are why. */
const NothingListed = () => {
  const { t } = useTranslation()
  const isNarrowed = useAtomValue(isNarrowedAtom)
  const showAll = useSetAtom(showAllAtom)
  const tab = useAtomValue(tabAtom)
  return isNarrowed ? (
    <EmptyState
      icon={<IconFilterOff size={24} />}
      text={t('incidents.list.noMatch')}
      action={
        <Button variant="default" onClick={() => showAll()}>
          {t('incidents.filters.clear')}
        </Button>
      }
    />
  ) : (
    <EmptyState
      icon={<IconCircleCheck size={24} />}
      text={t(`incidents.list.${tab === 'starred' ? 'starredNone' : tab === 'resolved' ? 'resolvedNone' : 'openNone'}`)}
    />
  )
}

/** "2 open incidents, 1 predicted", or how many the other tabs list: of the projects and the time that are shown. */
const useHeadline = (data: DashboardIncidents | undefined, tab: (typeof TAB_NAMES)[number]): string => {
  const { t } = useTranslation()
  if (data?.counts === undefined) return t('incidents.title')
  const { open, predicted } = data.counts
  if (tab === 'predicted')
    return predicted === 0
      ? t('incidents.headline.nonePredicted')
      : t('incidents.headline.predictedOnly', { count: predicted })
  if (tab === 'resolved' || tab === 'starred') return t(`incidents.headline.${tab}`, { count: data.counts[tab] })
  const text = open === 0 ? t('incidents.headline.none') : t('incidents.headline.open', { count: open })
  return predicted === 0 ? text : t('incidents.headline.predicted', { text, count: predicted })
}

const ROW_HEIGHT = 53

/** As many incidents as there are, of which those in view are read and drawn. */
const IncidentTable = ({ shown, total }: { shown: ListShown; total: number }) => {
  const { t } = useTranslation()
  const scroller = useRef<HTMLDivElement>(null)
  const { shown: places, before, after } = useVirtualRows(total, scroller, ROW_HEIGHT)
  const rows = useListRows(shown, places)
  const [selected, setSelected] = useState<ReadonlyMap<string, ListedIncident>>(new Map())
  const loaded = [...rows.values()]
  const isAll = loaded.length > 0 && loaded.every(({ id }) => selected.has(id))
  const select = (incidents: readonly ListedIncident[], isOn: boolean) => {
    const next = new Map(selected)
    for (const one of incidents)
      if (isOn) next.set(one.id, one)
      else next.delete(one.id)
    setSelected(next)
  }
  return (
    <>
      {selected.size > 0 && <BulkBar selected={[...selected.values()]} onSelected={setSelected} />}
      <div ref={scroller} className={styles.scroller}>
        <table className={styles.table} aria-label={t('incidents.list.label')} aria-rowcount={total + 1}>
          <thead>
            <tr>
              <th className={styles.checkCell}>
                <Checkbox
                  size="xs"
                  aria-label={t('incidents.list.selectAll')}
                  checked={isAll}
                  indeterminate={!isAll && selected.size > 0}
                  onChange={(event) => select(loaded, event.currentTarget.checked)}
                />
              </th>
              <th className={styles.markCell}>{t('incidents.list.severity')}</th>
              <th>{t('incidents.list.incident')}</th>
              <th data-wide className={styles.whenCell}>
                {t('incidents.list.began')}
              </th>
              <th data-wide className={styles.lengthCell}>
                {t('incidents.list.duration')}
              </th>
              <th data-wide className={styles.stateCell}>
                {t('incidents.list.state')}
              </th>
              <th data-wide className={styles.projectCell}>
                {t('incidents.list.project')}
              </th>
              <th className={styles.starCell}>
                <span className="visually-hidden">{t('incidents.list.star')}</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {before > 0 && <Spacer height={before} />}
            {places.map((place) => {
              const incident = rows.get(place)
              return incident === undefined ? (
                <tr key={place} aria-rowindex={place + 2} className={styles.row}>
                  <td colSpan={8} className="muted">
                    {t('incidents.list.loading')}
                  </td>
                </tr>
              ) : (
                <IncidentTableRow
                  key={incident.id}
                  incident={incident}
                  place={place}
                  isSelected={selected.has(incident.id)}
                  onSelect={(isOn) => select([incident], isOn)}
                />
              )
            })}
            {after > 0 && <Spacer height={after} />}
          </tbody>
        </table>
      </div>
    </>
  )
}

const Spacer = ({ height }: { height: number }) => (
  <tr aria-hidden>
    <td colSpan={8} style={{ height, padding: 0, border: 0 }} />
  </tr>
)
