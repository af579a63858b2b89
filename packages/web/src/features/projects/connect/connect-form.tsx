import { Button } from '@mantine/core'
import type { Connector, DataType } from '@omen/sdk'
import { connectors } from '@omen/sdk/connectors'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useSetAtom } from 'jotai'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigateAfter } from '../../../lib/address/use-navigate-after.ts'
import { omen } from '../../../lib/api/omen.ts'
import { invalidateEverywhere } from '../../../lib/api/other-tabs.ts'
import { queryKeys } from '../../../lib/api/query-keys.ts'
import { useFormat } from '../../../lib/format/use-format.ts'
import { useConnectTexts } from '../../../lib/i18n/use-connect-texts.ts'
import { projectPath } from '../../../lib/projects/project-address.ts'
import { showMessageAtom } from '../../../ui/messages/messages-atom.ts'
import { Panel } from '../../../ui/panel/panel.tsx'
import styles from '../add/add-project.module.css'
import { isConflict } from '../form/is-conflict.ts'
import {
  IntervalField,
  KeepingFields,
  NameField,
  type ProjectValues,
  projectRequest,
  USUAL_PROJECT,
  useIsNameTaken,
  useProjectForm,
} from '../form/project-fields.tsx'
import { samplingMinutesOf } from '../form/sampling.ts'
import own from './connect.module.css'
import { ConnectionFailure } from './connection-failure.tsx'
import { ConnectionFieldInputs } from './connection-fields.tsx'
import { HistoryPicker } from './history-picker.tsx'
import { SourcePicker } from './source-picker.tsx'
import { TestButton } from './test-button.tsx'
import { TestPanels } from './test-panels.tsx'
import { type ConnectionState, useConnection } from './use-connection.ts'

const USUAL_HISTORY_DAYS = 14

interface ConnectFormProps {
  connector: Connector
  dataType: DataType
}

/** Adds a project that fetches: what was typed at the left, what came back of it at the right. */
export const ConnectForm = ({ connector, dataType }: ConnectFormProps) => {
  const { timeZone } = useFormat()
  const form = useProjectForm({ ...USUAL_PROJECT, timeZone })
  const [days, setDays] = useState(connector === 'file' ? 0 : USUAL_HISTORY_DAYS)
  const samplingInterval = samplingMinutesOf(form.values.samplingMs)
  const state = useConnection({ connector, dataType, samplingInterval })
  return (
    <div className={styles.columns}>
      <Panel title={connectors[connector].name}>
        <ProjectToFetch connector={connector} dataType={dataType} days={days} form={form} state={state} />
      </Panel>
      <div className="stack" style={{ gap: 12 }}>
        <TestPanels state={state} />
        {connector !== 'file' && <HistoryPanel days={days} onChange={setDays} state={state} />}
      </div>
    </div>
  )
}

interface ProjectToFetchProps extends ConnectFormProps {
  days: number
  form: ReturnType<typeof useProjectForm>
  state: ConnectionState
}

const ProjectToFetch = ({ form, state, ...project }: ProjectToFetchProps) => {
  const { t } = useConnectTexts()
  const isNameTaken = useIsNameTaken(form.values.projectName)
  const add = useAddFetching({ ...project, form, state })
  const failure = add.error ?? state.test.error
  return (
    <form
      className="stack"
      noValidate
      onSubmit={form.onSubmit((values) => {
        if (isNameTaken !== true && state.isReady) add.mutate(values)
      })}
    >
      <SourcePicker connector={project.connector} dataType={project.dataType} />
      <div className={own.fields}>
        <NameField form={form} isNameTaken={isNameTaken} hasAutoFocus />
        <IntervalField form={form} hint={t('intervalHint')} />
      </div>
      <ConnectionFieldInputs state={state} />
      <details className={own.more}>
        <summary>{t('more')}</summary>
        <div className="stack">
          <ConnectionFieldInputs state={state} rare />
          <KeepingFields form={form} />
        </div>
      </details>
      {!isConflict(failure) && <ConnectionFailure error={failure} state={state} />}
      <div className={own.foot}>
        <TestButton state={state} />
        <Button
          type="submit"
          disabled={!state.isReady}
          title={state.isReady ? undefined : t('testFirst')}
          loading={add.isPending}
        >
          {t('add')}
        </Button>
      </div>
    </form>
  )
}

interface Added {
  connector: Connector
  dataType: DataType
  /** Of the past, to be fetched as well. */
  days: number
  form: ReturnType<typeof useProjectForm>
  state: ConnectionState
}

/** Adds a project that fetches, and goes to its connection. */
const useAddFetching = ({ connector, dataType, days, form, state }: Added) => {
  const { t: tProjects } = useTranslation()
  const { t } = useConnectTexts()
  const queryClient = useQueryClient()
  const navigate = useNavigateAfter()
  const showMessage = useSetAtom(showMessageAtom)
  return useMutation({
    mutationFn: (values: ProjectValues) =>
      state.send(true, (fields) => {
        const type = connectors[connector].dataTypes.length > 1 ? { dataType } : {}
        const past = days > 0 ? { backfillDays: days } : {}
        return omen.projects.addFetching(connector, { ...projectRequest(values), ...type, ...past, ...fields })
      }),
    onSuccess: async ({ projectName }) => {
      void invalidateEverywhere(queryClient, queryKeys.projects.all)
      showMessage(t('added', { name: projectName }))
      await navigate(`${projectPath(projectName)}?tab=connection`)
    },
    onError: (error) => {
      if (isConflict(error)) form.setFieldError('projectName', tProjects('projects.form.nameTaken'))
      else state.showProblem(error)
    },
  })
}

interface HistoryPanelProps {
  days: number
  onChange: (days: number) => void
  state: ConnectionState
}

const HistoryPanel = ({ days, onChange, state }: HistoryPanelProps) => {
  const { t } = useConnectTexts()
  const chosen = days === 0 ? t('history.none') : t('history.days', { count: days })
  return (
    <Panel title={t('history.title')} actions={<b>{chosen}</b>}>
      <HistoryPicker days={days} onChange={onChange} tested={state.test.data} />
    </Panel>
  )
}
