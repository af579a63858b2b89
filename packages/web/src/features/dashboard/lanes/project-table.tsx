import type { DashboardProject } from '@omen/sdk'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { useFormat } from '../../../lib/format/use-format.ts'
import { livePath, projectAddress } from '../../../lib/projects/project-address.ts'
import type { Column } from '../../../ui/data-table/column.ts'
import { DataTable } from '../../../ui/data-table/data-table.tsx'
import { TimeText } from '../../../ui/time-text/time-text.tsx'

/** The projects with all their figures, to be sorted. */
export const ProjectTable = ({ projects }: { projects: readonly DashboardProject[] }) => {
  const { t } = useTranslation()
  return (
    <DataTable
      label={t('dashboard.lanes.title')}
      columns={useColumns()}
      rows={projects}
      rowKey={projectAddress}
      maxHeight="60vh"
    />
  )
}

const useColumns = (): Column<DashboardProject>[] => {
  const { t } = useTranslation()
  const format = useFormat()
  const figure = (
    id: 'abnormal' | 'before' | 'lastWeek',
    of: (project: DashboardProject) => number | null,
  ): Column<DashboardProject> => ({
    id,
    header: t(`dashboard.lanes.${id}`),
    align: 'end',
    isHiddenOnPhone: id !== 'abnormal',
    cell: (project) => format.share(of(project)),
    sortBy: of,
  })
  const count = (
    id: 'openIncidents' | 'predictedIncidents' | 'findings',
    of: (project: DashboardProject) => number,
  ) => ({
    id,
    header: t(`dashboard.lanes.${id}`),
    align: 'end' as const,
    isHiddenOnPhone: id !== 'openIncidents',
    cell: (project: DashboardProject) => format.count(of(project)),
    sortBy: of,
  })
  return [
    {
      id: 'project',
      header: t('dashboard.project'),
      cell: (project) => (
        <Link to={livePath(projectAddress(project))} className="break">
          {projectAddress(project)}
        </Link>
      ),
      sortBy: projectAddress,
    },
    {
      id: 'state',
      header: t('dashboard.lanes.state'),
      cell: ({ state, stateSentence }) => <span title={stateSentence}>{t(`projects.state.${state}`)}</span>,
      sortBy: ({ state }) => state,
    },
    {
      id: 'health',
      header: t('dashboard.lanes.health'),
      align: 'end',
      cell: ({ health }) => health ?? '–',
      sortBy: ({ health }) => health,
    },
    count('openIncidents', ({ openIncidents }) => openIncidents),
    count('predictedIncidents', ({ predictedIncidents }) => predictedIncidents),
    count('findings', ({ figures }) => figures.findings),
    figure('abnormal', ({ figures }) => figures.abnormalShare),
    figure('before', ({ before }) => before.abnormalShare),
    figure('lastWeek', ({ lastWeek }) => lastWeek.abnormalShare),
    {
      id: 'lastPoint',
      header: t('dashboard.lanes.lastPoint'),
      isOneLine: true,
      isHiddenOnPhone: true,
      cell: ({ lastDataAt }) => (lastDataAt === null ? '–' : <TimeText time={lastDataAt} />),
      sortBy: ({ lastDataAt }) => lastDataAt,
    },
  ]
}
