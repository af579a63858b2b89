import { Button } from '@mantine/core'
import type { Connector, CreatedProject, DataType, ProjectKind } from '@omen/sdk'
import { connectors, connectorsOf } from '@omen/sdk/connectors'
import {
  IconBrandAws,
  IconBrandGoogle,
  IconChartAreaLine,
  IconChartLine,
  IconCheck,
  IconDog,
  IconFileText,
  IconPlugConnected,
} from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useAtomValue } from 'jotai'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useParams } from 'react-router-dom'
import { omen } from '../../../lib/api/omen.ts'
import { invalidateEverywhere } from '../../../lib/api/other-tabs.ts'
import { queryKeys } from '../../../lib/api/query-keys.ts'
import { useFormat } from '../../../lib/format/use-format.ts'
import { useConnectTexts } from '../../../lib/i18n/use-connect-texts.ts'
import { projectAddress, projectPath } from '../../../lib/projects/project-address.ts'
import { EmptyState } from '../../../ui/empty-state/empty-state.tsx'
import { PageHead } from '../../../ui/page-head/page-head.tsx'
import { Panel } from '../../../ui/panel/panel.tsx'
import { ProblemNotice } from '../../../ui/problem-notice/problem-notice.tsx'
import { ProjectStatus } from '../../../ui/project-status/project-status.tsx'
import { ConnectForm } from '../connect/connect-form.tsx'
import { dataTypeAtom, sourceAtom } from '../connect/source-atoms.ts'
import { PushOrFetch } from '../connect/source-picker.tsx'
import { isConflict } from '../form/is-conflict.ts'
import {
  ProjectFields,
  type ProjectValues,
  projectRequest,
  USUAL_PROJECT,
  useIsNameTaken,
  useProjectForm,
} from '../form/project-fields.tsx'
import { projectQuery } from '../project-query.ts'
import { isWebhook, SendPanel } from '../sending/send-panel.tsx'
import styles from './add-project.module.css'
import { Arrivals } from './arrivals.tsx'

/** The kinds of projects that can be added; `dataType` is what is sent to one of the kind. */
const kinds = [
  { name: 'datadog', dataType: 'Metric', Icon: IconDog },
  { name: 'newrelic', dataType: 'Metric', Icon: IconChartAreaLine },
  { name: 'amazon', dataType: 'Metric', Icon: IconBrandAws },
  { name: 'google', dataType: 'Metric', Icon: IconBrandGoogle },
  { name: 'log', dataType: 'Log', Icon: IconFileText },
  { name: 'custom', dataType: 'Metric', Icon: IconChartLine },
] as const satisfies readonly {
  name: ProjectKind
  dataType: DataType
  Icon: unknown
}[]

type Kind = (typeof kinds)[number]

/** Adds a project: one that fetches is tested first, one that is sent to shows what to send with and what arrives. */
export const AddProjectPage = () => {
  const { t } = useTranslation()
  const { t: tConnect } = useConnectTexts()
  const kind = kindOf(useParams().kind)
  const { connector, dataType } = useSource(kind)
  const [added, setAdded] = useState<CreatedProject | null>(null)
  if (added !== null) return <AddedProject added={added} onAnother={() => setAdded(null)} />
  return (
    <>
      <PageHead
        parent={<Link to="/projects">{t('projects.title')}</Link>}
        title={t('projects.add.title')}
        name={t('projects.add.name')}
        text={connector === undefined ? t('projects.add.text') : tConnect('text')}
      />
      <KindPicker chosen={kind.name} />
      {connector === undefined ? (
        <div className={styles.columns}>
          <Panel title={tConnect(`kinds.${kind.name}.title`)}>
            <AddProjectForm key={kind.name} kind={kind} onAdded={setAdded} />
          </Panel>
          <Panel title={t('projects.add.arrivalsTitle')}>
            <EmptyState icon={<IconPlugConnected size={24} />} text={t('projects.add.arrivalsEmpty')} />
          </Panel>
        </div>
      ) : (
        <ConnectForm key={`${connector} ${dataType}`} connector={connector} dataType={dataType} />
      )}
    </>
  )
}

/** By its name in the address; that of metrics for an unknown one. */
const kindOf = (name: string | undefined): Kind => kinds.find((kind) => kind.name === name) ?? kinds.at(-1)!

/** How often the page looks for the first data, in milliseconds. */
const LOOK_EVERY_MS = 2000

