import { labelledTimeTicks, severityColor, useWidth } from '@omen/charts'
import { IconFlag3Filled } from '@tabler/icons-react'
import { useAtomValue } from 'jotai'
import { useId, useMemo, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { Range } from '../../../lib/address/url-codecs.ts'
import { nowAtom } from '../../../lib/format/now-atom.ts'
import { useFormat } from '../../../lib/format/use-format.ts'
import { labelRoom } from '../state/label-room.ts'
import { onsetText } from '../state/onset-text.ts'
import styles from './timeline.module.css'
import { type TimelineRow, timelineMarks } from './timeline-model.ts'

interface TimelineLanesProps {
  rows: readonly TimelineRow[]
  time: Range
  onset: number
  /** Instances that took no part. */
  quiet: number
}

const ROW_HEIGHT = 32
const AXIS_HEIGHT = 24
const RIGHT = 4

/** A lane a row, under an axis that the chart below has too. */
export const TimelineLanes = ({ rows, time, onset, quiet }: TimelineLanesProps) => {
  const { t } = useTranslation()
  const box = useRef<HTMLDivElement>(null)
  const width = useWidth(box)
  const left = labelRoom(width)
  const plot = Math.max(0, width - left - RIGHT)
  const height = AXIS_HEIGHT + (rows.length + (quiet > 0 ? 1 : 0)) * ROW_HEIGHT
  return (
    <div ref={box} className={styles.drawing} style={{ height }} data-part="drawing">
      {plot > 0 && <Axis time={time} onset={onset} left={left} plot={plot} height={height} />}
      <ol className={styles.rows} aria-label={t('incidents.timeline.label')} style={{ top: AXIS_HEIGHT }}>
        {rows.map((row) => (
          <Row key={row.id} row={row} time={time} left={left} plot={plot} />
        ))}
        {quiet > 0 && (
          <li className={styles.row}>
            <span className={styles.label} style={{ width: left - 8 }}>
              <span className="truncate">{t('incidents.timeline.others', { count: quiet })}</span>
              <span className={styles.text}>{t('incidents.timeline.othersText')}</span>
            </span>
            <span className={styles.track} style={{ left, width: plot }} />
          </li>
        )}
      </ol>
    </div>
  )
}

interface AxisProps {
  time: Range
  onset: number
  left: number
  plot: number
  height: number
}

const Axis = ({ time, onset, left, plot, height }: AxisProps) => {
  const { locale, timeZone } = useFormat()
  const ticks = useMemo(
    () => labelledTimeTicks({ domain: time, width: plot, locale, timeZone, fontSize: 11 }),
    [time, plot, locale, timeZone],
  )
  const x = left + ((onset - time.from) / Math.max(1, time.to - time.from)) * plot
  return (
    <svg className={styles.axis} width={left + plot + RIGHT} height={height} aria-hidden="true">
      {ticks.map((tick) => (
        <g key={tick.t}>
          <path d={`M${left + tick.x} ${AXIS_HEIGHT - 4}V${height}`} stroke="var(--omen-hairline)" />
          <text x={left + tick.x} y={12} textAnchor="middle">
            {tick.label}
          </text>
        </g>
      ))}
      {onset >= time.from && onset <= time.to && (
        <path d={`M${x} ${AXIS_HEIGHT - 6}V${height}`} stroke="var(--omen-text-muted)" strokeDasharray="3 3" />
      )}
    </svg>
  )
}

/** Before a mark, px: with less room the onset is written under the name. */
const ONSET_ROOM = 56

const Row = ({ row, time, left, plot }: { row: TimelineRow; time: Range; left: number; plot: number }) => {
  const { t } = useTranslation()
  const format = useFormat()
  const now = useAtomValue(nowAtom)
  const hatch = useId()
  const marks = timelineMarks(row, time, plot, now)
  const [first] = marks
  const at = onsetText(row.at, format)
  const hasRoom = first !== undefined && first.x >= ONSET_ROOM
  const text = [
    ...(first !== undefined && !hasRoom && row.lane !== 'change' ? [at] : []),
    row.lane === 'log' && row.isNew ? t('incidents.timeline.newTemplate') : row.text,
  ].join(' · ')
  return (
    <li className={styles.row} data-lane={row.lane}>
      <span className={styles.label} style={{ width: left - 8 }}>
        <span className="truncate" title={row.name}>
          {row.link === null ? (
            row.name
          ) : (
            <a href={row.link} target="_blank" rel="noopener noreferrer" title={t('incidents.timeline.openChange')}>
              {row.name}
            </a>
          )}
        </span>
        <span className={styles.text} title={text}>
          {text}
        </span>
        <span className="visually-hidden">
          {t(`incidents.timeline.lanes.${row.lane}`)}, {at}
        </span>
      </span>
      {row.lane !== 'change' && <span className={styles.track} style={{ left, width: plot }} />}
      <svg className={styles.marks} style={{ left }} width={plot} height={ROW_HEIGHT} aria-hidden="true">
        <defs>
          <pattern id={hatch} width="5" height="5" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
            <rect width="1.6" height="5" fill="var(--omen-silent)" />
          </pattern>
        </defs>
        {row.lane !== 'change' &&
          marks.map((mark, index) => (
            <rect
              // biome-ignore lint/suspicious/noArrayIndexKey: two marks may lie at the same place
              key={index}
              x={mark.x}
              y={8}
              width={mark.width}
              height={16}
              fill={mark.val === null ? `url(#${hatch})` : severityColor(mark.val)}
              stroke={mark.val === null ? 'var(--omen-silent)' : 'var(--omen-mark-edge)'}
              strokeWidth="0.75"
            />
          ))}
        {hasRoom && row.lane !== 'change' && (
          <text x={first.x - 6} y={20} textAnchor="end">
            {at}
          </text>
        )}
      </svg>
      {row.lane === 'change' && first !== undefined && (
        <span className={styles.flag} style={{ left: left + first.x }}>
          <IconFlag3Filled size={14} aria-hidden />
          <span className={styles.flagText}>{row.text === '' ? at : `${at} · ${row.text}`}</span>
        </span>
      )}
    </li>
  )
}
