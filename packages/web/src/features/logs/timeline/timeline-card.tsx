import { ActionIcon, SegmentedControl, Tooltip } from '@mantine/core'
import { CountBars, countBarsModel, useWidth } from '@omen/charts'
import type { LogAnalysis } from '@omen/sdk'
import { changeName } from '@omen/sdk/rules'
import { IconCalendarMonth, IconChartBar, IconTable } from '@tabler/icons-react'
import { useAtom, useSetAtom } from 'jotai'
import { type RefObject, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useChanges } from '../../../findings/changes/use-changes.ts'
import { useFormat } from '../../../lib/format/use-format.ts'
import { Card } from '../../../ui/card/card.tsx'
import { useChartSetup } from '../../../ui/chart-setup/use-chart-setup.ts'
import { LogCalendar } from '../calendar/log-calendar.tsx'
import { chartAtom, selectBaselineAtom, selectRangeAtom } from '../state/log-atoms.ts'
import type { LogClock } from '../state/log-clock.ts'
import type { LogSource } from '../state/log-source.ts'
import type { Shown } from '../state/use-shown.ts'
import { CursorLine } from './cursor-line.tsx'
import { rangeOfBars } from './snap-range.ts'
import styles from './timeline.module.css'
import { TimelineExport } from './timeline-export.tsx'
import { TimelineSurface } from './timeline-surface.tsx'
import { TimelineTable } from './timeline-table.tsx'
import { useTimelineTitle } from './use-timeline-title.ts'

interface TimelineCardProps {
  data: LogAnalysis
  shown: Shown
  clock: LogClock
  name: string
  /** Room beside the bars, px, where a chart below shares their axis. */
  sides: { left: number; right: number }
}

const dayMs = 86_400_000
/** From here on days are worth a calendar. */
const manyDays = 8
const height = 80

/** How many lines there were over the time at hand; a part of it, and what that is compared with, are chosen here. */
export const TimelineCard = ({ data, shown, clock, name, sides }: TimelineCardProps) => {
  const { t } = useTranslation()
  const svg = useRef<SVGSVGElement>(null)
  const [target, setTarget] = useState<'range' | 'baseline'>('range')
  const [wanted, setChart] = useAtom(chartAtom)
  const hasDays = clock.hasTimes && data.to - data.from >= manyDays * dayMs
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
      {chart === 'bars' && <Bars {...{ data, shown, clock, target, svg, sides }} />}
      {chart === 'days' && <LogCalendar data={data} selection={shown.selection} />}
      {chart === 'table' && <TimelineTable data={data} clock={clock} />}
    </Card>
  )
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
            ...{ times, counts, marked: newCounts, bucketMs, domain: { from, to }, width, height, locale, timeZone },
            ...{ selected: selection, baseline, flags, isNumbered: !clock.hasTimes },
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
        style={{ height, marginLeft: sides.left, marginRight: sides.right }}
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

/** What changed in the time, where the lines are a project's. */
const useFlags = (source: LogSource, { from, to }: LogAnalysis) => {
  const changes = useChanges(source.kind === 'project' ? source.address : undefined, { from, to })
  return useMemo(() => changes.map((change) => ({ at: change.at, label: changeName(change) })), [changes])
}
