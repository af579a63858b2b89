import { Button } from '@mantine/core'
import type { Paged, Project } from '@omen/sdk'
import { IconActivityHeartbeat } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link, Navigate } from 'react-router-dom'
import { AnalysisSkeleton } from '../../../findings/analysis-view/analysis-skeleton.tsx'
import { poll } from '../../../lib/api/poll.ts'
import { useFormat } from '../../../lib/format/use-format.ts'
import { livePath, projectAddress } from '../../../lib/projects/project-address.ts'
import { projectsQuery } from '../../../lib/projects/projects-query.ts'
import { EmptyState } from '../../../ui/empty-state/empty-state.tsx'
import { PageHead } from '../../../ui/page-head/page-head.tsx'
import { Loaded } from '../../../ui/panel/loaded.tsx'
import { Panel } from '../../../ui/panel/panel.tsx'

/** The demo's project comes with the first start. */
const untilThereIsOne = poll((data: Paged<Project> | undefined) => (data?.items.length === 0 ? 5000 : false))

/** Leads to the project with the newest data, or to the first one. */
export const LiveStart = () => {
  const { t } = useTranslation()
  const { locale } = useFormat()
  const projects = useQuery({ ...projectsQuery('', locale), refetchInterval: untilThereIsOne })
  return (
    <Loaded query={projects} skeleton={<AnalysisSkeleton />}>
      {({ items }) => {
        const [newest] = items.toSorted((a, b) => (b.lastDataAt ?? 0) - (a.lastDataAt ?? 0))
        return newest === undefined ? (
          <>
            <PageHead title={t('live.title')} />
            <Panel label={t('live.title')}>
              <EmptyState
                icon={<IconActivityHeartbeat size={24} />}
                title={t('projects.list.emptyTitle')}
                text={t('live.empty')}
                action={
                  <Button component={Link} to="/projects/add/custom">
                    {t('projects.list.add')}
                  </Button>
                }
              />
            </Panel>
          </>
        ) : (
          <Navigate to={livePath(projectAddress(newest))} replace />
        )
      }}
    </Loaded>
  )
}
