import { ActionIcon, Tooltip } from '@mantine/core'
import { DensityChart, useWidth } from '@omen/charts'
import type { RolloutLines, RolloutVerdict } from '@omen/sdk'
import { IconChartLine, IconTable } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../../lib/format/use-format.ts'
import { Card } from '../../../ui/card/card.tsx'
import { useChartSetup } from '../../../ui/chart-setup/use-chart-setup.ts'
import type { Column } from '../../../ui/data-table/column.ts'
import { DataTable } from '../../../ui/data-table/data-table.tsx'
import { afterColor } from './after-color.ts'
import styles from './rollout-result.module.css'

const HEIGHT = 240

/** How the values of a metric were distributed before and after. */
export const DensityCard = ({ shown, verdict }: { shown: RolloutLines; verdict: RolloutVerdict }) => {
  const { t } = useTranslation()
  const { tokens, locale } = useChartSetup()
  const box = useRef<HTMLDivElement>(null)
  const width = useWidth(box)
  const [isTable, setTable] = useState(false)
  const { metric, density, unit, control } = shown
  const turn = t(isTable ? 'compare.outliers.showChart' : 'compare.outliers.showTable', { metric })
  const curves = [
    { label: t('compare.rollout.beforeLine'), density: density.before, color: tokens.lines[0]! },
    { label: t('compare.rollout.afterLine'), density: density.after, color: afterColor(verdict, tokens) },
  ]
  return (
    <Card
      title={t('compare.rollout.density')}
      count={metric}
      aside={
        <Tooltip label={turn}>
          <ActionIcon size={26} aria-label={turn} aria-pressed={isTable} onClick={() => setTable(!isTable)}>
            {isTable ? <IconChartLine size={16} /> : <IconTable size={16} />}
          </ActionIcon>
        </Tooltip>
      }
    >
      <div className={styles.chart}>
        <div ref={box}>
          {isTable ? (
            <div className={styles.table}>
              <DensityTable shown={shown} />
            </div>
          ) : (
            width > 0 && (
              <DensityChart
                at={density.at}
                curves={curves}
                label={`${t('compare.rollout.density')}: ${metric}`}
                unit={unit}
                width={width}
                height={HEIGHT}
                tokens={tokens}
                locale={locale}
              />
            )
          )}
        </div>
        {control !== 'none' && <p className={styles.note}>{t('compare.rollout.densityText')}</p>}
      </div>
    </Card>
  )
}

interface DensityRow {
  value: number
  before: number
  after: number
}

/** Every fourth point, as a person reads them. */
const STRIDE = 4

const DensityTable = ({ shown: { density, unit } }: { shown: RolloutLines }) => {
  const { t } = useTranslation()
  const format = useFormat()
  const rows = density.at.flatMap((value, k): DensityRow[] =>
    k % STRIDE === 0 ? [{ value, before: density.before[k] ?? 0, after: density.after[k] ?? 0 }] : [],
  )
  const column = (id: 'before' | 'after', header: string): Column<DensityRow> => ({
    id,
    header,
    align: 'end',
    cell: (row) => format.number(row[id], 3),
    sortBy: (row) => row[id],
  })
  const columns: Column<DensityRow>[] = [
    {
      id: 'value',
      header: unit === undefined ? t('compare.rollout.value') : `${t('compare.rollout.value')} (${unit})`,
      align: 'end',
      cell: ({ value }) => format.number(value, 4),
      sortBy: ({ value }) => value,
    },
    column('before', t('compare.rollout.beforeLine')),
    column('after', t('compare.rollout.afterLine')),
  ]
  return (
    <DataTable
      label={t('compare.rollout.densityTable')}
      columns={columns}
      rows={rows}
      rowKey={({ value }) => String(value)}
    />
  )
}
