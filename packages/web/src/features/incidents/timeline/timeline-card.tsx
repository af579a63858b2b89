import { ActionIcon, Button, Tooltip } from '@mantine/core'
import type { IncidentDetail } from '@omen/sdk'
import { IconTable, IconTimeline } from '@tabler/icons-react'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Range } from '../../../lib/address/url-codecs.ts'
import { useFormat } from '../../../lib/format/use-format.ts'
import { Card } from '../../../ui/card/card.tsx'
import type { Column } from '../../../ui/data-table/column.ts'
import { DataTable } from '../../../ui/data-table/data-table.tsx'
import { SeverityMark } from '../../../ui/severity/severity-mark.tsx'
import { severityRank } from '../../../ui/severity/severity-name.ts'
import { useSeverityWords } from '../../../ui/severity/use-severity-words.ts'
import { useLeadValues } from '../lead/use-lead-values.ts'
import styles from './timeline.module.css'
import { TimelineLanes } from './timeline-lanes.tsx'
import { type TimelineRow, timelineRows } from './timeline-model.ts'

const ROWS_AT_ONCE = 10

/** What moved, in lanes by onset: changes, log lines, metrics, missing data. */
export const TimelineCard = ({ detail, time }: { detail: IncidentDetail; time: Range }) => {
  const { t } = useTranslation()
  const format = useFormat()
  const [isTable, setTable] = useState(false)
  const [isWhole, setWhole] = useState(false)
  const rows = useMemo(() => timelineRows(detail.timeline), [detail.timeline])
  const quiet = useQuiet(detail, time)
  const shown = isWhole ? rows : rows.slice(0, ROWS_AT_ONCE)
  const turn = t(isTable ? 'incidents.timeline.asLanes' : 'incidents.timeline.asTable')
  return (
    <Card
      title={t('incidents.timeline.title')}
      aside={
        <span className={styles.aside}>
          <span className={styles.range} data-tabular>
            {t('incidents.timeline.range', { range: format.range(time.from, time.to), zone: format.timeZone })}
          </span>
          <Tooltip label={turn}>
            <ActionIcon size={26} aria-label={turn} aria-pressed={isTable} onClick={() => setTable(!isTable)}>
              {isTable ? <IconTimeline size={16} /> : <IconTable size={16} />}
            </ActionIcon>
          </Tooltip>
        </span>
      }
    >
      {rows.length === 0 ? (
        <p className={styles.none}>{t('incidents.timeline.none')}</p>
      ) : isTable ? (
        <TimelineTable rows={rows} />
      ) : (
        <TimelineLanes rows={shown} time={time} onset={detail.incident.onset} quiet={quiet} />
      )}
      {!isTable && rows.length > ROWS_AT_ONCE && (
        <Button
          className={styles.more ?? ''}
          variant="subtle"
          aria-expanded={isWhole}
          onClick={() => setWhole(!isWhole)}
        >
          {isWhole
            ? t('incidents.timeline.fewer')
            : t('incidents.timeline.more', { count: rows.length - ROWS_AT_ONCE })}
        </Button>
      )}
    </Card>
  )
}

/** Instances that send the leading metric and took no part. */
const useQuiet = (detail: IncidentDetail, time: Range): number => {
  const { values } = useLeadValues(detail, time)
  const instances = new Set(values.series.map(({ instance }) => instance))
  for (const instance of detail.instances) instances.delete(instance)
  for (const { instance } of detail.series) instances.delete(instance)
  instances.delete('')
  return instances.size
}

/** The timeline as a table, the first onset first. */
const TimelineTable = ({ rows }: { rows: readonly TimelineRow[] }) => {
  const { t } = useTranslation()
  const format = useFormat()
  const words = useSeverityWords()
  const columns: Column<TimelineRow>[] = [
    {
      id: 'onset',
      header: t('incidents.timeline.onset'),
      isOneLine: true,
      cell: ({ at }) => format.dateTime(at),
      sortBy: ({ at }) => at,
    },
    {
      id: 'kind',
      header: t('incidents.timeline.kind'),
      isOneLine: true,
      isHiddenOnPhone: true,
      cell: ({ lane }) => t(`incidents.timeline.lanes.${lane}`),
      sortBy: ({ lane }) => lane,
    },
    {
      id: 'name',
      header: t('incidents.timeline.name'),
      cell: ({ name }) => <span className="break">{name}</span>,
      sortBy: ({ name }) => name,
    },
    {
      id: 'what',
      header: t('incidents.timeline.what'),
      cell: ({ text }) => <span className="break">{text}</span>,
    },
    {
      id: 'end',
      header: t('incidents.timeline.end'),
      isOneLine: true,
      isHiddenOnPhone: true,
      cell: ({ lane, end }) =>
        lane === 'change' ? '–' : end === null ? t('incidents.timeline.stillOn') : format.dateTime(end),
      sortBy: ({ end }) => end,
    },
    {
      id: 'severity',
      header: t('incidents.timeline.severity'),
      isOneLine: true,
      cell: ({ lane, val }) =>
        lane === 'change' ? '–' : <SeverityMark val={val ?? 0} isMissingValue={val === null} words={words} />,
      sortBy: ({ val }) => (val === null ? null : severityRank(val)),
    },
  ]
  return (
    <DataTable
      label={t('incidents.timeline.label')}
      columns={columns}
      rows={rows}
      rowKey={({ id }) => id}
      maxHeight="420px"
    />
  )
}
