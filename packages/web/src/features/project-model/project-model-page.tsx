import { Select, Tabs } from '@mantine/core'
import type { ObservedCalibration, ProjectModel, ProjectModelVersion } from '@omen/sdk'
import { IconBrain, IconTargetOff } from '@tabler/icons-react'
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { useAtom, useAtomValue, useSetAtom } from 'jotai'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useParams } from 'react-router-dom'
import { BandPanel } from '../../findings/learned/band-panel.tsx'
import { CalibrationPanel } from '../../findings/learned/calibration-panel.tsx'
import type { LearnedQuery } from '../../findings/learned/learned-query.ts'
import { MapPanel } from '../../findings/learned/map-panel.tsx'
import { parametersAtom } from '../../lib/address/address-atom.ts'
import { omen } from '../../lib/api/omen.ts'
import { queryKeys } from '../../lib/api/query-keys.ts'
import { useFormat } from '../../lib/format/use-format.ts'
import { projectPath } from '../../lib/projects/project-address.ts'
import { Card } from '../../ui/card/card.tsx'
import type { Column } from '../../ui/data-table/column.ts'
import { DataTable } from '../../ui/data-table/data-table.tsx'
import { EmptyState } from '../../ui/empty-state/empty-state.tsx'
import { PageFailed } from '../../ui/page-failed/page-failed.tsx'
import { PageHead } from '../../ui/page-head/page-head.tsx'
import { Loaded } from '../../ui/panel/loaded.tsx'
import { Panel } from '../../ui/panel/panel.tsx'
import { PanelBoundary } from '../../ui/panel/panel-boundary.tsx'
import { PageSkeleton } from '../../ui/skeletons/skeletons.tsx'
import { TabList } from '../../ui/tab-list/tab-list.tsx'
import styles from './project-model.module.css'
import { otherAtom, TAB_NAMES, type TabName, tabAtom, windowAtom } from './project-model-atoms.ts'
import { SamePanel } from './same-panel.tsx'
import { WindowTable } from './window-table.tsx'

/** What a project has learned: the versions of its model over time, and what one of them knows. */
export const ProjectModelPage = () => {
  const { t } = useTranslation()
  const { project: address = '' } = useParams()
  const window = useAtomValue(windowAtom)
  const other = useAtomValue(otherAtom)
  const windows = [...new Set([window, other].filter((one) => one !== null))]
  // The newest is shown where none is chosen, which only its answer names
  const wanted = window === null ? [] : windows
  const model = useQuery(projectModelQuery(address, wanted))
  return (
    <Loaded
      query={model}
      skeleton={<PageSkeleton />}
      failed={(error, onRetry) => (
        <PageFailed error={error} onRetry={onRetry} list={{ name: t('projects.title'), path: '/projects' }} />
      )}
    >
      {(data) => <Learned address={address} model={data} query={model} />}
    </Loaded>
  )
}

/** What some versions of a project's model learned: the newest, or those of the windows; two of them are compared. */
const projectModelQuery = (address: string, windows: readonly number[]) =>
  queryOptions({
    queryKey: queryKeys.comparison.model({ address, windows }),
    queryFn: ({ signal }) =>
      omen.projects.model(address, { ...(windows.length > 0 && { window: [...windows] }), compare: true }, { signal }),
    placeholderData: keepPreviousData,
  })

interface LearnedProps {
  address: string
  model: ProjectModel
  query: { error: unknown; isError: boolean; refetch: () => unknown }
}

const Learned = ({ address, model, query }: LearnedProps) => {
  const { t } = useTranslation()
  const [window] = useAtom(windowAtom)
  const shown = model.versions.find(({ from }) => from === window) ?? model.versions[0]
  const title = t('compare.model.title', { project: address })
  const parent = <Link to={projectPath(address)}>{address}</Link>
  if (shown === undefined)
    return (
      <>
        <PageHead title={title} parent={parent} />
        <Panel label={title}>
          <EmptyState icon={<IconBrain size={24} />} text={t('compare.model.none')} />
        </Panel>
      </>
    )
  return (
    <>
      <PageHead
        title={title}
        parent={parent}
        text={<Headline version={shown} />}
        actions={<OtherSelect versions={model.versions} shown={shown} />}
      />
      <div className="stack">
        <WindowTable versions={model.versions} shown={shown} />
        <LearnedTabs model={model} shown={shown} query={query} />
      </div>
    </>
  )
}

const Headline = ({ version }: { version: ProjectModelVersion }) => {
  const { t } = useTranslation()
  const format = useFormat()
  const named = { version: version.version, type: version.modelType }
  return version.to === null
    ? t('compare.model.now', {
        ...named,
        since: `${format.when(version.from)} ${format.timeZone}`,
        rows: version.rows === null ? '–' : format.count(version.rows),
      })
    : t('compare.model.was', { ...named, until: `${format.when(version.to)} ${format.timeZone}` })
}

