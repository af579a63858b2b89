import { Button, UnstyledButton } from '@mantine/core'
import type { IncidentDetail } from '@omen/sdk'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { rangeCodec } from '../../../lib/address/url-codecs.ts'
import { useFormat } from '../../../lib/format/use-format.ts'
import { visibleText } from '../../../lib/log-text/visible-text.ts'
import { Card } from '../../../ui/card/card.tsx'
import { useIncidentAddress } from '../state/incident-address.ts'
import { countLines, firstShown, type LogLine, levelOf, lineRows } from './line-rows.ts'
import styles from './lines.module.css'

const ROWS_AT_ONCE = 40

/** Log lines around the onset, on the clock of the metrics; those of kinds never seen before are marked. */
export const LinesCard = ({ detail }: { detail: IncidentDetail }) => {
  const { t } = useTranslation()
  const [count, setCount] = useState(ROWS_AT_ONCE)
  const [unfolded, setUnfolded] = useState<ReadonlySet<number>>(new Set())
  const [hasEarlier, setEarlier] = useState(false)
  const { logs } = detail
  const { onset } = detail.incident
  const rows = useMemo(() => lineRows(logs.lines), [logs.lines])
  const near = useMemo(() => firstShown(rows, onset), [rows, onset])
  const start = hasEarlier ? 0 : near
  const end = near + count
  return (
    <Card title={t('incidents.lines.title')} aside={detail.source.kind === 'project' && <OpenInLogs detail={detail} />}>
      {start > 0 && (
        <Button className={styles.earlier ?? ''} variant="subtle" onClick={() => setEarlier(true)}>
          {t('incidents.lines.earlier', { count: countLines(rows.slice(0, start)) })}
        </Button>
      )}
      {rows.length === 0 ? (
        <p className={styles.none}>{t('incidents.lines.none')}</p>
      ) : (
        <ol className={styles.lines} aria-label={t('incidents.lines.title')}>
          {rows.slice(start, end).map((row) =>
            row.kind === 'line' ? (
              <Line key={row.place} line={row.line} />
            ) : unfolded.has(row.place) ? (
              // biome-ignore lint/suspicious/noArrayIndexKey: a line may come twice, and the place is that in the whole list
              row.lines.map((line, at) => <Line key={row.place + at} line={line} />)
            ) : (
              <li key={row.place} className={styles.fold}>
                <UnstyledButton
                  className={styles.foldButton ?? ''}
                  aria-expanded={false}
                  onClick={() => setUnfolded(new Set([...unfolded, row.place]))}
                >
                  {t('incidents.lines.folded', { count: row.lines.length })}
                </UnstyledButton>
              </li>
            ),
          )}
        </ol>
      )}
      {rows.length > end && (
        <Button className={styles.more ?? ''} variant="subtle" onClick={() => setCount(count + 200)}>
          {t('incidents.lines.more', { count: countLines(rows.slice(end)) })}
        </Button>
      )}
      {logs.hasMore && rows.length <= end && <p className={styles.none}>{t('incidents.lines.hasMore')}</p>}
    </Card>
  )
}

/** The same time of the project among all its lines. */
const OpenInLogs = ({ detail: { incident, logs } }: { detail: IncidentDetail }) => {
  const { t } = useTranslation()
  const project = useIncidentAddress(incident)
  const window = rangeCodec.format(logs) ?? ''
  return (
    <Link to={`/logs?${new URLSearchParams({ project, window, view: 'lines' })}`}>{t('incidents.lines.open')}</Link>
  )
}

const Line = ({ line: { time, severity, instance, service, line, isNew } }: { line: LogLine }) => {
  const { t } = useTranslation()
  const { locale, timeZone } = useFormat()
  const place = [service, instance].filter((part) => part !== '').join(' ')
  return (
    <li className={styles.line} data-new={isNew || undefined}>
      <time className={styles.time} dateTime={new Date(time).toISOString()}>
        {clockOf(time, locale, timeZone)}
      </time>
      <span className={styles.level}>{levelOf(severity)}</span>
      <span className={styles.text}>
        {place !== '' && <span className={styles.place}>{visibleText(place)} </span>}
        <bdi>{visibleText(line)}</bdi>
      </span>
      <span className={styles.new}>{isNew && t('incidents.lines.new')}</span>
    </li>
  )
}

const clockOf = (time: number, locale: string, timeZone: string): string =>
  new Intl.DateTimeFormat(locale, {
    timeZone,
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hourCycle: 'h23',
    fractionalSecondDigits: 3,
  }).format(time)
