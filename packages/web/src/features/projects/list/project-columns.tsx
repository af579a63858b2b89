import type { Project } from '@omen/sdk'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { useFormat } from '../../../lib/format/use-format.ts'
import { livePath, projectAddress, projectPath } from '../../../lib/projects/project-address.ts'
import type { Column } from '../../../ui/data-table/column.ts'
import { ProjectStatus } from '../../../ui/project-status/project-status.tsx'
import { TimeText } from '../../../ui/time-text/time-text.tsx'

export const useProjectColumns = (): Column<Project>[] => {
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
