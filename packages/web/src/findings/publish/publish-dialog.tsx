import type { Job } from '@omen/sdk'
import { jobResult } from '@omen/sdk'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useNavigateAfter } from '../../lib/address/use-navigate-after.ts'
import { omen } from '../../lib/api/omen.ts'
import { queryKeys } from '../../lib/api/query-keys.ts'
import { useFormat } from '../../lib/format/use-format.ts'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { PublicationForm } from './publication-form.tsx'
import { newPublication, toFields } from './publication-values.ts'

/** What is published: a detection, or a time of a project. */
export type PublishSubject = { detectionId: string } | { projectName: string; from: number; to: number }

interface PublishDialogProps {
  subject: PublishSubject
  /** Of what is published. */
  name: string
  onClose: () => void
}

const WAIT_SECONDS = 30

/** Publishes a frozen copy and opens it; a long copy goes on in the background. */
export const PublishDialog = ({ subject, name, onClose }: PublishDialogProps) => {
  const { t } = useTranslation()
  const format = useFormat()
  const { timeZone } = format
  const navigate = useNavigateAfter()
  const queryClient = useQueryClient()
  const publish = useMutation({
    mutationFn: (values: ReturnType<typeof newPublication>): Promise<Job> => {
      const fields = toFields(values, timeZone)
      return 'detectionId' in subject
        ? omen.published.publishFile({ ...fields, ...subject }, { waitSeconds: WAIT_SECONDS })
        : omen.published.publishProject({ ...fields, ...subject }, { waitSeconds: WAIT_SECONDS })
    },
    onSuccess: async (job) => {
      await queryClient.invalidateQueries({ queryKey: queryKeys.jobs.all })
      await queryClient.invalidateQueries({ queryKey: queryKeys.published.all })
      // Of a job that failed, the notification says why
      const id = job.state === 'done' ? jobResult(job).publishedId : undefined
      onClose()
      if (id !== undefined) await navigate(`/published/${id}`)
    },
  })
  return (
    <Dialog
      onClose={onClose}
      title={<b>{t('published.publishTitle')}</b>}
      closeButtonProps={{ 'aria-label': t('general.close') }}
    >
      <p className="muted" style={{ margin: '0 0 16px' }}>
        {t('published.publishText')}
        {'from' in subject && (
          <>
            <br />
            {t('published.publishTime', { time: format.span(subject.from, subject.to) })}
          </>
        )}
      </p>
      <PublicationForm
        initial={newPublication(name)}
        isNew
        action={t('published.publish')}
        isBusy={publish.isPending}
        error={publish.error}
        onSubmit={(values) => publish.mutate(values)}
        onClose={onClose}
      />
    </Dialog>
  )
}
