import { ActionIcon, SegmentedControl, Tooltip } from '@mantine/core'
import { CountBars, type CountBarsModel, countBarsModel, exportPng, exportSvg, useWidth } from '@omen/charts'
import type { LogAnalysis } from '@omen/sdk'
import { changeName, csvRow } from '@omen/sdk/rules'
import { IconCalendarMonth, IconChartBar, IconTable } from '@tabler/icons-react'
import { useAtom, useAtomValue, useSetAtom } from 'jotai'
import { type RefObject, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useChanges } from '../../../findings/changes/use-changes.ts'
import { saveFile } from '../../../findings/export/save-file.ts'
import { useFormat } from '../../../lib/format/use-format.ts'
import { Card } from '../../../ui/card/card.tsx'
import { useChartSetup } from '../../../ui/chart-setup/use-chart-setup.ts'
import type { Column } from '../../../ui/data-table/column.ts'
import { DataTable } from '../../../ui/data-table/data-table.tsx'
import { showMessageAtom } from '../../../ui/messages/messages-atom.ts'
import { LogCalendar } from '../calendar/log-calendar.tsx'
import { LogExportMenu } from '../page/log-export-menu.tsx'
import { chartAtom, cursorAtom, selectBaselineAtom, selectRangeAtom } from '../state/log-atoms.ts'
import type { LogClock } from '../state/log-clock.ts'
import type { LogSource } from '../state/log-source.ts'
import type { Shown } from '../state/use-shown.ts'
import { rangeOfBars } from './snap-range.ts'
import styles from './timeline.module.css'
import { TimelineSurface } from './timeline-surface.tsx'

interface TimelineCardProps {
  data: LogAnalysis
  shown: Shown
  clock: LogClock
  name: string
  /** Room beside the bars, px, where a chart below shares their axis. */
  sides: { left: number; right: number }
}

const DAY_MS = 86_400_000
/** From here on days are worth a calendar. */
const MANY_DAYS = 8
const HEIGHT = 80

/** How many lines there were over the time at hand; a part of it, and what that is compared with, are chosen here. */
export const TimelineCard = ({ data, shown, clock, name, sides }: TimelineCardProps) => {
  const { t } = useTranslation()
  const svg = useRef<SVGSVGElement>(null)
  const [target, setTarget] = useState<'range' | 'baseline'>('range')
  const [wanted, setChart] = useAtom(chartAtom)
  const hasDays = clock.hasTimes && data.to - data.from >= MANY_DAYS * DAY_MS
  const chart = wanted === 'days' && !hasDays ? 'bars' : wanted
  const charts = [
    { value: 'bars', icon: IconChartBar },
    ...(hasDays ? [{ value: 'days', icon: IconCalendarMonth } as const] : []),
    { value: 'table', icon: IconTable },
  ] as const
  return (
    <Card
      title={useTimelineTitle(data.bucketMs, clock)}
      aside={
        <>
          {chart !== 'table' && <Legend hasBaseline={shown.baseline !== null} />}
          {chart === 'bars' && (
            <Tooltip label={t('logs.timeline.targetHint')}>
              <SegmentedControl
                className={styles.target ?? ''}
                size="xs"
                aria-label={t('logs.timeline.target')}
                value={target}
                onChange={(value) => setTarget(value as typeof target)}
                data={[
                  { value: 'range', label: t('logs.timeline.range') },
                  { value: 'baseline', label: t('logs.timeline.baseline') },
                ]}
              />
            </Tooltip>
          )}
          <span className={styles.tools}>
            {charts.map(({ value, icon: Icon }) => (
              <Tooltip key={value} label={t(`logs.timeline.as.${value}`)}>
                <ActionIcon
                  size={26}
                  aria-label={t(`logs.timeline.as.${value}`)}
                  aria-pressed={chart === value}
                  onClick={() => setChart(value)}
                >
                  <Icon size={16} />
                </ActionIcon>
              </Tooltip>
            ))}
            <TimelineExport data={data} name={name} svg={svg} />
          </span>
        </>
      }
    >
      {chart === 'bars' && <Bars data={data} shown={shown} clock={clock} target={target} svg={svg} sides={sides} />}
      {chart === 'days' && <LogCalendar data={data} selection={shown.selection} />}
      {chart === 'table' && <TimelineTable data={data} clock={clock} />}
    </Card>
  )
}

