import { ActionIcon, Indicator, Popover, Tooltip } from '@mantine/core'
import { IconBell } from '@tabler/icons-react'
import { useAtomValue } from 'jotai'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { activeJobsAtom, recentJobsAtom } from '../../lib/jobs/jobs-atom.ts'
import { Loaded } from '../../ui/panel/loaded.tsx'
import { RowsSkeleton } from '../../ui/skeletons/skeletons.tsx'
import { JobLine } from './job-line.tsx'
import styles from './jobs-menu.module.css'

const shownJobs = 8

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
                {items.slice(0, shownJobs).map((job) => (
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
