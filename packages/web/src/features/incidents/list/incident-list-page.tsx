import { Tabs } from '@mantine/core'
import type { DashboardIncidents } from '@omen/sdk'
import { useQuery } from '@tanstack/react-query'
import { useAtom } from 'jotai'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../../lib/format/use-format.ts'
import { PageHead } from '../../../ui/page-head/page-head.tsx'
import { Loaded } from '../../../ui/panel/loaded.tsx'
import { Panel } from '../../../ui/panel/panel.tsx'
import { RowsSkeleton } from '../../../ui/skeletons/skeletons.tsx'
import { TabList } from '../../../ui/tab-list/tab-list.tsx'
import { PredictedList } from '../predicted/predicted-list.tsx'
import { tabAtom, tabNames } from '../state/list-atoms.ts'
import { listQuery } from '../state/list-query.ts'
import { useShown } from '../state/shown.ts'
import styles from './incident-list.module.css'
import { IncidentTable } from './incident-table.tsx'
import { ListFilters } from './list-filters.tsx'
import { NothingListed } from './nothing-listed.tsx'

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
        onChange={(value) => setTab(tabNames.find((name) => name === value) ?? 'open')}
        keepMounted={false}
      >
        <TabList aria-label={t('incidents.tabs.label')} mb={12}>
          {tabNames.map((name) => (
            <Tabs.Tab key={name} value={name}>
              {t(`incidents.tabs.${name}`)}
              {counts !== undefined && <span className={styles.count}> {format.count(counts[name])}</span>}
            </Tabs.Tab>
          ))}
        </TabList>
        <ListFilters />
        {tabNames.map((name) => (
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

/** "2 open incidents, 1 predicted", or how many the other tabs list: of the projects and the time that are shown. */
const useHeadline = (data: DashboardIncidents | undefined, tab: (typeof tabNames)[number]): string => {
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
