import { isEnded, type Job, type Paged } from '@omen/sdk'
import { IconListCheck } from '@tabler/icons-react'
import { keepPreviousData } from '@tanstack/react-query'
import { useAtom, useAtomValue } from 'jotai'
import { atomWithQuery } from 'jotai-tanstack-query'
import { useTranslation } from 'react-i18next'
import { atomFromUrl } from '../../../lib/address/address-atom.ts'
import { pageCodec } from '../../../lib/address/url-codecs.ts'
import { omen } from '../../../lib/api/omen.ts'
import { poll } from '../../../lib/api/poll.ts'
import { queryKeys } from '../../../lib/api/query-keys.ts'
import { useFormat } from '../../../lib/format/use-format.ts'
import type { Column } from '../../../ui/data-table/column.ts'
import { DataTable } from '../../../ui/data-table/data-table.tsx'
import { EmptyState } from '../../../ui/empty-state/empty-state.tsx'
import { Pager } from '../../../ui/pager/pager.tsx'
import { Loaded } from '../../../ui/panel/loaded.tsx'
import { RowsSkeleton } from '../../../ui/skeletons/skeletons.tsx'
import { TimeText } from '../../../ui/time-text/time-text.tsx'
import { JobButtons } from './job-buttons.tsx'
import { JobState } from './job-state.tsx'

const jobPageAtom = atomFromUrl('jobPage', pageCodec)
const jobsAtom = atomWithQuery((get) => {
  const page = get(jobPageAtom)
  return {
    queryKey: queryKeys.jobs.page(page),
    queryFn: ({ signal }) => omen.jobs.list({ page }, { signal }),
    placeholderData: keepPreviousData,
    refetchInterval: poll<Paged<Job>>((data) => (data?.items.some((job) => !isEnded(job)) ? 1_000 : 20_000)),
  }
})

export const JobTable = () => {
  const { t } = useTranslation()
  const jobs = useAtomValue(jobsAtom)
  const [, setPage] = useAtom(jobPageAtom)
  const columns = useJobColumns()
  return (
    <Loaded query={jobs} skeleton={<RowsSkeleton />}>
      {({ items, page, pageSize, total }) =>
        items.length === 0 ? (
          <EmptyState
            icon={<IconListCheck size={24} />}
            title={t('files.jobs.emptyTitle')}
            text={t('files.jobs.empty')}
          />
        ) : (
          <>
            <DataTable label={t('files.jobs.label')} columns={columns} rows={items} rowKey={(job) => job.id} />
            <Pager page={page} pageSize={pageSize} total={total} onPage={setPage} />
          </>
        )
      }
    </Loaded>
  )
}

const useJobColumns = (): Column<Job>[] => {
  const { t } = useTranslation()
  const format = useFormat()
  return [
    {
      id: 'title',
      header: t('files.jobs.title'),
      cell: (job) => (
        <span className="break">
          <span className="muted">{t(`files.jobs.kinds.${job.kind}`)}</span> {job.title}
        </span>
      ),
    },
    { id: 'state', header: t('files.jobs.state'), cell: (job) => <JobState job={job} /> },
    {
      id: 'started',
      header: t('files.jobs.started'),
      cell: (job) => <TimeText time={job.startedAt ?? job.createdAt} />,
      isHiddenOnPhone: true,
    },
    {
      id: 'took',
      header: t('files.jobs.took'),
      align: 'end',
      isHiddenOnPhone: true,
      cell: (job) =>
        job.startedAt != null && job.finishedAt != null ? format.duration(job.finishedAt - job.startedAt) : '',
    },
    {
      id: 'do',
      header: t('files.jobs.title'),
      isHeaderHidden: true,
      align: 'end',
      cell: (job) => <JobButtons job={job} />,
    },
  ]
}
