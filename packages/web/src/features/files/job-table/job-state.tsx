import { Progress } from '@mantine/core'
import type { Job } from '@omen/sdk'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../../lib/format/use-format.ts'
import { jobPace, jobShare } from '../../../lib/jobs/ended-jobs.ts'
import { jobStep } from '../../../lib/jobs/job-step.ts'
import { FailureText } from '../../../ui/failure-text/failure-text.tsx'
import { Status, type StatusTone } from '../../../ui/status/status.tsx'
import styles from './job-table.module.css'

const TONES: Record<Job['state'], StatusTone> = {
  queued: 'silent',
  running: 'running',
  done: 'ok',
  failed: 'failed',
  cancelled: 'silent',
}

/** State of a job: progress while it runs, the reason if it failed. */
export const JobState = ({ job }: { job: Job }) => {
  const { t } = useTranslation()
  const share = jobShare(job)
  return (
    <div className={styles.state}>
      <Status tone={TONES[job.state]} busy={job.state === 'running'}>
        {t(`files.jobs.states.${job.state}`)}
      </Status>
      {job.state === 'running' && (
        <>
          <Progress
            value={(share ?? 1) * 100}
            animated={share === null}
            size={4}
            color="var(--omen-running)"
            aria-label={job.title}
          />
          <Pace job={job} />
        </>
      )}
      {job.state === 'failed' && (
        <span className="tiny muted break">
          <FailureText error={job.error} />
        </span>
      )}
    </div>
  )
}

const Pace = ({ job }: { job: Job }) => {
  const { t } = useTranslation()
  const format = useFormat()
  const { done, total, unit } = job.progress
  const written = unit === 'bytes' ? format.bytes : format.count
  const pace = jobPace(job, Date.now())
  const parts = [
    jobStep(job, t),
    total > 0
      ? t(`files.jobs.unit.${unit}`, { done: written(done), total: written(total) })
      : t('files.jobs.unknownTotal', { done: written(done) }),
    pace && unit === 'rows' ? t('files.jobs.speed', { count: Math.round(pace.perSecond) }) : null,
    pace ? t('files.jobs.remaining', { duration: format.duration(Math.max(pace.remainingMs, 1000)) }) : null,
  ]
  return (
    <span className="tiny muted" data-tabular>
      {parts.filter((part) => part != null).join(' · ')}
    </span>
  )
}
