import { ActionIcon, Indicator, Popover, Progress, Tooltip } from '@mantine/core'
import type { Job } from '@omen/sdk'
import { IconAlertCircle, IconBan, IconBell, IconCircleCheck, IconLoader } from '@tabler/icons-react'
import { useAtomValue } from 'jotai'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { useFormat } from '../../lib/format/use-format.ts'
import { jobShare, jobTarget } from '../../lib/jobs/ended-jobs.ts'
import { jobStep } from '../../lib/jobs/job-step.ts'
import { activeJobsAtom, recentJobsAtom } from '../../lib/jobs/jobs-atom.ts'
import { toProblem } from '../../lib/problem/problem.ts'
import { Loaded } from '../../ui/panel/loaded.tsx'
import { RowsSkeleton } from '../../ui/skeletons/skeletons.tsx'
import styles from './jobs-menu.module.css'

const SHOWN_JOBS = 8

/** Running jobs with their progress, and how the last ones ended. */
export const JobsMenu = () => {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(false)
  const active = useAtomValue(activeJobsAtom)
  const recent = useAtomValue(recentJobsAtom)
  const label = active.length > 0 ? t('frame.jobs.running', { count: active.length }) : t('frame.jobs.label')
  return (
    <Popover opened={isOpen} onChange={setOpen} position="bottom-end" width={360} trapFocus>
      <Popover.Target>
        <Tooltip label={label} disabled={isOpen}>
          <Indicator disabled={active.length === 0} processing size={9} offset={6} color="var(--omen-running)">
            <ActionIcon
              aria-label={`${t('frame.jobs.label')}${active.length > 0 ? `: ${label}` : ''}`}
              aria-expanded={isOpen}
              onClick={() => setOpen(!isOpen)}
            >
              <IconBell size={20} stroke={1.6} />
            </ActionIcon>
          </Indicator>
        </Tooltip>
      </Popover.Target>
      <Popover.Dropdown p={0} aria-label={t('frame.jobs.label')}>
        <Loaded query={recent} skeleton={<RowsSkeleton rows={3} />}>
          {({ items }) =>
            items.length === 0 ? (
              <p className={styles.none}>{t('frame.jobs.none')}</p>
            ) : (
              <ul className={styles.list} aria-label={t('frame.jobs.label')}>
                {items.slice(0, SHOWN_JOBS).map((job) => (
                  <JobLine key={job.id} job={job} onGo={() => setOpen(false)} />
                ))}
              </ul>
            )
          }
        </Loaded>
        <div className={styles.foot}>
          <Link to="/files?tab=jobs" onClick={() => setOpen(false)}>
            {t('frame.jobs.all')}
          </Link>
        </div>
      </Popover.Dropdown>
    </Popover>
  )
}

const icons = {
  queued: IconLoader,
  running: IconLoader,
  done: IconCircleCheck,
  failed: IconAlertCircle,
  cancelled: IconBan,
}

const JobLine = ({ job, onGo }: { job: Job; onGo: () => void }) => {
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
