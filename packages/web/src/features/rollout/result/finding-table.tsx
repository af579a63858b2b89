import { ActionIcon, Tooltip } from '@mantine/core'
import type { RolloutFinding, RolloutVerdict } from '@omen/sdk'
import { csvRow } from '@omen/sdk/rules'
import { IconDownload } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { saveFile } from '../../../findings/export/save-file.ts'
import { useFormat } from '../../../lib/format/use-format.ts'
import { Card } from '../../../ui/card/card.tsx'
import type { Column } from '../../../ui/data-table/column.ts'
import { DataTable } from '../../../ui/data-table/data-table.tsx'
import styles from './finding-table.module.css'

/** Names a metric of a service. */
export const findingKey = ({ metric, service }: Pick<RolloutFinding, 'metric' | 'service'>): string =>
  JSON.stringify([metric, service ?? ''])

const nameOf = ({ metric, service }: RolloutFinding): string =>
  service === undefined ? metric : `${metric} (${service})`

interface FindingTableProps {
  findings: readonly RolloutFinding[]
  /** Key of the metric that is drawn. */
  shown: string | null
  onShow: (finding: RolloutFinding) => void
}

/** Every metric with its shift, effect and probability, the worst first. */
export const FindingTable = ({ findings, shown, onShow }: FindingTableProps) => {
  const { t } = useTranslation()
  const columns = useColumns(shown, onShow)
  const label = t('compare.rollout.table')
  return (
    <Card
      title={label}
      aside={
        <Tooltip label={t('compare.outliers.export')}>
          <ActionIcon
            size={26}
            aria-label={t('compare.outliers.export')}
            onClick={() => saveFile('rollout.csv', new Blob([toCsv(findings)], { type: 'text/csv' }))}
          >
            <IconDownload size={16} />
          </ActionIcon>
        </Tooltip>
      }
    >
      <DataTable
        label={label}
        columns={columns}
        rows={findings}
        rowKey={findingKey}
        selectedKey={shown}
        onRowClick={onShow}
        maxHeight="420px"
      />
    </Card>
  )
}

const ORDER: readonly RolloutVerdict[] = ['worse', 'changed', 'better', 'no-change', 'insufficient']

const useColumns = (shown: string | null, onShow: (finding: RolloutFinding) => void): Column<RolloutFinding>[] => {
  const { t } = useTranslation()
  const format = useFormat()
  const signed = (value: number | null) => (value === null ? '–' : `${value > 0 ? '+' : ''}${format.number(value, 3)}`)
  const part = ({ relative }: RolloutFinding) =>
    relative === undefined ? '' : `(${relative > 0 ? '+' : ''}${format.share(relative)})`
  return [
    {
      id: 'verdict',
      header: t('compare.rollout.verdictColumn'),
      cell: ({ verdict }) => (
        <span className={styles.verdict} data-verdict={verdict}>
          {t(`compare.rollout.verdict.${verdict}`)}
        </span>
      ),
      sortBy: ({ verdict }) => ORDER.indexOf(verdict),
    },
    {
      id: 'metric',
      header: t('compare.rollout.metric'),
      cell: (finding) => (
        <button
          type="button"
          className={styles.metric}
          aria-pressed={findingKey(finding) === shown}
          onClick={() => onShow(finding)}
        >
          {nameOf(finding)}
        </button>
      ),
      sortBy: nameOf,
    },
    {
      id: 'shift',
      header: t('compare.rollout.shift'),
      align: 'end',
      cell: (finding) => (
        <>
          <span className={styles.figure}>
            {signed(finding.shift.shift)}
            {finding.unit !== undefined && finding.shift.shift !== null && ` ${finding.unit}`}
          </span>{' '}
          <span className={`${styles.figure} muted`}>{part(finding)}</span>
        </>
      ),
      sortBy: ({ relative, shift }) => Math.abs(relative ?? shift.shift ?? 0),
    },
    {
      id: 'interval',
      header: t('compare.rollout.interval'),
      align: 'end',
      isHiddenOnPhone: true,
      isOneLine: true,
      cell: ({ shift: { low, high } }) => (
        <span className="muted">{low === null || high === null ? '–' : `${signed(low)} … ${signed(high)}`}</span>
      ),
    },
    {
      id: 'effect',
      header: t('compare.rollout.effect'),
      align: 'end',
      isHiddenOnPhone: true,
      cell: ({ delta }) => (
        <Tooltip label={t('compare.rollout.effectText')}>
          <span>{signed(Number(delta.toFixed(2)))}</span>
        </Tooltip>
      ),
      sortBy: ({ delta }) => Math.abs(delta),
    },
    {
      id: 'p',
      header: t('compare.rollout.p'),
      align: 'end',
      isHiddenOnPhone: true,
      isOneLine: true,
      cell: ({ adjusted }) => (adjusted < 0.001 ? '< 0.001' : adjusted.toFixed(3)),
      sortBy: ({ adjusted }) => adjusted,
    },
    {
      id: 'against',
      header: t('compare.rollout.against'),
      isHiddenOnPhone: true,
      cell: ({ control, controls }) => (
        <span className="muted">
          {control === 'instances'
            ? t('compare.rollout.control.instances', { count: controls.length })
            : t(`compare.rollout.control.${control}`)}
        </span>
      ),
    },
  ]
}

function toCsv(findings: readonly RolloutFinding[]): string {
  const head = 'verdict,metric,service,before,shift,low,high,relative,delta,distance,p,adjusted_p,control'
  const rows = findings.map((one) => {
    const figures = [one.before, one.shift.shift, one.shift.low, one.shift.high, one.relative, one.delta, one.distance]
    return csvRow([
      ...[one.verdict, one.metric, one.service ?? ''],
      ...[...figures, one.probability, one.adjusted].map((figure) => figure ?? ''),
      one.control,
    ])
  })
  return `${[head, ...rows].join('\r\n')}\r\n`
}
