import { ActionIcon, Button } from '@mantine/core'
import type { Integration } from '@omen/sdk'
import { IconTrash } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { Column } from '../../../ui/data-table/column.ts'
import { Status } from '../../../ui/status/status.tsx'
import { TimeText } from '../../../ui/time-text/time-text.tsx'
import { deliveryTone } from '../deliveries/delivery-tone.ts'

interface Actions {
  /** The one that is being tested. */
  testing: string | null
  onTest: (integration: Integration) => void
  onRemove: (integration: Integration) => void
}

export const useIntegrationColumns = ({ testing, onTest, onRemove }: Actions): Column<Integration>[] => {
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
