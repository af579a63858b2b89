import { Button, Progress } from '@mantine/core'
import { isEnded, type Job, type StoredFile } from '@omen/sdk'
import { IconListSearch } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useAtomValue } from 'jotai'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { omen } from '../../../lib/api/omen.ts'
import { queryKeys } from '../../../lib/api/query-keys.ts'
import { useFormat } from '../../../lib/format/use-format.ts'
import { jobPace, jobShare } from '../../../lib/jobs/ended-jobs.ts'
import { recentJobsAtom } from '../../../lib/jobs/jobs-atom.ts'
import { EmptyState } from '../../../ui/empty-state/empty-state.tsx'
import { PageHead } from '../../../ui/page-head/page-head.tsx'
import { Panel } from '../../../ui/panel/panel.tsx'
import { ProblemNotice } from '../../../ui/problem-notice/problem-notice.tsx'
import styles from './logs-page.module.css'

/** A file whose lines have not been read yet: reads them, and shows how far that is. */
export const UnreadFile = ({ file, onRead }: { file: StoredFile; onRead: () => void }) => {
  const { t } = useTranslation()
  const client = useQueryClient()
  const { filename, uploadFileName } = file
  const jobs = useAtomValue(recentJobsAtom).data?.items ?? []
  const job = jobs.find((one) => one.filename === filename && one.kind === 'logs')
  const start = useMutation({
    mutationFn: () => omen.logs.start({ filename }),
    onSettled: () => client.invalidateQueries({ queryKey: queryKeys.jobs.all }),
  })
  const doneId = job?.state === 'done' ? job.id : start.data?.state === 'done' ? start.data.id : undefined
  const read = useRef(onRead)
  read.current = onRead
  useEffect(() => {
    if (doneId !== undefined) read.current()
  }, [doneId])
  const isBusy = (job !== undefined && !isEnded(job)) || start.isPending
  return (
    <>
      <PageHead
        parent={<Link to={`/files/${filename}`}>{t('logs.source.file')}</Link>}
        title={uploadFileName}
        name={`${uploadFileName} · ${t('logs.title')}`}
      />
      <Panel label={t('logs.title')}>
        {job?.state === 'failed' && !start.isPending && <ProblemNotice error={job.error} />}
        {start.isError && <ProblemNotice error={start.error} />}
        <EmptyState
          icon={<IconListSearch size={24} />}
          text={t(isBusy ? 'logs.start.reading' : 'logs.start.unread')}
          action={
            isBusy ? (
              job !== undefined && <Reading job={job} />
            ) : (
              <Button onClick={() => start.mutate()}>{t('logs.start.analyse')}</Button>
            )
          }
        />
      </Panel>
    </>
  )
}

const Reading = ({ job }: { job: Job }) => {
  const { t } = useTranslation()
  const format = useFormat()
  const share = jobShare(job)
  const pace = jobPace(job, Date.now())
  return (
    <div className={styles.progress} role="status">
      <Progress
        value={(share ?? 1) * 100}
        animated={share === null}
        size={4}
        color="var(--omen-running)"
        aria-label={t('logs.start.reading')}
      />
      <span className="tiny muted" data-tabular>
        {pace === null
          ? t(`files.jobs.states.${job.state}`)
          : t('files.jobs.remaining', { duration: format.duration(Math.max(pace.remainingMs, 1000)) })}
      </span>
    </div>
  )
}
