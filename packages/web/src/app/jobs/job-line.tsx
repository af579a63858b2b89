import { Progress } from '@mantine/core'
import type { Job } from '@omen/sdk'
import { IconAlertCircle, IconBan, IconCircleCheck, IconLoader } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { useFormat } from '../../lib/format/use-format.ts'
import { jobShare, jobTarget } from '../../lib/jobs/ended-jobs.ts'
import { jobStep } from '../../lib/jobs/job-step.ts'
import { toProblem } from '../../lib/problem/problem.ts'
import styles from './jobs-menu.module.css'

const icons = {
  queued: IconLoader,
  running: IconLoader,
  done: IconCircleCheck,
  failed: IconAlertCircle,
  cancelled: IconBan,
}

export const JobLine = ({ job, onGo }: { job: Job; onGo: () => void }) => {
  const { t } = useTranslation()
  const target = jobTarget(job)
  const Icon = icons[job.state]
  const title = job.title ?? t(`files.jobs.kinds.${job.kind}`)
  return (
    <li className={styles.line} data-state={job.state}>
      <Icon size={16} className={styles.icon} aria-hidden />
      <div className={styles.words}>
        <div className="break">
          <span className="muted">{t(`files.jobs.kinds.${job.kind}`)} · </span>
          {target === null ? (
            title
          ) : (
            <Link to={target} onClick={onGo}>
              {title}
            </Link>
          )}
        </div>
        <JobNews job={job} />
      </div>
    </li>
  )
}

const JobNews = ({ job }: { job: Job }) => {
  const { t } = useTranslation()
  const format = useFormat()
  const when = format.relative(job.finishedAt ?? job.createdAt)
  if (job.state === 'running') {
    const share = jobShare(job)
    return (
      <>
        <Progress
          value={(share ?? 1) * 100}
          animated={share === null}
          size={4}
          color="var(--omen-running)"
          aria-label={job.title}
        />
        {job.progress.note !== undefined && <span className="tiny muted">{jobStep(job, t)}</span>}
      </>
    )
  }
  if (job.state === 'queued') return <span className="tiny muted">{t('frame.jobs.queued')}</span>
  if (job.state === 'failed') {
    return (
      <span className="tiny">
        {t('frame.jobs.failed', { when })}: {t(`errors.${toProblem(job.error).code}`)}
      </span>
    )
  }
  return (
    <span className="tiny muted">
      {t(job.state === 'done' ? 'frame.jobs.finished' : 'frame.jobs.cancelled', { when })}
    </span>
  )
}
