import type { Delivery } from '@omen/sdk'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useAtom } from 'jotai'
import { useTranslation } from 'react-i18next'
import { atomFromUrl } from '../../../lib/address/address-atom.ts'
import { pageCodec } from '../../../lib/address/url-codecs.ts'
import { omen } from '../../../lib/api/omen.ts'
import { pollEvery } from '../../../lib/api/poll.ts'
import { queryKeys } from '../../../lib/api/query-keys.ts'
import type { Column } from '../../../ui/data-table/column.ts'
import { DataTable } from '../../../ui/data-table/data-table.tsx'
import { Pager } from '../../../ui/pager/pager.tsx'
import { Loaded } from '../../../ui/panel/loaded.tsx'
import { Panel } from '../../../ui/panel/panel.tsx'
import { RowsSkeleton } from '../../../ui/skeletons/skeletons.tsx'
import { Status } from '../../../ui/status/status.tsx'
import { TimeText } from '../../../ui/time-text/time-text.tsx'
import { deliveryTone } from './delivery-tone.ts'

const pageAtom = atomFromUrl('page', pageCodec)
const PAGE_SIZE = 20
const REFRESH_MS = 5000

/** What was sent to integrations and to recipients of mail, and what came of it. */
export const DeliveriesPanel = () => {
  const { t } = useTranslation()
  const [page, setPage] = useAtom(pageAtom)
  const columns = useDeliveryColumns()
  const deliveries = useQuery({
    queryKey: queryKeys.integrations.deliveries(page),
    queryFn: ({ signal }) => omen.integrations.deliveries({ page, pageSize: PAGE_SIZE }, { signal }),
    placeholderData: keepPreviousData,
    refetchInterval: pollEvery(REFRESH_MS),
  })
  return (
    <Panel title={t('integrations.deliveries.title')} flush>
      <Loaded query={deliveries} skeleton={<RowsSkeleton rows={3} />}>
        {({ items, total, ...shown }) =>
          items.length === 0 ? (
            <p className="muted" style={{ margin: 0, padding: '4px 16px 16px' }}>
              {t('integrations.deliveries.empty')}
            </p>
          ) : (
            <>
              <DataTable
                label={t('integrations.deliveries.title')}
                columns={columns}
                rows={items}
                rowKey={({ id }) => id}
                isWhole={false}
                detail={(delivery) => hasRemark(delivery) && <DeliveryRemark delivery={delivery} />}
              />
              <Pager page={shown.page} pageSize={PAGE_SIZE} total={total} onPage={setPage} />
            </>
          )
        }
      </Loaded>
    </Panel>
  )
}

const hasRemark = ({ error }: Delivery): true | null => (error === null ? null : true)

/** Why it did not arrive, and when it is tried again. */
const DeliveryRemark = ({ delivery: { error, nextAt, attempts } }: { delivery: Delivery }) => {
  const { t } = useTranslation()
  return (
    <div className="small muted break">
      {error} {attempts > 1 && t('integrations.deliveries.attempts', { count: attempts })}{' '}
      {nextAt !== null && (
        <>
          {t('integrations.deliveries.next')} <TimeText time={nextAt} />
        </>
      )}
    </div>
  )
}

const useDeliveryColumns = (): Column<Delivery>[] => {
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
