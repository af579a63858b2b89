import { ActionIcon, Tooltip } from '@mantine/core'
import { type Lane, LanesDrawing, type LanesModel, lanesModel, useWidth } from '@omen/charts'
import type { DashboardProject, UserValues } from '@omen/sdk'
import { IconChartBar, IconTable } from '@tabler/icons-react'
import { useAtom, useSetAtom } from 'jotai'
import { useId, useMemo, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { LaneFold } from '../../../findings/lanes/lane-fold.tsx'
import { ColorLegend } from '../../../findings/lanes/lane-legend.tsx'
import { type LaneHit, LanePointer } from '../../../findings/lanes/lane-pointer.tsx'
import laneStyles from '../../../findings/lanes/lanes.module.css'
import { useFormat } from '../../../lib/format/use-format.ts'
import { projectAddress } from '../../../lib/projects/project-address.ts'
import { Card } from '../../../ui/card/card.tsx'
import { useChartSetup } from '../../../ui/chart-setup/use-chart-setup.ts'
import { SeverityMark } from '../../../ui/severity/severity-mark.tsx'
import { useSeverityWords } from '../../../ui/severity/use-severity-words.ts'
import { projectAtom, rangeAtom, tableAtom } from '../state/dashboard-atoms.ts'
import type { NumberedIncident } from '../state/numbered.ts'
import { LaneFigures } from './lane-figures.tsx'
import styles from './lanes-card.module.css'
import { overallHeights, projectLane, sharesOf } from './project-lane-model.ts'
import { ProjectTable } from './project-table.tsx'

interface LanesCardProps {
  values: UserValues
  projects: readonly DashboardProject[]
  /** Of the time shown. */
  incidents: readonly NumberedIncident[]
}

const LAYOUT = { left: 0, right: 0, rowHeight: 24, overallHeight: 32 }
/** As long a time as can be brushed. */
const MIN_RANGE_MS = 60_000

/** A lane a project, worst first, under the share of all series that were abnormal; or the same as a table. */
export const LanesCard = ({ values, projects, incidents }: LanesCardProps) => {
  const { t } = useTranslation()
  const [isTable, setTable] = useAtom(tableAtom)
  const lanes = useMemo(
    () => projects.map((project) => projectLane(project, incidents, values)),
    [projects, incidents, values],
  )
  const vals = lanes.flatMap(({ findings }) => findings.map(({ val }) => val))
  const label = t(isTable ? 'dashboard.lanes.asLanes' : 'dashboard.lanes.asTable')
  return (
    <Card
      title={t('dashboard.lanes.title')}
      aside={
        <>
          <ColorLegend
            hasAbove={vals.some((val) => val !== null && val > 0)}
            hasBelow={vals.some((val) => val !== null && val < 0)}
            hasGap={vals.includes(null)}
          />
          <Tooltip label={label}>
            <ActionIcon aria-label={label} aria-pressed={isTable} onClick={() => setTable(!isTable)}>
              {isTable ? <IconChartBar size={16} /> : <IconTable size={16} />}
            </ActionIcon>
          </Tooltip>
        </>
      }
    >
      {isTable ? (
        <ProjectTable projects={projects} />
      ) : (
        <LaneFold lanes={lanes}>
          {(shownLanes) => (
            <Lanes
              shown={projects}
              values={values}
              projects={projects.slice(0, shownLanes.length)}
              lanes={shownLanes}
              incidents={incidents}
            />
          )}
        </LaneFold>
      )}
    </Card>
  )
}

interface LanesProps extends LanesCardProps {
  lanes: readonly Lane[]
  /** All projects, also those that are folded. */
  shown: readonly DashboardProject[]
}

const Lanes = ({ values, projects, lanes, shown, incidents }: LanesProps) => {
  const cell = useRef<HTMLTableCellElement>(null)
  const width = useWidth(cell)
  const { locale, timeZone } = useChartSetup()
  const { from, to } = values
  const overall = useMemo(() => overallHeights(sharesOf(values, shown)), [values, shown])
  const model = useMemo(
    () =>
      width > 0
        ? lanesModel(
            {
              title: '',
              lanes,
              overallLabel: '',
              domain: { from, to },
              layout: LAYOUT,
              locale,
              timeZone,
              overall,
            },
            width,
          )
        : null,
    [lanes, overall, from, to, locale, timeZone, width],
  )
  return (
    <LaneFigures from={from} projects={projects} lanes={lanes} all={shown.length} cell={cell}>
      {model !== null && <Drawing model={model} projects={projects} incidents={incidents} now={to} />}
    </LaneFigures>
  )
}

interface DrawingProps {
  model: LanesModel
  projects: readonly DashboardProject[]
  incidents: readonly NumberedIncident[]
  now: number
}

const Drawing = ({ model, projects, incidents, now }: DrawingProps) => {
  const { t } = useTranslation()
  const prefix = useId()
  const { tokens } = useChartSetup()
  const setProject = useSetAtom(projectAtom)
  const setRange = useSetAtom(rangeAtom)
  const projectOf = new Map(projects.map((project) => [projectAddress(project), project]))
  return (
    <div className={styles.drawing} data-part="chart" style={{ height: model.height }}>
      <LanesDrawing model={model} tokens={tokens} overallLabel="" idPrefix={prefix} />
      {model.rows.map(({ lane, y }) => {
        const project = projectOf.get(lane.id)
        const state = project?.state
        if (state === undefined || state === 'live' || state === 'silent' || lane.findings.length > 0) return null
        return (
          <span key={lane.id} className={styles.note} data-state={state} style={{ top: y - 7 }}>
            {t(`dashboard.lanes.note.${state}`)}
          </span>
        )
      })}
      <LanePointer
        model={model}
        isTarget={({ lane }) => lane !== null && projects.length > 1}
        onPick={({ lane }) => lane !== null && setProject(lane.id)}
        onBrush={({ from, to }) =>
          to - from >= MIN_RANGE_MS &&
          setRange({ from: Math.max(from, model.domain.from), to: Math.min(to, model.domain.to) })
        }
        tip={(hit, at) => <ProjectTip hit={hit} at={at} width={model.width} incidents={incidents} now={now} />}
      />
    </div>
  )
}

interface ProjectTipProps {
  hit: LaneHit
  at: { x: number; y: number }
  width: number
  incidents: readonly NumberedIncident[]
  now: number
}

const TIP_WIDTH = 280

/** What was found in a project at the pointer. */
const ProjectTip = ({ hit, at, width, incidents, now }: ProjectTipProps) => {
  const { t } = useTranslation()
  const format = useFormat()
  const words = useSeverityWords()
  const { lane, finding } = hit
  if (lane === null || finding === null) return null
  const incident = incidents.find(({ id }) => id === finding.id)
  const { start, end, val } = finding
  const left = at.x + 16 + TIP_WIDTH > width ? Math.max(0, at.x - 16 - TIP_WIDTH) : at.x + 16
  return (
    <div className={laneStyles.tip} style={{ left, top: at.y + 18, width: TIP_WIDTH }} aria-hidden>
      <div className={laneStyles.tipHead}>
        <SeverityMark val={val ?? 0} isMissingValue={val === null} words={words} />
        <strong className="break">{incident?.title ?? lane.label}</strong>
      </div>
      <span className="muted" data-tabular>
        {incident === undefined
          ? format.range(start, end)
          : t('dashboard.incidents.since', {
              when: format.when(incident.onset),
              duration: format.duration((incident.end ?? now) - incident.onset),
            })}
      </span>
      {incident !== undefined && <span className="break">{incident.brief}</span>}
    </div>
  )
}
