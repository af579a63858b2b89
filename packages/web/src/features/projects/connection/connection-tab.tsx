import { Button } from '@mantine/core'
import type { Connection, Project } from '@omen/sdk'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useSetAtom } from 'jotai'
import { useState } from 'react'
import { omen } from '../../../lib/api/omen.ts'
import { invalidateEverywhere } from '../../../lib/api/other-tabs.ts'
import { queryKeys } from '../../../lib/api/query-keys.ts'
import { useConnectTexts } from '../../../lib/i18n/use-connect-texts.ts'
import { showMessageAtom } from '../../../ui/messages/messages-atom.ts'
import { Loaded } from '../../../ui/panel/loaded.tsx'
import { Panel } from '../../../ui/panel/panel.tsx'
import { BlockSkeleton } from '../../../ui/skeletons/skeletons.tsx'
import styles from '../add/add-project.module.css'
import own from '../connect/connect.module.css'
import { ConnectionFailure } from '../connect/connection-failure.tsx'
import { ConnectionFieldInputs } from '../connect/connection-fields.tsx'
import { TestButton } from '../connect/test-button.tsx'
import { TestPanels } from '../connect/test-panels.tsx'
import { type TestedFields, useConnection } from '../connect/use-connection.ts'
import { BackfillPanel } from './backfill-panel.tsx'
import { CollectionStatus } from './collection-status.tsx'
import { connectionQuery } from './connection-query.ts'

interface ChangeConnectionProps {
  project: Project
  connection: Connection
  onTested: (tested: TestedFields) => void
  onSaved: () => void
}

/** How a project fetches, how far it has come, its history, and its keys and queries; for its owner. */
export const ConnectionTab = ({ project }: { project: Project }) => {
  const { t, i18n } = useConnectTexts()
  const [tested, setTested] = useState<TestedFields>()
  const connection = useQuery(connectionQuery(project.projectName, i18n.language))
  return (
    <Loaded query={connection} skeleton={<BlockSkeleton height={240} />}>
      {(data) => (
        <div className="stack" style={{ gap: 12 }}>
          <Panel label={t('tab.label')}>
            <CollectionStatus collection={data.collection} />
          </Panel>
          {data.collection.connector !== 'file' && (
            <Panel title={t('backfill.title')}>
              <BackfillPanel projectName={project.projectName} collection={data.collection} tested={tested} />
            </Panel>
          )}
          <Change project={project} connection={data} onTested={setTested} />
        </div>
      )}
    </Loaded>
  )
}

/**
 * Begins anew once the connection has been changed, not with every look at how far it has come. A saved key is gone from the form, also
 * where nothing else tells it from the one before.
 */
const Change = (props: Omit<ChangeConnectionProps, 'onSaved'>) => {
  const { settings, secrets } = props.connection
  const [saves, setSaves] = useState(0)
  const key = JSON.stringify([settings, secrets, saves])
  return <ChangeConnection key={key} {...props} onSaved={() => setSaves((count) => count + 1)} />
}

/** Keys and queries of a project, which a test has to pass before they are saved. */
const ChangeConnection = ({ project, connection, onTested, onSaved }: ChangeConnectionProps) => {
  const { t } = useConnectTexts()
  const queryClient = useQueryClient()
  const showMessage = useSetAtom(showMessageAtom)
  const { projectName, dataType, samplingInterval } = project
  const { connector } = connection.collection
  const state = useConnection({ connector, dataType, samplingInterval, before: connection, onTested })
  const save = useMutation({
    mutationFn: () => state.send(true, (fields) => omen.projects.changeConnection(projectName, fields)),
    onSuccess: async () => {
      showMessage(t('tab.saved'))
      await invalidateEverywhere(queryClient, queryKeys.project.all(projectName))
      onSaved()
    },
    onError: state.showProblem,
  })
  return (
    <div className={styles.columns}>
      <Panel title={t('tab.changeTitle')}>
        <form
          className="stack"
          noValidate
          onSubmit={(event) => {
            event.preventDefault()
            save.mutate()
          }}
        >
          <p className="small muted" style={{ margin: 0 }}>
            {t('tab.changeText')}
          </p>
          <ConnectionFieldInputs state={state} />
          {state.fields.some(({ isRare }) => isRare) && (
            <details className={own.more}>
              <summary>{t('more')}</summary>
              <ConnectionFieldInputs state={state} rare />
            </details>
          )}
          <ConnectionFailure error={save.error ?? state.test.error} state={state} />
          <div className={own.foot}>
            <TestButton state={state} />
            <Button
              type="submit"
              disabled={!state.isTested || !state.isChanged}
              title={state.isChanged ? (state.isTested ? undefined : t('testFirst')) : t('tab.nothingChanged')}
              loading={save.isPending}
            >
              {t('tab.save')}
            </Button>
          </div>
        </form>
      </Panel>
      <div className="stack" style={{ gap: 12 }}>
        <TestPanels state={state} />
      </div>
    </div>
  )
}