interface TimelineExportProps {
  data: LogAnalysis
  name: string
  svg: RefObject<SVGSVGElement | null>
}

/** The counts as text, and the bars as a picture while they are drawn. */
const TimelineExport = ({ data, name, svg }: TimelineExportProps) => {
  const { t } = useTranslation()
  const showMessage = useSetAtom(showMessageAtom)
  const { times, counts, newCounts, bucketMs, hasTimes } = data
  const rows = times.map((start, i) => ({ start, lines: counts[i] ?? 0, linesOfNewTemplates: newCounts[i] ?? 0 }))
  const savePng = (drawing: SVGSVGElement) =>
    exportPng(drawing).then(
      (blob) => saveFile(`${name}.png`, blob),
      () => showMessage(t('analysis.export.failed'), 'failed'),
    )
  return (
    <LogExportMenu
      label={t('logs.timeline.export')}
      name={t('logs.timeline.fileName', { name })}
      csv={() => ['start,lines,lines_of_new_templates', ...rows.map((row) => csvRow(Object.values(row)))].join('\n')}
      json={() => ({ hasTimes, bucketMs, counts: rows })}
      more={[
        {
          label: 'SVG',
          run: () =>
            svg.current && saveFile(`${name}.svg`, new Blob([exportSvg(svg.current)], { type: 'image/svg+xml' })),
        },
        { label: 'PNG', run: () => svg.current && savePng(svg.current) },
      ]}
    />
  )
}

interface Row {
  time: number
  count: number
  marked: number
}

/** The same as the bars, in figures. */
const TimelineTable = ({ data, clock }: { data: LogAnalysis; clock: LogClock }) => {
  const { t } = useTranslation()
  const format = useFormat()
  const rows = data.times.map((time, i): Row => ({ time, count: data.counts[i] ?? 0, marked: data.newCounts[i] ?? 0 }))
  const columns: Column<Row>[] = [
    {
      id: 'time',
      header: t('logs.timeline.from'),
      isOneLine: true,
      cell: ({ time }) => clock.moment(time),
      sortBy: ({ time }) => time,
    },
    {
      id: 'count',
      header: t('logs.column.lines'),
      align: 'end' as const,
      cell: ({ count }) => format.count(count),
      sortBy: ({ count }) => count,
    },
    {
      id: 'new',
      header: t('logs.timeline.new'),
      align: 'end' as const,
      cell: ({ marked }) => format.count(marked),
      sortBy: ({ marked }) => marked,
    },
  ]
  return (
    <DataTable
      label={useTimelineTitle(data.bucketMs, clock)}
      columns={columns}
      rows={rows}
      rowKey={({ time }) => String(time)}
      maxHeight="320px"
    />
  )
}

const UNITS = { 1000: 'second', 60000: 'minute', 3600000: 'hour', 86400000: 'day' } as const

/** "Lines per hour", "Lines per 45 min": what a bar counts. */
const useTimelineTitle = (bucketMs: number, clock: LogClock): string => {
  const { t } = useTranslation()
  const unit = clock.hasTimes ? UNITS[bucketMs as keyof typeof UNITS] : undefined
  return unit === undefined
    ? t('logs.timeline.title', { length: clock.length(bucketMs) })
    : t(`logs.timeline.per.${unit}`)
}

const Legend = ({ hasBaseline }: { hasBaseline: boolean }) => {
  const { t } = useTranslation()
  return (
    <span className={styles.legend}>
      <span className={styles.entry}>
        <i className={styles.all} />
        {t('logs.timeline.all')}
      </span>
      <span className={styles.entry}>
        <i className={styles.marked} />
        {t(hasBaseline ? 'logs.timeline.notInBaseline' : 'logs.timeline.new')}
      </span>
    </span>
  )
}