/** A project that was just added: what to send with, and what has arrived. */
const AddedProject = ({ added, onAnother }: { added: CreatedProject; onAnother: () => void }) => {
  const { t } = useTranslation()
  const format = useFormat()
  const address = projectAddress(added.project)
  const read = useQuery({ ...projectQuery(address, format.locale, LOOK_EVERY_MS), initialData: added.project })
  return (
    <>
      <PageHead
        parent={<Link to="/projects">{t('projects.title')}</Link>}
        title={t('projects.add.addedTitle', { name: added.project.projectName })}
        text={t('projects.add.addedText')}
        actions={
          <>
            <Button variant="default" onClick={onAnother}>
              {t('projects.add.another')}
            </Button>
            <Button component={Link} to={projectPath(address)}>
              {t('projects.add.open')}
            </Button>
          </>
        }
      />
      <div className={styles.columns}>
        <Panel title={t('projects.sending.title')}>
          <SendPanel secret={added.secret} commands={added.commands.filter((one) => !isWebhook(one))} />
        </Panel>
        <Panel title={t('projects.add.arrivalsTitle')} actions={<ProjectStatus state={read.data.state} />}>
          <Arrivals project={read.data} address={address} everyMs={LOOK_EVERY_MS} />
        </Panel>
      </div>
    </>
  )
}

/** The kinds of projects in a row; the address holds the chosen one. */
const KindPicker = ({ chosen }: { chosen: Kind['name'] }) => {
  const { t } = useTranslation()
  const { t: tConnect } = useConnectTexts()
  return (
    <nav className={styles.kinds} aria-label={t('projects.add.kinds')}>
      {kinds.map(({ name, Icon }) => (
        <Link
          key={name}
          to={`/projects/add/${name}`}
          replace
          className={styles.kind}
          aria-current={name === chosen ? 'true' : undefined}
        >
          <Icon size={20} stroke={1.6} aria-hidden />
          <span>
            <b>{tConnect(`kinds.${name}.title`)}</b>
            <span className="small muted">{tConnect(`kinds.${name}.text`)}</span>
          </span>
          {name === chosen && <IconCheck size={16} className={styles.check} aria-hidden />}
        </Link>
      ))}
    </nav>
  )
}

const AddProjectForm = ({ kind, onAdded }: { kind: Kind; onAdded: (added: CreatedProject) => void }) => {
  const { t } = useTranslation()
  const { timeZone } = useFormat()
  const queryClient = useQueryClient()
  const form = useProjectForm({ ...USUAL_PROJECT, timeZone })
  const isNameTaken = useIsNameTaken(form.values.projectName)
  const add = useMutation({
    mutationFn: (values: ProjectValues) =>
      omen.projects.addCustom({ ...projectRequest(values), dataType: kind.dataType }),
    onSuccess: (added) => {
      void invalidateEverywhere(queryClient, queryKeys.projects.all)
      onAdded(added)
    },
    onError: (error) => {
      if (isConflict(error)) form.setFieldError('projectName', t('projects.form.nameTaken'))
    },
  })
  return (
    <form
      className="stack"
      noValidate
      onSubmit={form.onSubmit((values) => {
        if (isNameTaken !== true) add.mutate(values)
      })}
    >
      {(kind.name === 'custom' || kind.name === 'log') && <PushOrFetch kind={kind.name} source="push" />}
      <ProjectFields form={form} dataType={kind.dataType} isNameTaken={isNameTaken} hasAutoFocus />
      {add.isError && !isConflict(add.error) && <ProblemNotice error={add.error} />}
      <div className="row" style={{ justifyContent: 'flex-end' }}>
        <Button type="submit" loading={add.isPending}>
          {t('projects.add.submit')}
        </Button>
      </div>
    </form>
  )
}

/** What a project of the kind fetches from, by the address; undefined for one that is sent to. */
const useSource = ({ name }: Kind): { connector: Connector | undefined; dataType: DataType } => {
  const source = useAtomValue(sourceAtom)
  const wanted = useAtomValue(dataTypeAtom)
  const among = connectorsOf(name)
  const connector = among.length === 1 ? among[0] : among.find((one) => one === source)
  const dataTypes = connector === undefined ? [] : connectors[connector].dataTypes
  return { connector, dataType: dataTypes.find((one) => one === wanted) ?? dataTypes[0] ?? 'Metric' }
}
