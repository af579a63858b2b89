import { Button } from '@mantine/core'
import type { StoredFile } from '@omen/sdk'
import { useTranslation } from 'react-i18next'
import { ProblemNotice } from '../../../ui/problem-notice/problem-notice.tsx'
import { useStartJobs } from './use-start-job.ts'

export const VisualiseForm = ({ files }: { files: readonly StoredFile[] }) => {
  const { t } = useTranslation()
  const start = useStartJobs()
  const draw = () =>
    start.mutate(
      files.map(({ uploadFileName, filename }) => ({ call: 'visualization', fields: { uploadFileName, filename } })),
    )
  return (
    <div className="stack">
      {start.isError && <ProblemNotice error={start.error} />}
      <div>
        <Button onClick={draw} loading={start.isPending}>
          {files.length === 1 ? t('files.form.visualise') : t('files.form.visualiseMany', { count: files.length })}
        </Button>
      </div>
    </div>
  )
}
