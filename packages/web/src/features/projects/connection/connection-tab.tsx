import type { Project } from '@omen/sdk'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useConnectTexts } from '../../../lib/i18n/use-connect-texts.ts'
import { Loaded } from '../../../ui/panel/loaded.tsx'
import { Panel } from '../../../ui/panel/panel.tsx'
import { BlockSkeleton } from '../../../ui/skeletons/skeletons.tsx'
import type { TestedFields } from '../connect/use-connection.ts'
import { BackfillPanel } from './backfill-panel.tsx'
import { ChangeConnection, type ChangeConnectionProps } from './change-connection.tsx'
import { CollectionStatus } from './collection-status.tsx'
import { connectionQuery } from './connection-query.ts'

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
