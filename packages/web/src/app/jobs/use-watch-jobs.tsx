import type { Job, Paged } from '@omen/sdk'
import { useQueryClient } from '@tanstack/react-query'
import { useAtomValue, useSetAtom } from 'jotai'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { omen } from '../../lib/api/omen.ts'
import { queryKeys } from '../../lib/api/query-keys.ts'
import { endedJobs, jobTarget, replaceJob } from '../../lib/jobs/ended-jobs.ts'
import { activeJobsAtom, recentJobsAtom } from '../../lib/jobs/jobs-atom.ts'
import { toProblem } from '../../lib/problem/problem.ts'
import { showMessageAtom } from '../../ui/messages/messages-atom.ts'

/** Follows the newest running job by its events, notifies when jobs end, and reloads what they changed. */
export const useWatchJobs = (): void => {
  useFollowNewest()
  useTellEnded()
}

/** One stream at a time: a browser opens few connections per server, and the list is polled as well. */
const useFollowNewest = (): void => {
  const queryClient = useQueryClient()
  const newest = useAtomValue(activeJobsAtom)[0]?.id
  useEffect(() => {
    if (newest === undefined) return
    const controller = new AbortController()
    const take = (job: Job) =>
      queryClient.setQueryData<Paged<Job>>(
        queryKeys.jobs.recent,
        (page) => page && { ...page, items: replaceJob(page.items, job) },
      )
    // The list is polled as well, so a broken stream only delays updates.
    omen.jobs.follow(newest, { onProgress: take, signal: controller.signal }).catch(() => undefined)
    return () => controller.abort()
  }, [newest, queryClient])
}

const useTellEnded = (): void => {
  const queryClient = useQueryClient()
  const showMessage = useSetAtom(showMessageAtom)
  const jobs = useAtomValue(recentJobsAtom).data?.items
  const before = useRef<readonly Job[]>([])
  useEffect(() => {
    if (jobs === undefined) return
    const ended = endedJobs(before.current, jobs)
    before.current = jobs
    if (ended.length === 0) return
    const { jobs: allJobs, models, model, detections, files, file } = queryKeys
    for (const { all } of [allJobs, models, model, detections, files, file]) {
      void queryClient.invalidateQueries({ queryKey: all })
    }
    for (const job of ended) {
      if (job.state !== 'cancelled') showMessage(<EndedMessage job={job} />, job.state === 'done' ? 'ok' : 'failed')
    }
  }, [jobs, queryClient, showMessage])
}

const EndedMessage = ({ job }: { job: Job }) => {
  const { t } = useTranslation()
  const target = jobTarget(job)
  const title = job.title ?? t(`files.jobs.kinds.${job.kind}`)
  if (job.state === 'done') {
    return (
      <>
        {t('frame.jobs.doneMessage', { title })} {target !== null && <Link to={target}>{t('frame.jobs.open')}</Link>}
      </>
    )
  }
  return (
    <>
      <b>{t('frame.jobs.failedMessage', { title })}</b> {t(`errors.${toProblem(job.error).code}`)}{' '}
      <Link to="/files?tab=jobs">{t('frame.jobs.open')}</Link>
    </>
  )
}
