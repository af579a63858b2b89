import type { Job, StoredFile } from '@omen/sdk'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { fileQuery } from '../../../lib/files/file-query.ts'
import { JobButtons } from '../job-table/job-buttons.tsx'
import { JobState } from '../job-table/job-state.tsx'
import { RejectTable } from '../preview/rejected-lines.tsx'
import styles from './file-table.module.css'

const SHOWN_REJECTS = 4

/** The job that works on a file, or failed on it, with its progress and reason. */
export const RunningJob = ({ job }: { job: Job }) => (
  <div className={styles.job}>
    <span className="small break">{job.title}</span>
    <JobState job={job} />
    {job.state !== 'failed' && <JobButtons job={job} />}
  </div>
)

/** The first rejected lines of a file, with the way to all of them. */
export const FirstRejects = ({ file }: { file: StoredFile }) => {
  const { t } = useTranslation()
  const { data } = useQuery(fileQuery(file.filename))
  const preview = data?.preview
  if (preview === undefined) return null
  return (
    <div className={styles.rejects}>
      <RejectTable preview={preview} rejects={preview.rejected.slice(0, SHOWN_REJECTS)} />
      <p className="small muted">
        {t('files.preview.restKept', { count: preview.rows })}
        {t('general.betweenSentences')}
        <Link to={`/files/${file.filename}`}>{t('files.preview.allRejected', { count: preview.rejectedRows })}</Link>
      </p>
    </div>
  )
}
