import type { ProjectModel, SameData } from '@omen/sdk'
import { type FoundPeriod, foundPeriods } from '@omen/sdk/rules'
import { IconDatabaseOff } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/format/use-format.ts'
import { Card } from '../../ui/card/card.tsx'
import type { Column } from '../../ui/data-table/column.ts'
import { DataTable } from '../../ui/data-table/data-table.tsx'
import { EmptyState } from '../../ui/empty-state/empty-state.tsx'
import styles from './project-model.module.css'

/** What each version finds in the same rows: how much, and what only one of them does. */
export const SamePanel = ({ model }: { model: ProjectModel }) => {
  const { t } = useTranslation()
  const { sameData } = model
  const title = t('compare.model.same.title')
  return (
    <Card title={title}>
      {sameData === undefined ? (
        <EmptyState icon={<IconDatabaseOff size={24} />} text={t('compare.model.same.none')} />
      ) : (
        <Same model={model} sameData={sameData} />
      )}
    </Card>
  )
}

const Same = ({ model, sameData }: { model: ProjectModel; sameData: SameData }) => {
  const { t } = useTranslation()
  const format = useFormat()
  const { from, to, rows, versions } = sameData
  const periods = foundPeriods(versions)
  const versionOf = (window: number) => model.versions.find((one) => one.from === window)?.version ?? 0
  const [first, second] = versions
  const only = (window: number) => periods.filter(({ by }) => by.length === 1 && by[0] === window).length
  return (
    <>
      <div className={styles.body}>
        <p className={styles.text}>{t('compare.model.same.text', { rows, span: format.range(from, to) })}</p>
        {versions.map((one) => (
          <p key={one.from} className={styles.found}>
            {t('compare.model.same.found', {
              version: versionOf(one.from),
              count: one.periods.length,
              share: format.share(one.flaggedShare),
            })}
          </p>
        ))}
        {first && second && (
          <p className={styles.found}>
            {t('compare.model.same.change', {
              version: versionOf(first.from),
              gained: only(first.from),
              lost: only(second.from),
            })}
          </p>
        )}
        {periods.length === 0 && <p className={styles.found}>{t('compare.model.same.quiet')}</p>}
      </div>
      {periods.length > 0 && <Periods periods={periods} versionOf={versionOf} hasTwo={second !== undefined} />}
    </>
  )
}

interface PeriodsProps {
  periods: readonly FoundPeriod[]
  versionOf: (window: number) => number
  hasTwo: boolean
}

const Periods = ({ periods, versionOf, hasTwo }: PeriodsProps) => {
  const { t } = useTranslation()
  const format = useFormat()
  const columns: Column<FoundPeriod>[] = [
    {
      id: 'period',
      header: t('compare.model.same.period'),
      cell: ({ start, end }) => `${format.when(start)} · ${format.duration(Math.max(1000, end - start))}`,
      sortBy: ({ start }) => start,
    },
    {
      id: 'severity',
      header: t('compare.model.same.severity'),
      align: 'end',
      cell: ({ val }) => format.number(Math.abs(val), 2),
      sortBy: ({ val }) => Math.abs(val),
    },
    {
      id: 'series',
      header: t('compare.model.same.series'),
      isHiddenOnPhone: true,
      cell: ({ seriesIds }) => <span className="break">{seriesIds.slice(0, 3).join(t('general.nameComma'))}</span>,
    },
  ]
  if (hasTwo)
    columns.push({
      id: 'by',
      header: t('compare.model.same.by'),
      cell: ({ by }) =>
        by.length > 1 ? t('compare.model.same.both') : t('compare.model.same.only', { version: versionOf(by[0] ?? 0) }),
      sortBy: ({ by }) => by.join(),
    })
  return (
    <DataTable
      label={t('compare.model.same.title')}
      columns={columns}
      rows={periods}
      rowKey={({ start, by }) => `${start} ${by.join()}`}
      maxHeight="420px"
    />
  )
}
