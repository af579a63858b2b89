import { ActionIcon, Tooltip } from '@mantine/core'
import type { OutlierComparison, PeerGroup, PeerMember } from '@omen/sdk'
import { csvRow } from '@omen/sdk/rules'
import { IconDownload } from '@tabler/icons-react'
import { useAtom } from 'jotai'
import { useTranslation } from 'react-i18next'
import { saveFile } from '../../../findings/export/save-file.ts'
import { useFormat } from '../../../lib/format/use-format.ts'
import { Card } from '../../../ui/card/card.tsx'
import { useChartSetup } from '../../../ui/chart-setup/use-chart-setup.ts'
import type { Column } from '../../../ui/data-table/column.ts'
import { DataTable } from '../../../ui/data-table/data-table.tsx'
import { seriesAtom } from '../state/outlier-atoms.ts'
import { nameOf } from '../state/outlier-rows.ts'
import styles from './outlier-table.module.css'

const SHOWN_SPANS = 2

type Compared = Pick<OutlierComparison, 'stepMs' | 'pastFrom'>

/** Every instance of a metric: how far it stood off, for how long, and when. */
export const OutlierTable = ({ group, ...compared }: Compared & { group: PeerGroup }) => {
  const { t } = useTranslation()
  const [chosen, choose] = useAtom(seriesAtom)
  const columns = useColumns(group, compared)
  const label = t('compare.outliers.table')
  return (
    <Card
      title={label}
      aside={
        <Tooltip label={t('compare.outliers.export')}>
          <ActionIcon
            size={26}
            aria-label={t('compare.outliers.export')}
            onClick={() => saveFile(`${group.metric}-outliers.csv`, new Blob([toCsv(group)], { type: 'text/csv' }))}
          >
            <IconDownload size={16} />
          </ActionIcon>
        </Tooltip>
      }
    >
      <DataTable
        label={label}
        columns={columns}
        rows={group.members}
        rowKey={({ seriesId }) => seriesId}
        selectedKey={chosen}
        onRowClick={({ seriesId }) => choose(seriesId === chosen ? '' : seriesId)}
        maxHeight="480px"
      />
    </Card>
  )
}

const useColumns = ({ unit }: PeerGroup, { stepMs, pastFrom }: Compared): Column<PeerMember>[] => {
  const { t } = useTranslation()
  const format = useFormat()
  const { tokens } = useChartSetup()
  const [chosen, choose] = useAtom(seriesAtom)
  const inUnit = (value: number) =>
    `${value > 0 ? '+' : ''}${format.number(value, 3)}${unit === undefined ? '' : `\u00a0${unit}`}`
  const usual: Column<PeerMember> = {
    id: 'usual',
    header: t('compare.outliers.usual'),
    align: 'end',
    isHiddenOnPhone: true,
    cell: ({ usual }) => (
      <span className="muted">
        {usual === undefined
          ? t('compare.outliers.usualAsPeers')
          : t('compare.outliers.usualOf', { offset: inUnit(usual.offset) })}
      </span>
    ),
    sortBy: ({ usual }) => usual?.offset ?? 0,
  }
  return [
    {
      id: 'instance',
      header: t('compare.outliers.instance'),
      cell: (member) => (
        <button
          type="button"
          className={styles.instance}
          aria-pressed={member.seriesId === chosen}
          aria-label={t('compare.outliers.show', { name: nameOf(member) })}
          onClick={() => choose(member.seriesId === chosen ? '' : member.seriesId)}
        >
          <span
            className={styles.dot}
            style={{ background: member.spans.length > 0 ? tokens.outlier : tokens.peer }}
            aria-hidden
          />
          {nameOf(member)}
        </button>
      ),
      sortBy: nameOf,
    },
    {
      id: 'distance',
      header: t('compare.outliers.distance'),
      align: 'end',
      isOneLine: true,
      cell: ({ distance, spans }) =>
        spans.length === 0 ? (
          <span className="muted">–</span>
        ) : (
          `${distance > 0 ? '+' : ''}${format.number(distance, 2)}`
        ),
      sortBy: ({ distance }) => Math.abs(distance),
    },
    {
      id: 'share',
      header: t('compare.outliers.share'),
      align: 'end',
      isOneLine: true,
      cell: ({ share, spans }) =>
        spans.length === 0 ? <span className="muted">{t('compare.outliers.never')}</span> : format.share(share),
      sortBy: ({ share }) => share,
    },
    {
      id: 'spans',
      header: t('compare.outliers.spans'),
      isHiddenOnPhone: true,
      cell: ({ spans }) => (
        <>
          {spans
            .slice(0, SHOWN_SPANS)
            .map(({ start, end }) => `${format.when(start)} · ${format.duration(Math.max(stepMs, end - start))}`)
            .join(t('general.comma'))}
          {spans.length > SHOWN_SPANS && (
            <span className="muted"> {t('compare.outliers.more', { count: spans.length - SHOWN_SPANS })}</span>
          )}
        </>
      ),
      sortBy: ({ spans }) => spans[0]?.start ?? null,
    },
    // Where an instance usually runs is known from earlier data only
    ...(pastFrom === null ? [] : [usual]),
  ]
}

/** A line a span; instances without one have an empty one. */
function toCsv({ metric, service = '', members }: PeerGroup): string {
  const head = 'series,metric,service,instance,start,end,rows,distance,side,share'
  const rows = members.flatMap(({ seriesId, instance, share, spans }) =>
    spans.length === 0
      ? [csvRow([seriesId, metric, service, instance, '', '', 0, 0, 0, share])]
      : spans.map((span) =>
          csvRow([
            seriesId,
            metric,
            service,
            instance,
            span.start,
            span.end,
            span.rows,
            span.distance,
            span.side,
            share,
          ]),
        ),
  )
  return `${[head, ...rows].join('\r\n')}\r\n`
}
