import { Tabs } from '@mantine/core'
import type { LogAnalysis, LogTab } from '@omen/sdk'
import { IconListSearch, IconPlayerPlay } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useAtomValue, useSetAtom } from 'jotai'
import { type ReactNode, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { parametersAtom } from '../../../lib/address/address-atom.ts'
import { useFormat } from '../../../lib/format/use-format.ts'
import { isCharacter, isTyping } from '../../../lib/keys/typed-keys.ts'
import { Loaded } from '../../../ui/panel/loaded.tsx'
import { PanelBoundary } from '../../../ui/panel/panel-boundary.tsx'
import { TabList } from '../../../ui/tab-list/tab-list.tsx'
import { LogsHead } from '../head/logs-head.tsx'
import { LinesView } from '../lines/lines-view.tsx'
import { AXIS_SIDES } from '../metrics/axis-sides.ts'
import { MetricsCard } from '../metrics/metrics-card.tsx'
import { useMetricsProject } from '../metrics/use-metrics-project.ts'
import { LOG_TABS, showTabAtom, stepBackAtom, tabAtom, viewAtom } from '../state/log-atoms.ts'
import { timelineQuery } from '../state/log-queries.ts'
import type { LogSource } from '../state/log-source.ts'
import { useLogClock } from '../state/use-log-clock.ts'
import { type Shown, useShown } from '../state/use-shown.ts'
import { TailView } from '../tail/tail-view.tsx'
import { TemplatesView } from '../templates/templates-view.tsx'
import { TimelineCard } from '../timeline/timeline-card.tsx'
import styles from './logs-page.module.css'
import { LogsSkeleton } from './logs-skeleton.tsx'

interface LogsViewProps {
  source: LogSource
  name: string
  isMine: boolean
  link: ReactNode
  /** Instead of the page where it cannot be read. */
  failed: (error: unknown, retry: () => void) => ReactNode
}

/** The lines of a project or a file: over time, by template, and one by one. */
export const LogsView = ({ source, name, isMine, link, failed }: LogsViewProps) => {
  const shown = useShown(source)
  const timeline = useQuery(timelineQuery(shown.filter, shown.time, shown.baseline))
  useEscape()
  return (
    <Loaded query={timeline} skeleton={<LogsSkeleton />} failed={failed}>
      {(data) => <Content source={source} name={name} isMine={isMine} link={link} shown={shown} data={data} />}
    </Loaded>
  )
}

interface ContentProps extends Omit<LogsViewProps, 'failed'> {
  shown: Shown
  data: LogAnalysis
}

const Content = ({ source, name, isMine, link, shown, data }: ContentProps) => {
  const clock = useLogClock(data.hasTimes)
  const wanted = useAtomValue(tabAtom)
  const chosen = useAtomValue(viewAtom)
  const view = chosen === 'tail' && source.kind === 'file' ? 'lines' : chosen
  const tab: LogTab = wanted !== '' ? wanted : data.tabs.new > 0 ? 'new' : 'clusters'
  const { services } = data
  const metrics = useMetricsProject()
  const hasMetrics = data.hasTimes && metrics.hasChoice
  const sides = hasMetrics && metrics.address !== '' ? AXIS_SIDES : NO_SIDES
  return (
    <div className="stack">
      <LogsHead name={name} shown={shown} clock={clock} data={data} tab={tab} link={link} />
      <TimelineCard data={data} shown={shown} clock={clock} name={name} sides={sides} />
      {hasMetrics && <MetricsCard data={data} shown={shown} address={metrics.address} />}
      <section className={styles.card}>
        <KindTabs shown={shown} data={data} tab={tab} hasTail={source.kind === 'project'} view={view}>
          <PanelBoundary>
            {view === 'templates' && (
              <TemplatesView shown={shown} clock={clock} tab={tab} services={services} name={name} isMine={isMine} />
            )}
            {view === 'lines' && <LinesView shown={shown} clock={clock} services={services} name={name} />}
            {view === 'tail' && source.kind === 'project' && (
              <TailView address={source.address} filter={shown.filter} clock={clock} services={services} />
            )}
          </PanelBoundary>
        </KindTabs>
      </section>
    </div>
  )
}

const NO_SIDES = { left: 0, right: 0 }

interface KindTabsProps {
  shown: Shown
  data: LogAnalysis
  tab: LogTab
  view: 'templates' | 'lines' | 'tail'
  hasTail: boolean
  children: ReactNode
}

/** How much there is of each kind in the time shown; then the lines themselves. */
const KindTabs = ({ shown, data, tab, view, hasTail, children }: KindTabsProps) => {
  const { t } = useTranslation()
  const format = useFormat()
  const showTab = useSetAtom(showTabAtom)
  const setParameters = useSetAtom(parametersAtom)
  const { selection, filter, baseline } = shown
  const part = useQuery({ ...timelineQuery(filter, shown.part, baseline), enabled: selection !== null })
  const tabs = (selection === null ? data : (part.data ?? data)).tabs
  const value = view === 'templates' ? tab : view
  const choose = (next: string | null) => {
    const kind = LOG_TABS.find((one) => one === next)
    if (kind !== undefined) showTab(kind)
    else setParameters({ view: next, template: null })
  }
  return (
    <Tabs value={value} onChange={choose} keepMounted={false}>
      <TabList aria-label={t('logs.tabs')} className={styles.tabs ?? ''}>
        {LOG_TABS.map((kind) => (
          <Tabs.Tab key={kind} value={kind}>
            {t(`logs.tab.${kind}`)} <span className={styles.count}>{format.count(tabs[kind])}</span>
          </Tabs.Tab>
        ))}
        <Tabs.Tab value="lines" leftSection={<IconListSearch size={16} aria-hidden />}>
          {t('logs.tab.lines')}
        </Tabs.Tab>
        {hasTail && (
          <Tabs.Tab value="tail" leftSection={<IconPlayerPlay size={16} aria-hidden />}>
            {t('logs.tab.tail')}
          </Tabs.Tab>
        )}
      </TabList>
      <Tabs.Panel value={value}>{children}</Tabs.Panel>
    </Tabs>
  )
}

/** Escape goes one step back: closes what is open, then shows everything again. */
const useEscape = (): void => {
  const stepBack = useSetAtom(stepBackAtom)
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || !isCharacter(event) || isTyping(event.target)) return
      if (document.querySelector('[role="dialog"], [role="menu"]') === null) stepBack()
    }
    // Before a tooltip takes it for itself.
    window.addEventListener('keydown', onKey, true)
    return () => window.removeEventListener('keydown', onKey, true)
  }, [stepBack])
}
