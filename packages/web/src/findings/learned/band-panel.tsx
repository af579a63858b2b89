import { Button, Select } from '@mantine/core'
import { useElementSize } from '@mantine/hooks'
import { BandChart } from '@omen/charts'
import type { ModelDisplay } from '@omen/sdk'
import { IconWaveSine } from '@tabler/icons-react'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/format/use-format.ts'
import { useChartSetup } from '../../ui/chart-setup/use-chart-setup.ts'
import type { Column } from '../../ui/data-table/column.ts'
import { DataTable } from '../../ui/data-table/data-table.tsx'
import { EmptyState } from '../../ui/empty-state/empty-state.tsx'
import { Loaded } from '../../ui/panel/loaded.tsx'
import { Panel } from '../../ui/panel/panel.tsx'
import { BlockSkeleton } from '../../ui/skeletons/skeletons.tsx'
import { type HourOfWeek, hoursOfWeek } from './hours-of-week.ts'
import styles from './learned.module.css'
import type { LearnedQuery } from './learned-query.ts'

/** The expected range of one series at every hour of the week. */
export const BandPanel = ({ query }: { query: LearnedQuery }) => {
  const { t } = useTranslation()
  return (
    <Panel title={t('models.bands.title')}>
      <Loaded query={query} skeleton={<BlockSkeleton height={320} />}>
        {({ bands }) =>
          bands.length === 0 ? (
            <EmptyState icon={<IconWaveSine size={24} />} text={t('models.bands.none')} />
          ) : (
            <Bands bands={bands} />
          )
        }
      </Loaded>
    </Panel>
  )
}

type Band = ModelDisplay['bands'][number]

const Bands = ({ bands }: { bands: Band[] }) => {
  const { t } = useTranslation()
  const [seriesId, setSeriesId] = useState(bands[0]?.seriesId ?? '')
  const band = bands.find((candidate) => candidate.seriesId === seriesId) ?? bands[0]
  return (
    <>
      <p className={styles.text}>{t('models.bands.text')}</p>
      <Select
        label={t('models.bands.series')}
        data={bands.map((one) => one.seriesId)}
        value={seriesId}
        onChange={(value) => value !== null && setSeriesId(value)}
        searchable
        allowDeselect={false}
        maw={420}
        mb={16}
        limit={200}
      />
      {band && <Drawn band={band} />}
    </>
  )
}

const Drawn = ({ band }: { band: Band }) => {
  const { t } = useTranslation()
  const format = useFormat()
  const { tokens, labels, locale } = useChartSetup()
  const { ref, width } = useElementSize()
  const [isTable, setTable] = useState(false)
  if (band.byHourOfWeek === undefined) {
    const written = (value: number | null) => (value === null ? '–' : format.number(value))
    return <p>{t('models.bands.flat', { low: written(band.low), high: written(band.high) })}</p>
  }
  const { low, mid, high } = band.byHourOfWeek
  return (
    <>
      <Button variant="subtle" size="compact-sm" onClick={() => setTable(!isTable)}>
        {t(isTable ? 'models.bands.chart' : 'models.bands.table')}
      </Button>
      <div ref={ref}>
        {isTable && <BandTable title={band.seriesId} low={low} mid={mid} high={high} />}
        {!isTable && width > 0 && (
          <BandChart
            band={{ low, high, median: mid }}
            title={band.seriesId}
            width={width}
            height={280}
            tokens={tokens}
            labels={labels}
            locale={locale}
          />
        )}
      </div>
    </>
  )
}

type Values = (number | null)[]

/** The same band as a table, one row per hour. */
const BandTable = ({ title, low, mid, high }: { title: string; low: Values; mid: Values; high: Values }) => {
  const { t } = useTranslation()
  const format = useFormat()
  const hours = useMemo(() => hoursOfWeek(format.locale), [format.locale])
  const column = (id: 'low' | 'mid' | 'high', values: Values): Column<HourOfWeek> => ({
    id,
    header: t(`models.bands.${id}`),
    align: 'end',
    cell: ({ index }) => (values[index] == null ? '–' : format.number(values[index])),
    sortBy: ({ index }) => values[index] ?? null,
  })
  return (
    <DataTable
      label={title}
      columns={[
        { id: 'hour', header: t('models.bands.hour'), cell: (hour) => hour.label, sortBy: (hour) => hour.index },
        column('low', low),
        column('mid', mid),
        column('high', high),
      ]}
      rows={hours}
      rowKey={(hour) => String(hour.index)}
      maxHeight="480px"
    />
  )
}
