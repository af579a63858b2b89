import type { Delivery } from '@omen/sdk'
import { useTranslation } from 'react-i18next'
import type { Column } from '../../../ui/data-table/column.ts'
import { Status } from '../../../ui/status/status.tsx'
import { TimeText } from '../../../ui/time-text/time-text.tsx'
import { deliveryTone } from './delivery-tone.ts'

export const useDeliveryColumns = (): Column<Delivery>[] => {
  const { t } = useTranslation()
  return [
    {
      id: 'made',
      header: t('integrations.deliveries.made'),
      isOneLine: true,
      cell: ({ createdAt }) => <TimeText time={createdAt} />,
    },
    {
      id: 'alert',
      header: t('integrations.deliveries.alert'),
      cell: ({ alertKind, projectName }) => (
        <span className="break">
          {projectName !== null && <b>{projectName} </b>}
          {t(`general.alertKind.${alertKind}`)}
        </span>
      ),
    },
    {
      id: 'to',
      header: t('integrations.deliveries.to'),
      cell: ({ account, target, provider }) => (
        <span className="break">
          {account ?? target} <span className="muted">{t(`integrations.providers.${provider}`)}</span>
        </span>
      ),
    },
    {
      id: 'state',
      header: t('integrations.deliveries.state'),
      isOneLine: true,
      cell: ({ state }) => <Status tone={deliveryTone(state)}>{t(`integrations.states.${state}`)}</Status>,
    },
  ]
}
