import { StateMap } from '@omen/charts'
import type { PeerStates } from '@omen/sdk'
import { IconGridDots } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../../lib/format/use-format.ts'
import { Card } from '../../../ui/card/card.tsx'
import { useChartSetup } from '../../../ui/chart-setup/use-chart-setup.ts'
import type { Column } from '../../../ui/data-table/column.ts'
import { DataTable } from '../../../ui/data-table/data-table.tsx'
import { EmptyState } from '../../../ui/empty-state/empty-state.tsx'
import styles from './state-maps.module.css'

type Member = PeerStates['members'][number]

const MAP_SIZE = 232

/** A map of the states of each instance beside that of all of them, those that differ most first. */
export const StateMaps = ({ states }: { states: PeerStates }) => {
  const { t } = useTranslation()
  const { kind, need = 3, got = 0, metrics, members, mean, without } = states
  const title = t('compare.outliers.states.title')
  if (kind !== 'compared')
    return (
      <Card title={title}>
        <EmptyState icon={<IconGridDots size={24} />} text={t('compare.outliers.states.tooFew', { need, got })} />
      </Card>
    )
  const mapped = members.filter(({ hits }) => hits !== undefined)
  return (
    <>
      <Card title={title}>
        <div className={styles.body}>
          <p className={styles.text}>
            {t('compare.outliers.states.text', { metrics: metrics.join(t('general.nameComma')) })}
          </p>
          <ul className={styles.maps}>
            <li className={styles.map}>
              <strong className="truncate">{t('compare.outliers.states.mean')}</strong>
              <OneMap frequency={mean} />
            </li>
            {mapped.map((member) => (
              <li key={member.instance} className={styles.map}>
                <Name member={member} />
                <OneMap frequency={member.hits ?? []} />
              </li>
            ))}
          </ul>
          {without.length > 0 && (
            <p className={styles.text}>
              {t('compare.outliers.states.without', { names: without.join(t('general.nameComma')) })}
            </p>
          )}
        </div>
      </Card>
      <Distances members={members} />
    </>
  )
}

const Name = ({ member: { instance, distance } }: { member: Member }) => {
  const { t } = useTranslation()
  const format = useFormat()
  return (
    <span className={styles.name} title={instance}>
      <strong className="truncate">{instance}</strong>
      <span className="muted">{t('compare.outliers.states.distance', { share: format.share(distance) })}</span>
    </span>
  )
}

const OneMap = ({ frequency }: { frequency: readonly number[] }) => {
  const { tokens, labels, locale } = useChartSetup()
  return <StateMap frequency={frequency} size={MAP_SIZE} tokens={tokens} labels={labels} locale={locale} />
}

const Distances = ({ members }: { members: readonly Member[] }) => {
  const { t } = useTranslation()
  const format = useFormat()
  const columns: Column<Member>[] = [
    {
      id: 'instance',
      header: t('compare.outliers.instance'),
      cell: ({ instance }) => <span className="break">{instance}</span>,
      sortBy: ({ instance }) => instance,
    },
    {
      id: 'distance',
      header: t('compare.outliers.distance'),
      align: 'end',
      cell: ({ distance }) => format.share(distance),
      sortBy: ({ distance }) => distance,
    },
  ]
  const label = t('compare.outliers.states.table')
  return (
    <Card title={label}>
      <DataTable label={label} columns={columns} rows={members} rowKey={({ instance }) => instance} maxHeight="360px" />
    </Card>
  )
}
