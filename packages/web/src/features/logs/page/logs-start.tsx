import { Button } from '@mantine/core'
import { IconListSearch } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link, Navigate } from 'react-router-dom'
import { useFormat } from '../../../lib/format/use-format.ts'
import { fileLogsPath, projectLogsPath } from '../../../lib/logs/logs-path.ts'
import { projectAddress } from '../../../lib/projects/project-address.ts'
import { sourcesQuery } from '../../../lib/sources/sources-query.ts'
import { EmptyState } from '../../../ui/empty-state/empty-state.tsx'
import { PageHead } from '../../../ui/page-head/page-head.tsx'
import { Loaded } from '../../../ui/panel/loaded.tsx'
import { Panel } from '../../../ui/panel/panel.tsx'
import { LogsSkeleton } from './logs-skeleton.tsx'

/** Leads to the project with the newest lines, else to the newest log file, else says how to get either. */
export const LogsStart = () => {
  const { t } = useTranslation()
  const { locale } = useFormat()
  const sources = useQuery(sourcesQuery('logs', '', locale))
  return (
    <Loaded query={sources} skeleton={<LogsSkeleton />}>
      {({ projects, files }) => {
        const [newest] = projects
          .filter(({ lastDataAt }) => lastDataAt !== null)
          .toSorted((a, b) => (b.lastDataAt ?? 0) - (a.lastDataAt ?? 0))
        if (newest !== undefined) return <Navigate to={projectLogsPath(projectAddress(newest))} replace />
        const [file] = files
        if (file !== undefined) return <Navigate to={fileLogsPath(file.filename)} replace />
        return (
          <>
            <PageHead title={t('logs.title')} />
            <Panel label={t('logs.title')}>
              <EmptyState
                icon={<IconListSearch size={24} />}
                title={t('logs.start.emptyTitle')}
                text={t('logs.start.empty')}
                action={
                  <div className="row">
                    <Button component={Link} to="/projects/add/log">
                      {t('logs.start.add')}
                    </Button>
                    <Button component={Link} to="/files" variant="default">
                      {t('logs.start.upload')}
                    </Button>
                  </div>
                }
              />
            </Panel>
          </>
        )
      }}
    </Loaded>
  )
}