interface BarsProps extends Omit<TimelineCardProps, 'name'> {
  target: 'range' | 'baseline'
  svg: RefObject<SVGSVGElement | null>
}

const Bars = ({ data, shown, clock, target, svg, sides }: BarsProps) => {
  const { t } = useTranslation()
  const format = useFormat()
  const { tokens, locale, timeZone } = useChartSetup()
  const box = useRef<HTMLDivElement>(null)
  const width = useWidth(box)
  const selectRange = useSetAtom(selectRangeAtom)
  const selectBaseline = useSetAtom(selectBaselineAtom)
  const flags = useFlags(shown.filter.source, data)
  const { times, counts, newCounts, bucketMs, from, to } = data
  const { selection, baseline } = shown
  const model = useMemo(
    () =>
      width === 0
        ? null
        : countBarsModel({
            times,
            counts,
            marked: newCounts,
            bucketMs,
            domain: { from, to },
            width,
            height: HEIGHT,
            locale,
            timeZone,
            selected: selection,
            baseline,
            flags,
            isNumbered: !clock.hasTimes,
          }),
    [times, counts, newCounts, bucketMs, from, to, width, locale, timeZone, selection, baseline, flags, clock.hasTimes],
  )
  const textOf = (bar: number) => {
    const start = times[bar] ?? from
    return t('logs.timeline.bar', {
      when: clock.range(start, start + bucketMs),
      count: counts[bar] ?? 0,
      marked: format.count(newCounts[bar] ?? 0),
    })
  }
  return (
    <div className={styles.plot}>
      <div
        ref={box}
        className={styles.drawing}
        data-part="chart"
        style={{ height: HEIGHT, marginLeft: sides.left, marginRight: sides.right }}
      >
        {model !== null && times.length > 0 && (
          <>
            <CountBars model={model} tokens={tokens} svgRef={svg} />
            <CursorLine model={model} from={from} to={to} />
            <TimelineSurface
              model={model}
              label={t(target === 'range' ? 'logs.timeline.choose' : 'logs.timeline.chooseBaseline')}
              textOf={textOf}
              onChoose={(a, b) => (target === 'range' ? selectRange : selectBaseline)(rangeOfBars(data, a, b))}
              tip={(bar) => (
                <>
                  <b>{clock.range(times[bar] ?? from, (times[bar] ?? from) + bucketMs)}</b>
                  <span>{t('logs.lines', { count: counts[bar] ?? 0 })}</span>
                  {(newCounts[bar] ?? 0) > 0 && (
                    <span className="muted">{t('logs.timeline.ofNew', { count: newCounts[bar] ?? 0 })}</span>
                  )}
                  {flags
                    .filter(({ at }) => at >= (times[bar] ?? from) && at < (times[bar] ?? from) + bucketMs)
                    .map(({ at, label }) => (
                      <span key={`${at} ${label}`} className="break">
                        ⚑ {label}
                      </span>
                    ))}
                </>
              )}
            />
          </>
        )}
      </div>
    </div>
  )
}

/** The moment that is pointed at, here or in the chart of a metric or at a line. */
const CursorLine = ({ model, from, to }: { model: CountBarsModel; from: number; to: number }) => {
  const at = useAtomValue(cursorAtom)?.x
  if (at === undefined || at < from || at > to) return null
  return <div className={styles.cursor} data-part="cursor" style={{ left: model.xOf(at), height: model.base }} />
}

/** What changed in the time, where the lines are a project's. */
const useFlags = (source: LogSource, { from, to }: LogAnalysis) => {
  const changes = useChanges(source.kind === 'project' ? source.address : undefined, { from, to })
  return useMemo(() => changes.map((change) => ({ at: change.at, label: changeName(change) })), [changes])
}
