import { Button, TextInput } from '@mantine/core'
import type { Project } from '@omen/sdk'
import { IconPlugConnected, IconPlus, IconSearch } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useAtom } from 'jotai'
import { useTranslation } from 'react-i18next'
import { Link, useNavigate } from 'react-router-dom'
import { atomFromUrl } from '../../../lib/address/address-atom.ts'
import { pageCodec, textCodec } from '../../../lib/address/url-codecs.ts'
import { omen } from '../../../lib/api/omen.ts'
import { pollEvery } from '../../../lib/api/poll.ts'
import { queryKeys } from '../../../lib/api/query-keys.ts'
import { useFormat } from '../../../lib/format/use-format.ts'
import { livePath, projectAddress, projectPath } from '../../../lib/projects/project-address.ts'
import type { Column } from '../../../ui/data-table/column.ts'
import { DataTable } from '../../../ui/data-table/data-table.tsx'
import { EmptyState } from '../../../ui/empty-state/empty-state.tsx'
import { PageHead } from '../../../ui/page-head/page-head.tsx'
import { Pager } from '../../../ui/pager/pager.tsx'
import { Loaded } from '../../../ui/panel/loaded.tsx'
import { Panel } from '../../../ui/panel/panel.tsx'
import { ProjectStatus } from '../../../ui/project-status/project-status.tsx'
import { RowsSkeleton } from '../../../ui/skeletons/skeletons.tsx'
import { TimeText } from '../../../ui/time-text/time-text.tsx'

const queryAtom = atomFromUrl('q', textCodec, 'replace')
const pageAtom = atomFromUrl('page', pageCodec)
/** How often the states are read again, in milliseconds. */
const REFRESH_MS = 10_000

/** Every project that the user may read, with its state and what that means. */
export const ProjectListPage = () => {
  const { t } = useTranslation()
  const format = useFormat()
  const [query, setQuery] = useAtom(queryAtom)
  const [page, setPage] = useAtom(pageAtom)
  const q = query.trim()
  const projects = useQuery({
    queryKey: queryKeys.projects.page(q, page, format.locale),
    queryFn: ({ signal }) => omen.projects.list({ page, ...(q !== '' && { q }) }, { signal }),
    placeholderData: keepPreviousData,
    refetchInterval: pollEvery(REFRESH_MS),
  })
  const isEmpty = q === '' && projects.data?.total === 0
  return (
    <>
      <PageHead title={t('projects.title')} actions={!isEmpty && <AddButton />} />
      {!isEmpty && (
        <TextInput
          aria-label={t('projects.list.search')}
          placeholder={t('projects.list.search')}
          leftSection={<IconSearch size={16} />}
          value={query}
          onChange={(event) => {
            setPage(1)
            setQuery(event.currentTarget.value)
          }}
          style={{ width: 280, maxWidth: '100%' }}
        />
      )}
      <Panel label={t('projects.list.label')} flush>
        <Loaded query={projects} skeleton={<RowsSkeleton />}>
          {({ items, pageSize, total, ...shown }) =>
            items.length === 0 ? (
              <NoProjects query={q} />
            ) : (
              <>
                <Rows projects={items} isWhole={total <= pageSize} />
                <Pager page={shown.page} pageSize={pageSize} total={total} onPage={setPage} />
              </>
            )
          }
        </Loaded>
      </Panel>
    </>
  )
}

const AddButton = () => {
  const { t } = useTranslation()
  return (
    <Button component={Link} to="/projects/add/custom" leftSection={<IconPlus size={16} />}>
      {t('projects.list.add')}
    </Button>
  )
}

const Rows = ({ projects, isWhole }: { projects: Project[]; isWhole: boolean }) => {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const columns = useProjectColumns()
  return (
    <DataTable
      label={t('projects.list.label')}
      columns={columns}
      rows={projects}
      rowKey={projectAddress}
      isWhole={isWhole}
      rowHeight={56}
      detail={({ stateSentence }) => <span className="small muted">{stateSentence}</span>}
      onRowClick={(project) => void navigate(projectPath(projectAddress(project)))}
    />
  )
}

const NoProjects = ({ query }: { query: string }) => {
  const { t } = useTranslation()
  const icon = <IconPlugConnected size={24} />
  if (query !== '') return <EmptyState icon={icon} text={t('projects.list.nothing', { query })} />
  return (
    <EmptyState
      icon={icon}
      title={t('projects.list.emptyTitle')}
      text={t('projects.list.empty')}
      action={<AddButton />}
    />
  )
}

const useProjectColumns = (): Column<Project>[] => {
  const { t } = useTranslation()
  const format = useFormat()
  return [
    {
      id: 'name',
      header: t('projects.list.name'),
      cell: (project) => (
        <Link to={projectPath(projectAddress(project))} className="break">
          {project.projectName}
        </Link>
      ),
      sortBy: (project) => project.projectName,
    },
    {
      id: 'kind',
      header: t('projects.list.kind'),
      isHiddenOnPhone: true,
      cell: ({ dataType }) => t(`projects.kind.${dataType}`),
      sortBy: ({ dataType }) => dataType,
    },
    {
      id: 'state',
      header: t('projects.list.state'),
      cell: (project) => (
        <Link to={livePath(projectAddress(project))} title={t('projects.page.live')}>
          <ProjectStatus state={project.state} fault={project.collection?.fault} />
        </Link>
      ),
      sortBy: ({ state }) => state,
    },
    {
      id: 'lastData',
      header: t('projects.list.lastData'),
      isOneLine: true,
      cell: ({ lastDataAt }) =>
        lastDataAt === null ? (
          <span className="muted">{t('projects.list.noData')}</span>
        ) : (
          <TimeText time={lastDataAt} />
        ),
      sortBy: ({ lastDataAt }) => lastDataAt,
    },
    {
      id: 'series',
      header: t('projects.list.series'),
      align: 'end',
      isHiddenOnPhone: true,
      cell: ({ seriesCount }) => format.count(seriesCount),
      sortBy: ({ seriesCount }) => seriesCount,
    },
    {
      id: 'members',
      header: t('projects.list.members'),
      isHiddenOnPhone: true,
      cell: ({ mine, owner, members, demo }) => {
        if (demo) return <span className="muted">{t('projects.list.everybody')}</span>
        if (!mine) return <span className="break">{t('projects.list.sharedBy', { name: owner })}</span>
        if (members.length === 0) return <span className="muted">{t('projects.list.notShared')}</span>
        return <span title={members.join(', ')}>{t('projects.list.accounts', { count: members.length })}</span>
      },
    },
  ]
}
