import { Button } from '@mantine/core'
import { type Preview as FilePreview, isEnded, type StoredFile } from '@omen/sdk'
import { IconGitCompare, IconHourglass, IconTrash, IconUsersGroup } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useAtomValue } from 'jotai'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useParams } from 'react-router-dom'
import { useNavigateAfter } from '../../../lib/address/use-navigate-after.ts'
import type { omen } from '../../../lib/api/omen.ts'
import { poll } from '../../../lib/api/poll.ts'
import { fileQuery } from '../../../lib/files/file-query.ts'
import { useFormat } from '../../../lib/format/use-format.ts'
import { outliersPath, rolloutPath } from '../../../lib/sources/source.ts'
import { EmptyState } from '../../../ui/empty-state/empty-state.tsx'
import { PageFailed } from '../../../ui/page-failed/page-failed.tsx'
import { PageHead } from '../../../ui/page-head/page-head.tsx'
import { Loaded } from '../../../ui/panel/loaded.tsx'
import { Panel } from '../../../ui/panel/panel.tsx'
import { ProblemNotice } from '../../../ui/problem-notice/problem-notice.tsx'
import { PageSkeleton } from '../../../ui/skeletons/skeletons.tsx'
import { AnalyseLogs } from '../actions/analyse-logs.tsx'
import { FileActions } from '../actions/file-actions.tsx'
import { RunningJob } from '../file-table/file-row-detail.tsx'
import { isTable } from '../file-table/file-row-model.ts'
import { FileStatus } from '../file-table/file-status.tsx'
import { newestJobsAtom } from '../file-table/files-atom.ts'
import { Preview } from '../preview/preview.tsx'
import { DeleteFile } from './delete-file.tsx'
import { MadeFrom } from './made-from.tsx'

/** The first request for a file makes the server read it; a large one takes longer than the response waits. */
type FileDetail = Awaited<ReturnType<typeof omen.files.get>>

const isBeingRead = (file: StoredFile): boolean => file.state === 'receiving' || file.state === 'stored'

export const FilePage = () => {
  const { t } = useTranslation()
  const { filename = '' } = useParams()
  const query = useQuery({
    ...fileQuery(filename),
    refetchInterval: poll<FileDetail>((data) => (data && isBeingRead(data.file) ? 1_000 : false)),
  })
  return (
    <Loaded
      query={query}
      skeleton={<PageSkeleton />}
      failed={(error, onRetry) => (
        <PageFailed error={error} onRetry={onRetry} list={{ name: t('files.title'), path: '/files' }} />
      )}
    >
      {({ file, preview }) => (
        <>
          <Head file={file} />
          <CurrentJob file={file} />
          <Body file={file} preview={preview} />
        </>
      )}
    </Loaded>
  )
}

const Head = ({ file }: { file: StoredFile }) => {
  const job = useAtomValue(newestJobsAtom).get(file.filename)
  const { t } = useTranslation()
  const format = useFormat()
  const navigate = useNavigateAfter()
  const [isDeleting, setDeleting] = useState(false)
  return (
    <>
      <PageHead
        parent={<Link to="/files">{t('files.title')}</Link>}
        title={file.uploadFileName}
        text={
          <span className="row" style={{ columnGap: 16 }}>
            <FileStatus file={file} job={job} />
            <span>{format.bytes(file.bytes)}</span>
            <span>{format.dateTime(file.createdAt)}</span>
          </span>
        }
        actions={
          <>
            {isTable(file) && <CompareLinks filename={file.filename} />}
            <Button variant="default" leftSection={<IconTrash size={16} />} onClick={() => setDeleting(true)}>
              {t('files.detail.delete')}
            </Button>
          </>
        }
      />
      {isDeleting && (
        <DeleteFile file={file} onDeleted={() => void navigate('/files')} onClose={() => setDeleting(false)} />
      )}
    </>
  )
}

/** Where the instances in it are compared, without a model. */
const CompareLinks = ({ filename }: { filename: string }) => {
  const { t } = useTranslation()
  return (
    <>
      <Button
        component={Link}
        to={outliersPath({ filename })}
        variant="default"
        leftSection={<IconUsersGroup size={16} />}
      >
        {t('frame.nav.outliers')}
      </Button>
      <Button
        component={Link}
        to={rolloutPath({ filename })}
        variant="default"
        leftSection={<IconGitCompare size={16} />}
      >
        {t('frame.nav.rollout')}
      </Button>
    </>
  )
}

const CurrentJob = ({ file }: { file: StoredFile }) => {
  const job = useAtomValue(newestJobsAtom).get(file.filename)
  return job === undefined || isEnded(job) ? null : (
    <Panel label={job.title ?? job.id}>
      <RunningJob job={job} />
    </Panel>
  )
}

const Body = ({ file, preview }: { file: StoredFile; preview: FilePreview | undefined }) => {
  const { t } = useTranslation()
  if (file.state === 'refused') return <ProblemNotice title={t('files.detail.refusedTitle')} error={file.failure} />
  if (file.state === 'expired') {
    return (
      <Panel>
        <EmptyState
          icon={<IconHourglass size={24} />}
          title={t('files.detail.expiredTitle')}
          text={t('files.detail.expired')}
        />
      </Panel>
    )
  }
  if (preview === undefined) {
    return (
      <Panel>
        <EmptyState
          icon={<IconHourglass size={24} />}
          title={t('files.detail.readingTitle')}
          text={t('files.detail.reading')}
        />
      </Panel>
    )
  }
  return (
    <Preview file={file} preview={preview}>
      {preview.kind === 'logs' && <AnalyseLogs file={file} />}
      {preview.kind === 'metrics' && (
        <>
          <MadeFrom file={file} />
          <FileActions file={file} />
        </>
      )}
    </Preview>
  )
}
