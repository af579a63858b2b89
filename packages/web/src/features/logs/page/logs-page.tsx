import { Button } from '@mantine/core'
import type { StoredFile } from '@omen/sdk'
import { IconListSearch } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useAtomValue } from 'jotai'
import { useTranslation } from 'react-i18next'
import { Link, Navigate } from 'react-router-dom'
import { fileQuery } from '../../../lib/files/file-query.ts'
import { useFormat } from '../../../lib/format/use-format.ts'
import { useLogsTexts } from '../../../lib/i18n/use-logs-texts.ts'
import { fileLogsPath, projectLogsPath } from '../../../lib/logs/logs-path.ts'
import { toProblem } from '../../../lib/problem/problem.ts'
import { livePath, projectAddress, projectPath } from '../../../lib/projects/project-address.ts'
import { sourcesQuery } from '../../../lib/sources/sources-query.ts'
import { EmptyState } from '../../../ui/empty-state/empty-state.tsx'
import { PageFailed } from '../../../ui/page-failed/page-failed.tsx'
import { PageHead } from '../../../ui/page-head/page-head.tsx'
import { Loaded } from '../../../ui/panel/loaded.tsx'
import { Panel } from '../../../ui/panel/panel.tsx'
import { sourceAtom } from '../state/log-atoms.ts'
import { projectQuery } from '../state/log-queries.ts'
import { LogsSkeleton } from './logs-skeleton.tsx'
import { LogsView } from './logs-view.tsx'
import { UnreadFile } from './unread-file.tsx'

/** What a project or an uploaded file logged: what is new, rare, more or less than before, and every line. */
export const LogsPage = () => {
  useLogsTexts()
  const source = useAtomValue(sourceAtom)
  if (source === null) return <LogsStart />
  return source.kind === 'project' ? (
    <ProjectLogs key={source.address} address={source.address} />
  ) : (
    <FileLogs key={source.filename} filename={source.filename} />
  )
}

/** Leads to the project with the newest lines, else to the newest log file, else says how to get either. */
const LogsStart = () => {
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

const ProjectLogs = ({ address }: { address: string }) => {
  const { t } = useTranslation()
  const { locale } = useFormat()
  const project = useQuery(projectQuery(address, locale))
  const list = { name: t('projects.title'), path: '/projects' }
  return (
    <Loaded
      query={project}
      skeleton={<LogsSkeleton />}
      failed={(error, onRetry) => <PageFailed error={error} onRetry={onRetry} list={list} />}
    >
      {({ dataType, firstDataAt, mine, projectName }) =>
        dataType !== 'Log' ? (
          <NoLogs name={projectName} address={address} />
        ) : firstDataAt === null ? (
          <NothingYet name={projectName} address={address} isMine={mine} />
        ) : (
          <LogsView
            source={{ kind: 'project', address }}
            name={projectName}
            isMine={mine}
            link={
              <span className="row" style={{ columnGap: 12 }}>
                <Link to={livePath(address)}>{t('frame.nav.live')}</Link>
                <Link to={projectPath(address)}>{t('live.project')}</Link>
              </span>
            }
            failed={(error, retry) => <PageFailed error={error} onRetry={retry} list={list} />}
          />
        )
      }
    </Loaded>
  )
}

/** A project for metrics has no lines. */
const NoLogs = ({ name, address }: { name: string; address: string }) => {
  const { t } = useTranslation()
  return (
    <>
      <PageHead title={t('logs.title')} />
      <Panel label={t('logs.title')}>
        <EmptyState
          icon={<IconListSearch size={24} />}
          text={t('logs.start.metrics', { name })}
          action={
            <Button component={Link} to={livePath(address)} variant="default">
              {t('projects.page.live')}
            </Button>
          }
        />
      </Panel>
    </>
  )
}

const NothingYet = ({ name, address, isMine }: { name: string; address: string; isMine: boolean }) => {
  const { t } = useTranslation()
  return (
    <>
      <PageHead title={name} name={`${name} · ${t('logs.title')}`} />
      <Panel label={t('logs.title')}>
        <EmptyState
          icon={<IconListSearch size={24} />}
          text={t('logs.start.nothingYet')}
          action={
            <Button component={Link} to={`${projectPath(address)}${isMine ? '?tab=keys' : ''}`}>
              {t(isMine ? 'projects.page.tabs.keys' : 'live.project')}
            </Button>
          }
        />
      </Panel>
    </>
  )
}

const FileLogs = ({ filename }: { filename: string }) => {
  const { t } = useTranslation()
  const file = useQuery(fileQuery(filename))
  return (
    <Loaded
      query={file}
      skeleton={<LogsSkeleton />}
      failed={(error, onRetry) => <FileFailed error={error} onRetry={onRetry} />}
    >
      {(answer) => (
        <LogsView
          source={{ kind: 'file', filename }}
          name={answer.file.uploadFileName}
          isMine
          link={<Link to={`/files/${filename}`}>{t('logs.source.file')}</Link>}
          failed={(error, retry) => <FileUnread file={answer.file} error={error} onRetry={retry} />}
        />
      )}
    </Loaded>
  )
}

const FileFailed = ({ error, onRetry }: { error: unknown; onRetry: () => void }) => {
  const { t } = useTranslation()
  return <PageFailed error={error} onRetry={onRetry} list={{ name: t('files.title'), path: '/files' }} />
}

/** Not read as a log yet, or not to be read at all. */
const FileUnread = ({ file, error, onRetry }: { file: StoredFile; error: unknown; onRetry: () => void }) =>
  toProblem(error).code === 'CONFLICT' ? (
    <UnreadFile file={file} onRead={onRetry} />
  ) : (
    <FileFailed error={error} onRetry={onRetry} />
  )
