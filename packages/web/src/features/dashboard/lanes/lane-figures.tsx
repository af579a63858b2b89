import type { Lane } from '@omen/charts'
import type { DashboardProject } from '@omen/sdk'
import { useAtomValue } from 'jotai'
import type { ReactNode, RefObject } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { nowAtom } from '../../../lib/format/now-atom.ts'
import { useFormat } from '../../../lib/format/use-format.ts'
import { livePath, projectAddress } from '../../../lib/projects/project-address.ts'
import styles from './lanes-card.module.css'
import { isLearning } from './project-lane-model.ts'

interface LaneFiguresProps {
  /** The time shown begins then. */
  from: number
  projects: readonly DashboardProject[]
  lanes: readonly Lane[]
  all: number
  /** Head of the column that the drawing lies in. */
  cell: RefObject<HTMLTableCellElement | null>
  children: ReactNode
}

/** A row a project: its name and figures; the drawing lies over the column between them. */
export const LaneFigures = ({ from, projects, lanes, all, cell, children }: LaneFiguresProps) => {
  const { t } = useTranslation()
  return (
    <table className={styles.table}>
      <thead>
        <tr>
          <th scope="col" className={styles.all}>
            {t('dashboard.lanes.all', { count: all })}
          </th>
          <th ref={cell} className={styles.lane}>
            <span className="visually-hidden">{t('dashboard.lanes.found')}</span>
            {children}
          </th>
          {(['abnormal', 'lastWeek', 'health', 'lastPoint'] as const).map((name) => (
            <th key={name} scope="col" className={styles.figure}>
              {t(`dashboard.lanes.${name}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {projects.map((project, index) => (
          <Row key={projectAddress(project)} project={project} lane={lanes[index]} from={from} />
        ))}
      </tbody>
    </table>
  )
}

interface RowProps {
  project: DashboardProject
  lane: Lane | undefined
  from: number
}

const Row = ({ project, lane, from }: RowProps) => {
  const format = useFormat()
  const { state, figures, lastWeek, health } = project
  const address = projectAddress(project)
  return (
    <tr>
      <th scope="row" className={styles.name}>
        <span className={styles.dot} data-state={dotOf(project)} aria-hidden />
        <Link to={livePath(address)} title={`${address} · ${project.stateSentence}`}>
          {project.projectName}
        </Link>
      </th>
      <td>
        <Spoken project={project} lane={lane} />
      </td>
      <td className={styles.figure}>
        <Abnormal project={project} from={from} />
      </td>
      <td className={styles.figure} data-muted>
        {state === 'live' || state === 'silent' ? format.share(lastWeek.abnormalShare) : '–'}
      </td>
      <td className={styles.figure} title={healthTitle(project, format.share(figures.abnormalShare))}>
        {health ?? '–'}
      </td>
      <td
        className={styles.figure}
        data-muted={state !== 'silent' || undefined}
        data-strong={state === 'silent' || undefined}
      >
        <LastPoint project={project} />
      </td>
    </tr>
  )
}

const dotOf = (project: DashboardProject): 'ok' | 'learning' | 'silent' =>
  project.state === 'live' ? 'ok' : isLearning(project) ? 'learning' : 'silent'

const healthTitle = ({ health, healthParts }: DashboardProject, share: string): string | undefined =>
  health === null ? undefined : `100 − ${healthParts.severity.toFixed(1)} − ${healthParts.share.toFixed(1)} (${share})`

/** Of a project that is silent by now, the share until then. */
const Abnormal = ({ project: { state, to, figures }, from }: Omit<RowProps, 'lane'>) => {
  const { t } = useTranslation()
  const format = useFormat()
  if (state === 'silent' && (to === null || to < from || figures.abnormalShare === null))
    return <span className="muted">{t('dashboard.lanes.noData')}</span>
  return state === 'live' || state === 'silent' ? format.share(figures.abnormalShare) : '–'
}

const MINUTE_MS = 60_000

const LastPoint = ({ project }: { project: DashboardProject }) => {
  const { t } = useTranslation()
  const format = useFormat()
  const now = useAtomValue(nowAtom)
  if (project.lastDataAt === null) return '–'
  const ago = now - project.lastDataAt
  return (
    <time dateTime={new Date(project.lastDataAt).toISOString()} title={format.dateTime(project.lastDataAt)}>
      {ago < MINUTE_MS ? t('dashboard.lanes.now') : format.duration(Math.floor(ago / MINUTE_MS) * MINUTE_MS)}
    </time>
  )
}

/** The lane for a reader who does not see it. */
const Spoken = ({ project, lane }: { project: DashboardProject; lane: Lane | undefined }) => {
  const { t } = useTranslation()
  const format = useFormat()
  const worst = lane?.findings.reduce<Lane['findings'][number] | undefined>(
    (largest, one) => (largest === undefined || Math.abs(one.val ?? 0) > Math.abs(largest.val ?? 0) ? one : largest),
    undefined,
  )
  if (worst === undefined)
    return <span className="visually-hidden">{t('dashboard.lanes.spokenNone', { project: project.projectName })}</span>
  return (
    <span className="visually-hidden">
      {t(worst.val === null ? 'dashboard.lanes.spokenGap' : 'dashboard.lanes.spoken', {
        project: project.projectName,
        range: format.range(worst.start, worst.end),
        severity: Math.min(10, Math.abs(worst.val ?? 0)).toFixed(1),
      })}
    </span>
  )
}