/** Another version, beside which the one that is shown is put. */
const OtherSelect = ({ versions, shown }: { versions: readonly ProjectModelVersion[]; shown: ProjectModelVersion }) => {
  const { t } = useTranslation()
  const format = useFormat()
  const other = useAtomValue(otherAtom)
  const setParameters = useSetAtom(parametersAtom)
  const others = versions.filter(({ from }) => from !== shown.from)
  if (others.length === 0) return null
  return (
    <Select
      className={styles.other ?? ''}
      label={t('compare.model.compareWith')}
      placeholder={t('compare.model.nothing')}
      data={others.map(({ from, version }) => ({
        value: String(from),
        label: t('compare.model.versionOf', { version, when: format.when(from) }),
      }))}
      value={other === null ? null : String(other)}
      onChange={(value) =>
        setParameters({ other: value, window: String(shown.from), ...(value !== null && { tab: 'same' }) })
      }
      clearable
    />
  )
}

interface LearnedTabsProps extends Omit<LearnedProps, 'address'> {
  shown: ProjectModelVersion
}

const LearnedTabs = ({ model, shown, query }: LearnedTabsProps) => {
  const { t } = useTranslation()
  const [tab, setTab] = useAtom(tabAtom)
  const other = useAtomValue(otherAtom)
  const displays = [shown.from, ...(other === null ? [] : [other])].flatMap((from) => {
    const found = model.models.find((one) => one.from === from)
    return found === undefined ? [] : [found.display]
  })
  const each = (panel: (learned: LearnedQuery) => ReactNode) =>
    displays.map((display) => (
      <section key={display.version} className="stack" aria-label={t('models.tabs.label')}>
        {displays.length > 1 && (
          <h2 className={styles.version}>{`${t('compare.model.version')} ${display.version}`}</h2>
        )}
        {panel({ ...query, data: display })}
      </section>
    ))
  const content: Record<TabName, () => ReactNode> = {
    map: () => each((learned) => <MapPanel query={learned} />),
    bands: () => each((learned) => <BandPanel query={learned} />),
    calibration: () => (
      <>
        <ObservedDays calibration={model.calibration} />
        {each((learned) => (
          <CalibrationPanel query={learned} />
        ))}
      </>
    ),
    same: () => <SamePanel model={model} />,
  }
  return (
    <Tabs value={tab} onChange={(value) => setTab((value ?? 'map') as TabName)} keepMounted={false}>
      <TabList aria-label={t('compare.model.tabs.label')} mb={12}>
        {TAB_NAMES.map((name) => (
          <Tabs.Tab key={name} value={name}>
            {t(`compare.model.tabs.${name}`)}
          </Tabs.Tab>
        ))}
      </TabList>
      {TAB_NAMES.map((name) => (
        <Tabs.Panel key={name} value={name}>
          <PanelBoundary>
            <div className="stack">{content[name]()}</div>
          </PanelBoundary>
        </Tabs.Panel>
      ))}
    </Tabs>
  )
}

/** How often rows were flagged day by day, beside how often normal ones are to be. */
const ObservedDays = ({ calibration }: { calibration: readonly ObservedCalibration[] }) => {
  const { t } = useTranslation()
  const format = useFormat()
  const label = t('compare.model.observed')
  const columns: Column<ObservedCalibration>[] = [
    { id: 'day', header: t('compare.model.day'), cell: ({ day }) => format.day(day), sortBy: ({ day }) => day },
    {
      id: 'nominal',
      header: t('projects.model.nominal'),
      align: 'end',
      cell: ({ nominal }) => format.share(nominal),
    },
    {
      id: 'observed',
      header: t('projects.model.observed'),
      align: 'end',
      cell: ({ observed }) => format.share(observed),
      sortBy: ({ observed }) => observed,
    },
    {
      id: 'samples',
      header: t('projects.model.samples'),
      align: 'end',
      cell: ({ samples }) => format.count(samples),
      sortBy: ({ samples }) => samples,
    },
  ]
  return (
    <Card title={label}>
      {calibration.length === 0 ? (
        <EmptyState icon={<IconTargetOff size={24} />} text={t('compare.model.observedNone')} />
      ) : (
        <DataTable
          label={label}
          columns={columns}
          rows={calibration}
          rowKey={({ day }) => String(day)}
          initialSort={{ id: 'day', desc: true }}
          maxHeight="320px"
        />
      )}
    </Card>
  )
}
