import { Button, Tabs } from '@mantine/core'
import type { Project } from '@omen/sdk'
import { useQuery } from '@tanstack/react-query'
import { useAtom, useSetAtom } from 'jotai'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useParams } from 'react-router-dom'
import { atomFromUrl } from '../../../lib/address/address-atom.ts'
import { oneOf } from '../../../lib/address/url-codecs.ts'
import { useFormat } from '../../../lib/format/use-format.ts'
import { projectLogsPath } from '../../../lib/logs/logs-path.ts'
import { livePath } from '../../../lib/projects/project-address.ts'
import { PageFailed } from '../../../ui/page-failed/page-failed.tsx'
import { PageHead } from '../../../ui/page-head/page-head.tsx'
import { Loaded } from '../../../ui/panel/loaded.tsx'
import { PanelBoundary } from '../../../ui/panel/panel-boundary.tsx'
import { ProjectStatus } from '../../../ui/project-status/project-status.tsx'
import { PageSkeleton } from '../../../ui/skeletons/skeletons.tsx'
import { TabList } from '../../../ui/tab-list/tab-list.tsx'
import { TimeText } from '../../../ui/time-text/time-text.tsx'
import { AlertsTab } from '../alerts/alerts-tab.tsx'
import { ChangesTab } from '../changes/changes-tab.tsx'
import { ConnectionTab } from '../connection/connection-tab.tsx'
import { DataTab } from '../data/data-tab.tsx'
import { samplingMsOf } from '../form/sampling.ts'
import { KeysTab } from '../keys/keys-tab.tsx'
import { MembersTab } from '../members/members-tab.tsx'
import { projectQuery } from '../project-query.ts'
import { LeaveProject } from '../settings/remove-project.tsx'
import { SettingsTab } from '../settings/settings-tab.tsx'

const TABS = ['data', 'changes', 'connection', 'alerts', 'keys', 'members', 'settings'] as const
type TabName = (typeof TABS)[number]
const tabAtom = atomFromUrl('tab', oneOf(TABS, 'data'))
/** How often the state is read again, in milliseconds. */
const REFRESH_MS = 5000

export const ProjectPage = () => {
  const { t } = useTranslation()
  const format = useFormat()
  const { name: address = '' } = useParams()
  const project = useQuery(projectQuery(address, format.locale, REFRESH_MS))
  return (
    <Loaded
      query={project}
      skeleton={<PageSkeleton />}
      failed={(error, onRetry) => (
        <PageFailed error={error} onRetry={onRetry} list={{ name: t('projects.title'), path: '/projects' }} />
      )}
    >
      {(data) => <Content key={address} project={data} address={address} />}
    </Loaded>
  )
}

const Content = ({ project, address }: { project: Project; address: string }) => {
  const { t } = useTranslation()
  const [isLeaving, setLeaving] = useState(false)
  return (
    <>
      <PageHead
        parent={<Link to="/projects">{t('projects.title')}</Link>}
        title={project.projectName}
        text={<Facts project={project} />}
        actions={
          <>
            {project.firstDataAt !== null && (
              <Button component={Link} to={livePath(address)} variant="default">
                {t('projects.page.live')}
              </Button>
            )}
            {project.firstDataAt !== null && project.dataType === 'Log' && (
              <Button component={Link} to={projectLogsPath(address)} variant="default">
                {t('frame.nav.logs')}
              </Button>
            )}
            {!project.mine && !project.demo && (
              <Button variant="default" onClick={() => setLeaving(true)}>
                {t('projects.remove.leave')}
              </Button>
            )}
          </>
        }
      />
      <ProjectTabs project={project} address={address} />
      {isLeaving && <LeaveProject project={project} address={address} onClose={() => setLeaving(false)} />}
    </>
  )
}

const TABS_OF_READERS: readonly TabName[] = ['data', 'changes']

/** Only what is sent needs keys, and only what is fetched has a connection. */
const tabsOf = ({ collection, mine }: Project): readonly TabName[] =>
  mine ? TABS.filter((name) => name !== (collection === null ? 'connection' : 'keys')) : TABS_OF_READERS

const ProjectTabs = ({ project, address }: { project: Project; address: string }) => {
  const { t } = useTranslation()
  const [wanted, setTab] = useAtom(tabAtom)
  const shown = tabsOf(project)
  const tab = shown.includes(wanted) ? wanted : 'data'
  const content: Record<TabName, () => ReactNode> = {
    alerts: () => <AlertsTab project={project} />,
    changes: () => <ChangesTab project={project} address={address} />,
    data: () => (
      <DataTab
        project={project}
        address={address}
        {...(project.mine && { whenEmpty: <ToSource project={project} /> })}
      />
    ),
    connection: () => <ConnectionTab project={project} />,
    keys: () => <KeysTab address={address} />,
    members: () => <MembersTab project={project} address={address} />,
    settings: () => <SettingsTab project={project} />,
  }
  return (
    <Tabs value={tab} onChange={(value) => setTab((value ?? 'data') as TabName)} keepMounted={false}>
      <TabList aria-label={t('projects.page.tabs.label')} mb={12}>
        {shown.map((name) => (
          <Tabs.Tab key={name} value={name}>
            {t(`projects.page.tabs.${name}`)}
          </Tabs.Tab>
        ))}
      </TabList>
      {shown.map((name) => (
        <Tabs.Panel key={name} value={name}>
          <PanelBoundary>{content[name]()}</PanelBoundary>
        </Tabs.Panel>
      ))}
    </Tabs>
  )
}

/** A project that waits for data needs a key to send with, or a connection that works. */
const ToSource = ({ project }: { project: Project }) => {
  const { t } = useTranslation()
  const setTab = useSetAtom(tabAtom)
  const name = project.collection === null ? 'keys' : 'connection'
  return <Button onClick={() => setTab(name)}>{t(`projects.page.tabs.${name}`)}</Button>
}

const Facts = ({ project }: { project: Project }) => {
  const { t } = useTranslation()
  const format = useFormat()
  const { state, stateSentence, lastDataAt, owner, mine, demo } = project
  const facts = t('projects.page.facts', {
    kind: t(`projects.kind.${project.dataType}`),
    count: project.seriesCount,
    interval: format.duration(samplingMsOf(project.samplingInterval)),
  })
  return (
    <>
      <span className="row" style={{ columnGap: 16 }}>
        <ProjectStatus state={state} fault={project.collection?.fault} />
        <span>{stateSentence}</span>
      </span>
      <span className="row small" style={{ columnGap: 16 }}>
        <span>{facts}</span>
        {lastDataAt !== null && state !== 'silent' && (
          <span>
            {t('projects.list.lastData')} <TimeText time={lastDataAt} />
          </span>
        )}
        {demo ? (
          <span>{t('projects.page.demo')}</span>
        ) : (
          !mine && <span>{t('projects.page.sharedBy', { name: owner })}</span>
        )}
      </span>
    </>
  )
}
