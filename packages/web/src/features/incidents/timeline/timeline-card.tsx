import { ActionIcon, Button, Tooltip } from '@mantine/core'
import type { IncidentDetail } from '@omen/sdk'
import { IconTable, IconTimeline } from '@tabler/icons-react'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Range } from '../../../lib/address/url-codecs.ts'
import { useFormat } from '../../../lib/format/use-format.ts'
import { Card } from '../../../ui/card/card.tsx'
import { useLeadValues } from '../lead/use-lead-values.ts'
import styles from './timeline.module.css'
import { TimelineLanes } from './timeline-lanes.tsx'
import { timelineRows } from './timeline-model.ts'
import { TimelineTable } from './timeline-table.tsx'

const rowsAtOnce = 10

/** What moved, in lanes by onset: changes, log lines, metrics, missing data. */
export const TimelineCard = ({ detail, time }: { detail: IncidentDetail; time: Range }) => {
  const { t } = useTranslation()
  const format = useFormat()
  const [isTable, setTable] = useState(false)
  const [isWhole, setWhole] = useState(false)
  const rows = useMemo(() => timelineRows(detail.timeline), [detail.timeline])
  const quiet = useQuiet(detail, time)
  const shown = isWhole ? rows : rows.slice(0, rowsAtOnce)
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
      {!isTable && rows.length > rowsAtOnce && (
        <Button
          className={styles.more ?? ''}
          variant="subtle"
          aria-expanded={isWhole}
          onClick={() => setWhole(!isWhole)}
        >
          {isWhole ? t('incidents.timeline.fewer') : t('incidents.timeline.more', { count: rows.length - rowsAtOnce })}
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
