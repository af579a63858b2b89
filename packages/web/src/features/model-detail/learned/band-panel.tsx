import { Select } from '@mantine/core'
import { useElementSize } from '@mantine/hooks'
import { BandChart } from '@omen/charts'
import type { Model, ModelDisplay } from '@omen/sdk'
import { IconWaveSine } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../../lib/format/use-format.ts'
import { useChartSetup } from '../../../ui/chart-setup/use-chart-setup.ts'
import { EmptyState } from '../../../ui/empty-state/empty-state.tsx'
import { Loaded } from '../../../ui/panel/loaded.tsx'
import { Panel } from '../../../ui/panel/panel.tsx'
import { BlockSkeleton } from '../../../ui/skeletons/skeletons.tsx'
import { displayQuery } from '../model-queries.ts'
import styles from './learned.module.css'

/** What is expected of one series at every hour of the week. */
export const BandPanel = ({ model }: { model: Model }) => {
  const { t } = useTranslation()
  const display = useQuery(displayQuery(model))
  return (
    <Panel title={t('models.bands.title')}>
      <Loaded query={display} skeleton={<BlockSkeleton height={320} />}>
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
  if (band.byHourOfWeek === undefined) {
    const written = (value: number | null) => (value === null ? '–' : format.number(value))
    return <p>{t('models.bands.flat', { low: written(band.low), high: written(band.high) })}</p>
  }
  const { low, mid, high } = band.byHourOfWeek
  return (
    <div ref={ref}>
      {width > 0 && (
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
  )
}
