import type { LogAnalysis } from '@omen/sdk'
import { useQuery } from '@tanstack/react-query'
import { useAtomValue } from 'jotai'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { Range } from '../../../lib/address/url-codecs.ts'
import { Card } from '../../../ui/card/card.tsx'
import { Loaded } from '../../../ui/panel/loaded.tsx'
import { BlockSkeleton } from '../../../ui/skeletons/skeletons.tsx'
import { metricAtom } from '../state/log-atoms.ts'
import type { Shown } from '../state/use-shown.ts'
import { IncidentsThen } from './incidents-then.tsx'
import { metricsOf } from './metric-lines.ts'
import { MetricSelect, MetricsProjectSelect } from './metric-selects.tsx'
import { chartHeight, MetricView } from './metric-view.tsx'
import styles from './metrics.module.css'
import { metricsQuery } from './metrics-query.ts'

interface MetricsCardProps {
  data: LogAnalysis
  shown: Shown
  /** The project whose metrics are shown; empty for none. */
  address: string
}

/** A metric on the axis of the timeline, and the incidents that lie in the part of the time that is selected. */
export const MetricsCard = ({ data, shown, address }: MetricsCardProps) => {
  const { t } = useTranslation()
  const { from, to } = data
  const time = useMemo(() => ({ from, to }), [from, to])
  const { source } = shown.filter
  const own = source.kind === 'project' ? source.address : ''
  return (
    <Card title={t('logs.metrics.title')} aside={<MetricsProjectSelect address={address} />}>
      {address === '' ? (
        <p className={styles.none}>{t('logs.metrics.none')}</p>
      ) : (
        <Metrics key={address} address={address} time={time} data={data} selection={shown.selection} />
      )}
      <IncidentsThen addresses={[address, own]} part={shown.selection ?? time} isPart={shown.selection !== null} />
    </Card>
  )
}

interface MetricsProps {
  address: string
  time: Range
  data: LogAnalysis
  selection: Range | null
}

const Metrics = ({ address, time, data, selection }: MetricsProps) => {
  const { t } = useTranslation()
  const wanted = useAtomValue(metricAtom)
  const found = useQuery(metricsQuery(address, time))
  const metrics = useMemo(() => (found.data === undefined ? [] : metricsOf(found.data)), [found.data])
  const metric = metrics.find((one) => one.metric === wanted) ?? metrics[0]
  return (
    <Loaded query={found} skeleton={<BlockSkeleton height={chartHeight + 40} />}>
      {({ incidents }) =>
        metric === undefined ? (
          <p className={styles.none}>{t('logs.metrics.noSeries')}</p>
        ) : (
          <MetricView
            {...{ address, time, data, selection, metric, incidents }}
            picker={<MetricSelect metrics={metrics} metric={metric} />}
          />
        )
      }
    </Loaded>
  )
}
