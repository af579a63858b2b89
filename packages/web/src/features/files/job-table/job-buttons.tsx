import { Button } from '@mantine/core'
import { isEnded, type Job } from '@omen/sdk'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useSetAtom } from 'jotai'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { omen } from '../../../lib/api/omen.ts'
import { queryKeys } from '../../../lib/api/query-keys.ts'
import { jobTarget } from '../../../lib/jobs/ended-jobs.ts'
import { toProblem } from '../../../lib/problem/problem.ts'
import { showMessageAtom } from '../../../ui/messages/messages-atom.ts'
import { recallRequest } from '../actions/remembered-requests.ts'
import { useStartJobs } from '../actions/use-start-job.ts'

/** Cancels a running job, opens the result of a done one, repeats a failed one. */
export const JobButtons = ({ job }: { job: Job }) => {
  const { t } = useTranslation()
  const target = jobTarget(job)
  if (!isEnded(job)) return <CancelButton job={job} />
  if (target !== null) {
    return <Link to={target}>{t(openText(target))}</Link>
  }
  return job.state === 'done' ? null : <RetryButton job={job} />
}

/** What the result of a job is, by its address. */
const openText = (target: string) => {
  if (target.startsWith('/logs')) return 'files.jobs.openLogs'
  return target.startsWith('/models') ? 'files.jobs.openModel' : 'files.jobs.openDetection'
}

const CancelButton = ({ job }: { job: Job }) => {
  const { t } = useTranslation()
  const queryClient = useQueryClient()
  const showMessage = useSetAtom(showMessageAtom)
  const cancel = useMutation({
    mutationFn: () => omen.jobs.cancel(job.id),
    onError: (error) => showMessage(t(`errors.${toProblem(error).code}`), 'failed'),
    onSettled: () => queryClient.invalidateQueries({ queryKey: queryKeys.jobs.all }),
  })
  return (
    <Button
      variant="default"
      size="compact-sm"
      onClick={() => cancel.mutate()}
      loading={cancel.isPending}
      aria-label={t('files.jobs.cancelNamed', { title: job.title ?? job.id })}
    >
      {t('files.jobs.cancel')}
    </Button>
  )
}

const RetryButton = ({ job }: { job: Job }) => {
  const { t } = useTranslation()
  const showMessage = useSetAtom(showMessageAtom)
  const start = useStartJobs()
  const request = recallRequest(localStorage, job.id)
  if (request === null) return null
  const retry = () =>
    start.mutate([request], { onError: (error) => showMessage(t(`errors.${toProblem(error).code}`), 'failed') })
  return (
    <Button variant="default" size="compact-sm" onClick={retry} loading={start.isPending}>
      {t('files.jobs.retry')}
    </Button>
  )
}
