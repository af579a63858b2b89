import { UnstyledButton } from '@mantine/core'
import type { DashboardProject, PredictedIncident } from '@omen/sdk'
import { useAtom } from 'jotai'
import { useTranslation } from 'react-i18next'
import { predictedWhen } from '../../../findings/forecast/predicted-when.ts'
import { seriesTitle } from '../../../lib/format/series-title.ts'
import { useFormat } from '../../../lib/format/use-format.ts'
import { filterAtom, type ProjectFilter } from '../state/dashboard-atoms.ts'
import type { NumberedIncident } from '../state/numbered.ts'
import { isShown } from '../state/project-filter.ts'
import styles from './strip.module.css'

interface StripProps {
  projects: readonly DashboardProject[]
  /** Open ones. */
  incidents: readonly NumberedIncident[]
  /** The soonest first. */
  predicted: readonly PredictedIncident[]
  now: number
}

const NAMED = 2

/** Four figures; each shows only what it counts. */
export const Strip = ({ projects, incidents, predicted, now }: StripProps) => {
  const { t } = useTranslation()
  const format = useFormat()
  const open = projects.reduce((sum, { openIncidents }) => sum + openIncidents, 0)
  const ahead = projects.reduce((sum, { predictedIncidents }) => sum + predictedIncidents, 0)
  const silent = projects.filter((project) => isShown(project, 'silent'))
  const learning = projects.filter((project) => isShown(project, 'learning'))
  const list = (texts: readonly string[]) =>
    texts.slice(0, NAMED).join(t('general.nameComma')) +
    (texts.length > NAMED ? t('dashboard.strip.more', { number: format.count(texts.length - NAMED) }) : '')
  const worst = incidents.map(({ projectName, onset }) => `${projectName} ${format.clock(onset)}`)
  const quiet = silent.map(({ projectName, lastDataAt }) =>
    lastDataAt === null
      ? projectName
      : t('dashboard.strip.last', { project: projectName, time: format.clock(lastDataAt) }),
  )
  const soon = predicted.map((one) => {
    const when = predictedWhen(one, now, t, format)
    return t('dashboard.strip.predictedFirst', { project: one.projectName, title: seriesTitle(one, t), when })
  })
  return (
    <section className={styles.strip} aria-label={t('dashboard.strip.label')}>
      <Figure name="open" count={open} detail={list(worst)} />
      <Figure name="predicted" count={ahead} detail={soon[0] ?? ''} />
      <Figure name="silent" count={silent.length} detail={list(quiet)} />
      <Figure name="learning" count={learning.length} detail={list(learning.map(({ projectName }) => projectName))} />
    </section>
  )
}

const Figure = ({ name, count, detail }: { name: Exclude<ProjectFilter, ''>; count: number; detail: string }) => {
  const { t } = useTranslation()
  const format = useFormat()
  const [filter, setFilter] = useAtom(filterAtom)
  const isOn = filter === name
  return (
    <UnstyledButton
      className={styles.figure ?? ''}
      aria-pressed={isOn}
      disabled={count === 0 && !isOn}
      data-zero={count === 0 || undefined}
      onClick={() => setFilter(isOn ? '' : name)}
    >
      <span className={styles.count}>{format.count(count)}</span>
      <span className={styles.words}>
        <span className={styles.name}>{t(`dashboard.strip.${name}`, { count })}</span>
        {detail !== '' && (
          <span className={styles.detail} title={detail}>
            {detail}
          </span>
        )}
      </span>
    </UnstyledButton>
  )
}
