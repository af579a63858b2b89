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
      id: 'alert',
      header: t('integrations.deliveries.alert'),
      cell: ({ alertKind, projectName }) => (
        <>
          {projectName !== null && (
            <b className="lines-3" title={projectName}>
              {projectName}
            </b>
          )}
          <div className="muted small">{t(`general.alertKind.${alertKind}`)}</div>
        </>
      ),
    },
    {
      id: 'to',
      header: t('integrations.deliveries.to'),
      cell: ({ account, target, provider }) => (
        <>
          <span className="lines-3" title={account ?? target}>
            {account ?? target}
          </span>
          <div className="muted small">{t(`integrations.providers.${provider}`)}</div>
        </>
      ),
    },
    {
      id: 'state',
      header: t('integrations.deliveries.state'),
      isOneLine: true,
      cell: ({ state, attemptedAt, createdAt }) => (
        <>
          <Status tone={deliveryTone(state)}>{t(`integrations.states.${state}`)}</Status>
          <div className="muted small">
            <TimeText time={attemptedAt ?? createdAt} />
          </div>
        </>
      ),
    },
  ]
}
