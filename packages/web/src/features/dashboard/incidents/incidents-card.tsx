import { Button } from '@mantine/core'
import type { DashboardProject, PredictedIncident } from '@omen/sdk'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { shortName } from '../../../lib/format/short-name.ts'
import { useFormat } from '../../../lib/format/use-format.ts'
import { projectAddress, projectPath } from '../../../lib/projects/project-address.ts'
import { Card } from '../../../ui/card/card.tsx'
import type { Addressed, NumberedIncident } from '../state/numbered.ts'
import { IncidentLine } from './incident-line.tsx'
import styles from './incidents-card.module.css'
import { PredictedLine } from './predicted-line.tsx'

interface IncidentsCardProps {
  projects: readonly DashboardProject[]
  incidents: readonly NumberedIncident[]
  /** How many there are, listed or not. */
  total: number
  /** The soonest first, and how many there are, listed or not. */
  predicted: readonly Addressed<PredictedIncident>[]
  predictedTotal: number
  /** Whether they are those of a time that was brushed, open or over. */
  isPast: boolean
  now: number
}

const FIRST = 4
const FIRST_PREDICTED = 2

/** Incidents, worst first, those that are predicted, and projects that send nothing. */
export const IncidentsCard = (props: IncidentsCardProps) => {
  const { projects, incidents, total, predicted, predictedTotal, isPast, now } = props
  const { t } = useTranslation()
  const format = useFormat()
  const [isWhole, setWhole] = useState(false)
  const demos = new Set(projects.filter(({ demo, mine }) => demo && !mine).map(projectAddress))
  const silent = projects.filter(({ state }) => state === 'silent')
  const title = isPast ? 'pastTitle' : predictedTotal > 0 ? 'titlePredicted' : 'title'
  const shown = isWhole ? incidents : incidents.slice(0, FIRST)
  const ahead = isWhole ? predicted : predicted.slice(0, FIRST_PREDICTED)
  const folded = Math.max(0, incidents.length - FIRST) + Math.max(0, predicted.length - FIRST_PREDICTED)
  const count = total + predictedTotal
  return (
    <Card title={t(`dashboard.incidents.${title}`)} {...(count > 0 && { count: format.count(count) })}>
      {incidents.length === 0 && <Quiet projects={projects} isPast={isPast} />}
      <ul className={styles.list}>
        {shown.map((incident) => (
          <IncidentLine key={incident.id} incident={incident} now={now} isOwn={!demos.has(incident.address)} />
        ))}
        {ahead.map((one) => (
          <PredictedLine key={`${one.address} ${one.metric} ${one.instance}`} incident={one} now={now} />
        ))}
      </ul>
      {folded > 0 && (
        <Button
          className={styles.more ?? ''}
          variant="subtle"
          onClick={() => setWhole(!isWhole)}
          aria-expanded={isWhole}
        >
          {isWhole ? t('dashboard.incidents.fewer') : t('dashboard.incidents.more', { count: folded })}
        </Button>
      )}
      {total > incidents.length && isWhole && (
        <p className={styles.quiet}>{t('dashboard.incidents.notAll', { count: incidents.length })}</p>
      )}
      {silent.slice(0, FIRST).map((project) => (
        <Silent key={projectAddress(project)} project={project} />
      ))}
      {silent.length > FIRST && (
        <p className={styles.quiet}>{t('dashboard.incidents.moreSilent', { count: silent.length - FIRST })}</p>
      )}
    </Card>
  )
}

const Quiet = ({ projects, isPast }: { projects: readonly DashboardProject[]; isPast: boolean }) => {
  const { t } = useTranslation()
  const isJudged = projects.some(({ state }) => state === 'live')
  const key = isPast ? 'pastNone' : isJudged ? 'none' : 'notJudged'
  return <p className={styles.quiet}>{t(`dashboard.incidents.${key}`)}</p>
}

/** Since when nothing comes, why that may be, and where to look. */
const Silent = ({ project }: { project: DashboardProject }) => {
  const { t } = useTranslation()
  const path = projectPath(projectAddress(project))
  return (
    <div className={styles.silent}>
      <span className={styles.ring} aria-hidden />
      <span className={styles.body}>
        <Link to={path} className={styles.name ?? ''} title={project.projectName}>
          {shortName(project.projectName)}
        </Link>
        {t('general.colon')}
        {project.stateSentence}
      </span>
      {project.mine && (
        <Link to={`${path}?tab=keys`} className={styles.action ?? ''}>
          {t('dashboard.incidents.keys')}
        </Link>
      )}
    </div>
  )
}
