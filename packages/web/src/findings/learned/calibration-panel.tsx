import { CalibrationPlot } from '@omen/charts'
import type { ModelDisplay } from '@omen/sdk'
import { IconTargetOff } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/format/use-format.ts'
import { useChartSetup } from '../../ui/chart-setup/use-chart-setup.ts'
import type { Column } from '../../ui/data-table/column.ts'
import { DataTable } from '../../ui/data-table/data-table.tsx'
import { EmptyState } from '../../ui/empty-state/empty-state.tsx'
import { Loaded } from '../../ui/panel/loaded.tsx'
import { Panel } from '../../ui/panel/panel.tsx'
import { BlockSkeleton } from '../../ui/skeletons/skeletons.tsx'
import styles from './learned.module.css'
import type { LearnedQuery } from './learned-query.ts'

type Point = ModelDisplay['calibration']['points'][number]

/** Observed against nominal false positive rate. */
export const CalibrationPanel = ({ query }: { query: LearnedQuery }) => {
  const { t } = useTranslation()
  return (
    <Panel title={t('models.calibration.title')}>
      <Loaded query={query} skeleton={<BlockSkeleton height={360} />}>
        {({ calibration: { points } }) =>
          points.length === 0 ? (
            <EmptyState icon={<IconTargetOff size={24} />} text={t('models.calibration.none')} />
          ) : (
            <>
              <p className={styles.text}>{t('models.calibration.text')}</p>
              <div className={styles.two}>
                <Plot points={points} />
                <PointTable points={points} />
              </div>
            </>
          )
        }
      </Loaded>
    </Panel>
  )
}

const Plot = ({ points }: { points: Point[] }) => {
  const { tokens, labels, locale } = useChartSetup()
  return (
    <div className={styles.figure}>
      <CalibrationPlot points={points} current={0.01} size={380} tokens={tokens} labels={labels} locale={locale} />
    </div>
  )
}

const PointTable = ({ points }: { points: Point[] }) => {
  const { t } = useTranslation()
  const format = useFormat()
  const columns: Column<Point>[] = [
    {
      id: 'pvalue',
      header: t('models.calibration.pvalue'),
      align: 'end',
      cell: (row) => format.number(1 - row.nominal, 6),
      sortBy: (row) => row.nominal,
    },
    {
      id: 'nominal',
      header: t('models.calibration.nominal'),
      align: 'end',
      cell: (row) => format.share(row.nominal),
      sortBy: (row) => row.nominal,
    },
    {
      id: 'observed',
      header: t('models.calibration.observed'),
      align: 'end',
      cell: (row) => format.share(row.observed),
      sortBy: (row) => row.observed,
    },
    {
      id: 'samples',
      header: t('models.calibration.samples'),
      align: 'end',
      cell: (row) => format.count(row.samples),
      sortBy: (row) => row.samples,
    },
  ]
  return (
    <DataTable
      label={t('models.calibration.title')}
      columns={columns}
      rows={points}
      rowKey={(row) => String(row.nominal)}
    />
  )
}
