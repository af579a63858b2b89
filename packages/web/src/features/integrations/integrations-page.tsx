import { Button } from '@mantine/core'
import { IconBellRinging, IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { omen } from '../../lib/api/omen.ts'
import { pollEvery } from '../../lib/api/poll.ts'
import { queryKeys } from '../../lib/api/query-keys.ts'
import { EmptyState } from '../../ui/empty-state/empty-state.tsx'
import { PageHead } from '../../ui/page-head/page-head.tsx'
import { Loaded } from '../../ui/panel/loaded.tsx'
import { Panel } from '../../ui/panel/panel.tsx'
import { RowsSkeleton } from '../../ui/skeletons/skeletons.tsx'
import { AddIntegration } from './add/add-integration.tsx'
import { DeliveriesPanel } from './deliveries/deliveries-panel.tsx'
import { IntegrationRows } from './list/integration-rows.tsx'

/** How often states are read again, in milliseconds. */
const REFRESH_MS = 10_000

/** Where alerts go besides mail, and what came of the last ones. */
export const IntegrationsPage = () => {
  const { t } = useTranslation()
  const [isAdding, setAdding] = useState(false)
  const integrations = useQuery({
    queryKey: queryKeys.integrations.list,
    queryFn: ({ signal }) => omen.integrations.list({ signal }),
    refetchInterval: pollEvery(REFRESH_MS),
  })
  const add = (
    <Button leftSection={<IconPlus size={16} />} onClick={() => setAdding(true)}>
      {t('integrations.add')}
    </Button>
  )
  return (
    <>
      <PageHead
        title={t('integrations.title')}
        text={t('integrations.text')}
        actions={integrations.data?.length !== 0 && add}
      />
      <Panel label={t('integrations.label')} flush>
        <Loaded query={integrations} skeleton={<RowsSkeleton rows={3} />}>
          {(all) =>
            all.length === 0 ? (
              <EmptyState
                icon={<IconBellRinging size={24} />}
                title={t('integrations.emptyTitle')}
                text={t('integrations.empty')}
                action={add}
              />
            ) : (
              <IntegrationRows integrations={all} />
            )
          }
        </Loaded>
      </Panel>
      <DeliveriesPanel />
      {isAdding && <AddIntegration onClose={() => setAdding(false)} />}
    </>
  )
}
