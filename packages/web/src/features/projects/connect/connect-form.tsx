import { Button } from '@mantine/core'
import { ApiProblem, type Connector, type DataType } from '@omen/sdk'
import { connectors } from '@omen/sdk/connectors'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useSetAtom } from 'jotai'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'
import { omen } from '../../../lib/api/omen.ts'
import { invalidateEverywhere } from '../../../lib/api/other-tabs.ts'
import { queryKeys } from '../../../lib/api/query-keys.ts'
import { useFormat } from '../../../lib/format/use-format.ts'
import { useConnectTexts } from '../../../lib/i18n/use-connect-texts.ts'
import { projectPath } from '../../../lib/projects/project-address.ts'
import { showMessageAtom } from '../../../ui/messages/messages-atom.ts'
import { Panel } from '../../../ui/panel/panel.tsx'
import styles from '../add/add-project.module.css'
import {
  IntervalField,
  KeepingFields,
  NameField,
  type ProjectValues,
  projectRequest,
  useIsNameTaken,
  useProjectForm,
  usualProject,
} from '../form/project-fields.tsx'
import { samplingMinutesOf } from '../form/sampling.ts'
import own from './connect.module.css'
import { ConnectionFailure } from './connection-failure.tsx'
import { ConnectionFieldInputs } from './connection-fields.tsx'
import { HistoryPicker } from './history-picker.tsx'
import { SourcePicker } from './source-picker.tsx'
import { TestButton } from './test-button.tsx'
import { TestPanels } from './test-panels.tsx'
import { useConnection } from './use-connection.ts'

const usualHistoryDays = 14

/** Adds a project that fetches: what was typed at the left, what came back of it at the right. */
export const ConnectForm = ({ connector, dataType }: { connector: Connector; dataType: DataType }) => {
  const { t: tProjects } = useTranslation()
  const { t } = useConnectTexts()
  const { timeZone } = useFormat()
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const showMessage = useSetAtom(showMessageAtom)
  const form = useProjectForm({ ...usualProject, timeZone })
  const [days, setDays] = useState(connector === 'file' ? 0 : usualHistoryDays)
  const samplingInterval = samplingMinutesOf(form.values.samplingMs)
  const state = useConnection({ connector, dataType, samplingInterval })
  const isNameTaken = useIsNameTaken(form.values.projectName)
  const add = useMutation({
    mutationFn: (values: ProjectValues) =>
      state.send((fields) => {
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
      else state.showErrors(state.errorsIn(error))
    },
  })
  const failure = add.error ?? state.test.error
  const isFollowing = connector === 'file'
  return (
    <div className={styles.columns}>
      <Panel title={connectors[connector].name}>
        <form
          className="stack"
          noValidate
          onSubmit={form.onSubmit((values) => {
            if (isNameTaken !== true && state.isReady) add.mutate(values)
          })}
        >
          <SourcePicker connector={connector} dataType={dataType} />
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
      </Panel>
      <div className="stack" style={{ gap: 12 }}>
        <TestPanels state={state} />
        {!isFollowing && (
          <Panel
            title={t('history.title')}
            actions={<b>{days === 0 ? t('history.none') : t('history.days', { count: days })}</b>}
          >
            <HistoryPicker days={days} onChange={setDays} tested={state.test.data} />
          </Panel>
        )}
      </div>
    </div>
  )
}

/** Somebody, or another tab, has taken the name in the meantime. */
const isConflict = (error: unknown): boolean => error instanceof ApiProblem && error.code === 'CONFLICT'
