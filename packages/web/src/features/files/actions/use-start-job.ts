import type { Job } from '@omen/sdk'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useSetAtom } from 'jotai'
import { useTranslation } from 'react-i18next'
import { queryKeys } from '../../../lib/api/query-keys.ts'
import { showMessageAtom } from '../../../ui/messages/messages-atom.ts'
import { type JobRequest, startJob } from './job-request.ts'
import { rememberRequest } from './remembered-requests.ts'

/** Starts jobs one after the other; if one is refused, those already started continue. */
export const useStartJobs = (onStarted?: (jobs: Job[]) => void) => {
  const { t } = useTranslation()
  const queryClient = useQueryClient()
  const showMessage = useSetAtom(showMessageAtom)
  return useMutation({
    mutationFn: async (requests: readonly JobRequest[]) => {
      const jobs: Job[] = []
      for (const request of requests) {
        const job = await startJob(request)
        rememberRequest(localStorage, job.id, request)
        jobs.push(job)
      }
      return jobs
    },
    onSuccess: (jobs) => {
      showMessage(jobs.length === 1 ? t('files.form.started') : t('files.form.startedMany', { count: jobs.length }))
      onStarted?.(jobs)
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: queryKeys.jobs.all }),
  })
}
