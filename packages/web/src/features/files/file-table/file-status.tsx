import type { Job, StoredFile } from '@omen/sdk'
import { useTranslation } from 'react-i18next'
import { Status, type StatusTone } from '../../../ui/status/status.tsx'
import { type FileStanding, standingOf } from './file-row-model.ts'

const TONES: Record<FileStanding, StatusTone> = {
  receiving: 'running',
  stored: 'silent',
  refused: 'failed',
  expired: 'silent',
  working: 'running',
  failed: 'failed',
  done: 'ok',
  rejected: 'warn',
  ready: 'ok',
}

/** State of a file; with its newest job, what is done with it. */
export const FileStatus = ({ file, job }: { file: StoredFile; job?: Job | undefined }) => {
  const { t } = useTranslation()
  const standing = standingOf(file, job)
  const text =
    job !== undefined && (standing === 'working' || standing === 'failed' || standing === 'done')
      ? t(`files.standing.${standing}.${job.kind}`)
      : standing === 'rejected'
        ? t('files.preview.rejectedShort', { count: file.summary?.rejectedRows ?? 0 })
        : t(`files.state.${file.state}`)
  return (
    <Status tone={TONES[standing]} busy={standing === 'receiving' || standing === 'working'}>
      {text}
    </Status>
  )
}
