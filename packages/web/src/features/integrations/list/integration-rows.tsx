import { ActionIcon, Button } from '@mantine/core'
import type { Integration } from '@omen/sdk'
import { IconTrash } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useSetAtom } from 'jotai'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { omen } from '../../../lib/api/omen.ts'
import { queryKeys } from '../../../lib/api/query-keys.ts'
import { ConfirmDialog } from '../../../ui/confirm/confirm-dialog.tsx'
import type { Column } from '../../../ui/data-table/column.ts'
import { DataTable } from '../../../ui/data-table/data-table.tsx'
import { showMessageAtom } from '../../../ui/messages/messages-atom.ts'
import { ProblemNotice } from '../../../ui/problem-notice/problem-notice.tsx'
import { Status } from '../../../ui/status/status.tsx'
import { TimeText } from '../../../ui/time-text/time-text.tsx'
import { deliveryTone } from '../deliveries/delivery-tone.ts'

export const IntegrationRows = ({ integrations }: { integrations: Integration[] }) => {
  const { t } = useTranslation()
  const queryClient = useQueryClient()
  const showMessage = useSetAtom(showMessageAtom)
  const [leaving, setLeaving] = useState<Integration | null>(null)
  const test = useMutation({
    mutationFn: (integration: Integration) => omen.integrations.test(integration),
    onSuccess: async ({ state, account }) => {
      await queryClient.invalidateQueries({ queryKey: queryKeys.integrations.all })
      if (state === 'sent') showMessage(t('integrations.arrived', { name: account }))
      else showMessage(t('integrations.notArrived', { name: account }), 'failed')
    },
  })
  const remove = async (integration: Integration) => {
    await omen.integrations.delete(integration)
    await queryClient.invalidateQueries({ queryKey: queryKeys.integrations.all })
    showMessage(t('integrations.removed', { name: integration.account }))
  }
  const testing = test.isPending ? test.variables.id : null
  const columns = useIntegrationColumns({ testing, onTest: test.mutate, onRemove: setLeaving })
  return (
    <>
      {test.error && <ProblemNotice error={test.error} />}
      <DataTable
        label={t('integrations.label')}
        columns={columns}
        rows={integrations}
        rowKey={({ id }) => id}
        detail={(integration) => hasRemark(integration) && <IntegrationRemark integration={integration} />}
      />
      {leaving && (
        <ConfirmDialog
          title={t('integrations.removeTitle', { name: leaving.account })}
          action={t('integrations.remove')}
          onConfirm={() => remove(leaving)}
          onClose={() => setLeaving(null)}
        >
          {t('integrations.removeText')}
        </ConfirmDialog>
      )}
    </>
  )
}

interface Actions {
  /** The one that is being tested. */
  testing: string | null
  onTest: (integration: Integration) => void
  onRemove: (integration: Integration) => void
}

const useIntegrationColumns = ({ testing, onTest, onRemove }: Actions): Column<Integration>[] => {
  const { t } = useTranslation()
  return [
    {
      id: 'name',
      header: t('integrations.name'),
      cell: ({ account, provider }) => (
        <>
          <b className="lines-3" title={account}>
            {account}
          </b>
          <div className="muted small">{t(`integrations.providers.${provider}`)}</div>
        </>
      ),
      sortBy: ({ account }) => account,
    },
    {
      id: 'target',
      header: t('integrations.target'),
      isHiddenOnPhone: true,
      cell: ({ hint }) => (
        <span className="muted lines-3" title={hint}>
          {hint}
        </span>
      ),
    },
    {
      id: 'projects',
      header: t('integrations.alertsOf'),
      isHiddenOnPhone: true,
      cell: ({ projectNames, isForEscalation }) => {
        const names = projectNames?.join(t('general.nameComma')) ?? t('integrations.allProjects')
        return (
          <>
            <span className="lines-3" title={names}>
              {names}
            </span>
            {isForEscalation && <div className="muted small">{t('integrations.escalation')}</div>}
          </>
        )
      },
    },
    {
      id: 'last',
      header: t('integrations.last'),
      cell: (integration) => <LastDelivery integration={integration} />,
      sortBy: ({ lastDelivery }) => lastDelivery?.at ?? null,
    },
    {
      id: 'do',
      header: t('integrations.actions'),
      isHeaderHidden: true,
      align: 'end',
      cell: (integration) => (
        <span className="row" style={{ justifyContent: 'flex-end', flexWrap: 'nowrap' }}>
          <Button
            variant="default"
            size="compact-sm"
            loading={testing === integration.id}
            disabled={testing !== null}
            onClick={() => onTest(integration)}
            aria-label={t('integrations.testNamed', { name: integration.account })}
          >
            {t('integrations.test')}
          </Button>
          <ActionIcon
            variant="subtle"
            onClick={() => onRemove(integration)}
            aria-label={t('integrations.removeNamed', { name: integration.account })}
          >
            <IconTrash size={16} />
          </ActionIcon>
        </span>
      ),
    },
  ]
}

const LastDelivery = ({ integration: { stoppedAt, lastDelivery } }: { integration: Integration }) => {
  const { t } = useTranslation()
  if (stoppedAt !== null) return <Status tone="failed">{t('integrations.stopped')}</Status>
  if (lastDelivery === null) return <span className="muted">{t('integrations.nothingYet')}</span>
  return (
    <>
      <Status tone={deliveryTone(lastDelivery.state)}>{t(`integrations.states.${lastDelivery.state}`)}</Status>
      <div className="muted small">
        <TimeText time={lastDelivery.at} />
      </div>
    </>
  )
}

const hasRemark = ({ stoppedAt, lastDelivery }: Integration): true | null =>
  stoppedAt !== null || lastDelivery?.error ? true : null

/** Why alerts do not arrive there. */
const IntegrationRemark = ({ integration }: { integration: Integration }) => {
  const { t } = useTranslation()
  const { stoppedAt, stoppedText, lastDelivery } = integration
  return (
    <div className="small break" style={{ color: 'var(--omen-failed)' }}>
      {stoppedAt === null ? (
        lastDelivery?.error
      ) : (
        <>
          {t('integrations.stoppedSince')} <TimeText time={stoppedAt} />
          {t('general.colon')}
          {stoppedText} {t('integrations.resume')}
        </>
      )}
    </div>
  )
}
