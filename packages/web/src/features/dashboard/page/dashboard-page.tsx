import { Button, Select } from '@mantine/core'
import type { UserValues } from '@omen/sdk'
import { useQuery } from '@tanstack/react-query'
import { useAtom, useAtomValue, useSetAtom } from 'jotai'
import { useEffect, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { parametersAtom } from '../../../lib/address/address-atom.ts'
import { useFormat } from '../../../lib/format/use-format.ts'
import { isCharacter, isTyping } from '../../../lib/keys/typed-keys.ts'
import { projectAddress } from '../../../lib/projects/project-address.ts'
import { Doors } from '../../../ui/doors/doors.tsx'
import { PageHead } from '../../../ui/page-head/page-head.tsx'
import { Loaded } from '../../../ui/panel/loaded.tsx'
import { BlockSkeleton } from '../../../ui/skeletons/skeletons.tsx'
import { CalendarCard } from '../calendar/calendar-card.tsx'
import { dashboardHeadline } from '../head/headline.ts'
import { StateLine } from '../head/state-line.tsx'
import { Strip } from '../head/strip.tsx'
import { IncidentsCard } from '../incidents/incidents-card.tsx'
import { LanesCard } from '../lanes/lanes-card.tsx'
import { filterAtom, isNarrowedAtom, projectAtom, rangeAtom, showAllAtom, spanAtom } from '../state/dashboard-atoms.ts'
import { calendarQuery, incidentsQuery, type Shown, valuesQuery } from '../state/dashboard-query.ts'
import { addressed, numbered } from '../state/numbered.ts'
import { isShown } from '../state/project-filter.ts'
import { SPAN_NAMES } from '../state/span.ts'
import { WeekCard } from '../week/week-card.tsx'
import styles from './dashboard-page.module.css'

/** How all projects are doing: what is wrong, where, since when, and how it was before. */
export const DashboardPage = () => {
  const { locale, timeZone } = useFormat()
  const [span, range, project] = [useAtomValue(spanAtom), useAtomValue(rangeAtom), useAtomValue(projectAtom)]
  const shown = useMemo(() => ({ span, range, project, locale, timeZone }), [span, range, project, locale, timeZone])
  const values = useQuery(valuesQuery(shown))
  return (
    <Loaded query={values} skeleton={<DashboardSkeleton />}>
      {(data) =>
        data.projects.length === 0 ? (
          <Empty />
        ) : (
          <Content values={data} shown={shown} updatedAt={values.dataUpdatedAt} />
        )
      }
    </Loaded>
  )
}

/** Of the same heights as what it stands for. */
const DashboardSkeleton = () => {
  const { t } = useTranslation()
  return (
    <div className="stack" role="status">
      <span className="visually-hidden">{t('general.loading')}</span>
      <BlockSkeleton height={52} width="60%" />
      <BlockSkeleton height={66} />
      <BlockSkeleton height={180} />
      <div className={styles.three}>
        <BlockSkeleton height={330} />
        <BlockSkeleton height={330} />
        <BlockSkeleton height={330} />
      </div>
    </div>
  )
}

const Empty = () => {
  const { t } = useTranslation()
  return (
    <>
      <PageHead title={t('dashboard.emptyTitle')} name={t('dashboard.name')} text={t('dashboard.empty')} />
      <Doors />
    </>
  )
}

interface ContentProps {
  values: UserValues
  shown: Shown
  updatedAt: number
}

const Content = ({ values, shown, updatedAt }: ContentProps) => {
  const { t } = useTranslation()
  const format = useFormat()
  const filter = useAtomValue(filterAtom)
  useEscape()
  const { range, project } = shown
  const within = useMemo(
    () => values.projects.filter((one) => project === '' || projectAddress(one) === project),
    [values.projects, project],
  )
  const projects = useMemo(() => within.filter((one) => isShown(one, filter)), [within, filter])
  const past = useQuery(incidentsQuery(shown))
  const calendar = useQuery(calendarQuery(shown))
  const found = range === null ? values.incidents : (past.data?.incidents ?? [])
  const incidents = useMemo(() => numbered(found, projects), [found, projects])
  const open = projects.reduce((sum, { openIncidents }) => sum + openIncidents, 0)
  const listedAll = range === null ? found.length < FULL_LIST : (past.data?.page.total ?? 0) <= found.length
  const total = listedAll ? incidents.length : range === null ? open : (past.data?.page.total ?? 0)
  // What is ahead does not belong to a time that was brushed
  const predicted = useMemo(
    () => (range === null ? addressed(values.predicted, projects) : []),
    [values.predicted, projects, range],
  )
  const predictedTotal = range === null ? projects.reduce((sum, one) => sum + one.predictedIncidents, 0) : 0
  const facts = {
    projects,
    incidents,
    incidentTotal: total,
    predicted,
    predictedTotal,
    isPast: range !== null,
    now: values.to,
  }
  return (
    <>
      <PageHead
        title={dashboardHeadline(facts, t, format)}
        name={t('dashboard.name')}
        text={
          <StateLine
            values={values}
            projects={projects}
            isWhole={project === '' && filter === ''}
            updatedAt={updatedAt}
          />
        }
        actions={<Pickers values={values} />}
      />
      <Narrowed />
      <Strip
        projects={within}
        incidents={numbered(values.incidents, within)}
        predicted={addressed(values.predicted, within)}
        now={values.to}
      />
      <LanesCard values={values} projects={projects} incidents={incidents} />
      <div className={styles.three}>
        <IncidentsCard
          projects={projects}
          incidents={incidents}
          total={total}
          predicted={predicted}
          predictedTotal={predictedTotal}
          isPast={range !== null}
          now={values.to}
        />
        <WeekCard query={calendar} />
        <CalendarCard query={calendar} />
      </div>
    </>
  )
}

/** As many open incidents as one answer lists. */
const FULL_LIST = 50

/** Which project, and how much time up to now. */
const Pickers = ({ values }: { values: UserValues }) => {
  const { t } = useTranslation()
  const span = useAtomValue(spanAtom)
  const [project, setProject] = useAtom(projectAtom)
  const setParameters = useSetAtom(parametersAtom)
  const names = values.projects.map(projectAddress).sort((a, b) => a.localeCompare(b, undefined, { numeric: true }))
  return (
    <>
      <Select
        className={styles.project ?? ''}
        aria-label={t('dashboard.project')}
        data={[
          { value: '', label: t('dashboard.allProjects') },
          ...names.map((name) => ({ value: name, label: name })),
        ]}
        value={project}
        onChange={(value) => setProject(value ?? '')}
        allowDeselect={false}
        searchable
        limit={200}
      />
      <Select
        className={styles.span ?? ''}
        aria-label={t('dashboard.span')}
        data={SPAN_NAMES.map((name) => ({ value: name, label: t(`dashboard.spans.${name}`) }))}
        value={span}
        onChange={(value) => setParameters({ span: value === '24h' ? null : value, from: null, to: null })}
        allowDeselect={false}
      />
    </>
  )
}

/** What the page is narrowed to, and the way back. */
const Narrowed = () => {
  const { t } = useTranslation()
  const format = useFormat()
  const range = useAtomValue(rangeAtom)
  const project = useAtomValue(projectAtom)
  const filter = useAtomValue(filterAtom)
  const isNarrowed = useAtomValue(isNarrowedAtom)
  const showAll = useSetAtom(showAllAtom)
  if (!isNarrowed) return null
  const parts = [
    ...(project === '' ? [] : [project]),
    ...(filter === '' ? [] : [t(`dashboard.filters.${filter}`)]),
    ...(range === null ? [] : [format.range(range.from, range.to)]),
  ]
  return (
    <div className="row">
      <span className={styles.chip}>{t('dashboard.narrowed', { what: parts.join(' · ') })}</span>
      <Button variant="default" onClick={() => showAll()}>
        {t('dashboard.showAll')}
      </Button>
    </div>
  )
}

/** Escape shows everything again. */
const useEscape = (): void => {
  const isNarrowed = useAtomValue(isNarrowedAtom)
  const showAll = useSetAtom(showAllAtom)
  useEffect(() => {
    if (!isNarrowed) return
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || !isCharacter(event) || isTyping(event.target)) return
      if (document.querySelector('[role="dialog"], [role="menu"]') === null) showAll()
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [isNarrowed, showAll])
}
