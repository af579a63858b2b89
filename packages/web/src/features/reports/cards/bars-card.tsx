import { Button, Select } from '@mantine/core'
import { PeriodBars, periodBarsPlot, useWidth } from '@omen/charts'
import { type KeyboardEvent, type PointerEvent, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ChangeList } from '../../../findings/changes/change-list.tsx'
import { useFormat } from '../../../lib/format/use-format.ts'
import { Card } from '../../../ui/card/card.tsx'
import { useChartSetup } from '../../../ui/chart-setup/use-chart-setup.ts'
import styles from '../page/report.module.css'
import {
  drawingOf,
  MEASURES,
  type Measure,
  measured,
  type PlacedChange,
  type Slot,
  textOf,
} from '../state/bar-model.ts'
import own from './bars-card.module.css'

interface BarsCardProps {
  title: string
  slots: readonly Slot[]
  before: readonly Slot[]
  /** The same by weekday, where there is a choice. */
  weekdays?: readonly Slot[] | undefined
  /** What changed meanwhile, the earliest first. */
  changes: readonly PlacedChange[]
  /** A sentence first. */
  point?: string | undefined
  /** What can be drawn. */
  offered?: readonly Measure[]
}

const HEIGHT = 232

/** A measure by day, hour or weekday, beside that of the period before; also as a table. */
export const BarsCard = ({ title, slots, before, weekdays, changes, point, offered = MEASURES }: BarsCardProps) => {
  const { t } = useTranslation()
  const format = useFormat()
  const [measure, setMeasure] = useState<Measure>('abnormal')
  const [isByWeekday, setByWeekday] = useState(false)
  const [isTable, setTable] = useState(false)
  const shown = isByWeekday && weekdays !== undefined ? weekdays : slots
  const earlier = isByWeekday ? [] : before
  // A weekday has no single moment to stand at
  const flagged = shown === slots ? changes : []
  const words = {
    duration: format.duration,
    hours: format.hours,
    figure: format.severity,
    locale: format.locale,
  }
  const tools = (
    <div className={styles.tools}>
      {offered.length > 1 && (
        <Select
          className={styles.select ?? ''}
          size="xs"
          aria-label={t('reports.bars.measure')}
          data={offered.map((name) => ({ value: name, label: t(`reports.bars.measures.${name}`) }))}
          value={measure}
          onChange={(value) => setMeasure((value ?? 'abnormal') as Measure)}
          allowDeselect={false}
        />
      )}
      {weekdays !== undefined && (
        <Button size="xs" variant="default" aria-pressed={isByWeekday} onClick={() => setByWeekday(!isByWeekday)}>
          {t(isByWeekday ? 'reports.bars.byDate' : 'reports.bars.byWeekday')}
        </Button>
      )}
      <Button size="xs" variant="default" onClick={() => setTable(!isTable)}>
        {t(isTable ? 'reports.bars.chart' : 'reports.bars.table')}
      </Button>
    </div>
  )
  return (
    <Card title={title} aside={tools}>
      <div className={styles.body}>
        {point !== undefined && <p style={{ margin: '0 0 8px' }}>{point}</p>}
        {isTable ? (
          <BarTable slots={shown} before={earlier} words={words} offered={offered} />
        ) : (
          <Bars slots={shown} before={earlier} changes={flagged} measure={measure} words={words} />
        )}
      </div>
      <ChangeList changes={changes.toReversed()} />
    </Card>
  )
}

interface BarsProps {
  slots: readonly Slot[]
  before: readonly Slot[]
  changes: readonly PlacedChange[]
  measure: Measure
  words: Parameters<typeof drawingOf>[3]
}

const Bars = ({ slots, before, changes, measure, words }: BarsProps) => {
  const { t } = useTranslation()
  const box = useRef<HTMLDivElement>(null)
  const width = useWidth(box)
  const { tokens } = useChartSetup()
  const hint = useId()
  const [at, setAt] = useState<number | null>(null)
  const { bars, ticks } = drawingOf(slots, before, measure, words)
  const spoken = (index: number): string => {
    const [slot, earlier] = [slots[index], before[index]]
    if (slot === undefined) return ''
    const now = textOf(measured(slot, measure), measure, words)
    const was = earlier === undefined ? undefined : textOf(measured(earlier, measure), measure, words)
    return [
      was === undefined
        ? t('reports.bars.spoken', { label: slot.name, now })
        : t('reports.bars.spokenBefore', { label: slot.name, now, before: was }),
      ...changes.filter(({ place }) => Math.floor(place) === index).map(({ title }) => title),
      ...(slot.missingMs > 0 ? [t('reports.bars.missingFor', { duration: words.hours(slot.missingMs) })] : []),
    ].join(t('general.comma'))
  }
  const onKey = (event: KeyboardEvent) => {
    const last = slots.length - 1
    const to = {
      ArrowLeft: Math.max(0, (at ?? 1) - 1),
      ArrowRight: Math.min(last, (at ?? -1) + 1),
      Home: 0,
      End: last,
    }[event.key]
    if (to === undefined) return
    event.preventDefault()
    setAt(to)
  }
  const onMove = (event: PointerEvent<HTMLDivElement>) => {
    const plot = periodBarsPlot({ ticks, width })
    const x = event.clientX - event.currentTarget.getBoundingClientRect().left - plot.left
    const index = Math.floor((x / Math.max(1, plot.width)) * slots.length)
    setAt(index >= 0 && index < slots.length ? index : null)
  }
  return (
    <>
      <div
        ref={box}
        className={own.chart}
        style={{ height: HEIGHT }}
        role="slider"
        tabIndex={0}
        aria-valuemin={0}
        aria-valuemax={slots.length - 1}
        aria-valuenow={at ?? 0}
        aria-valuetext={at === null ? '–' : spoken(at)}
        aria-label={t(`reports.bars.measures.${measure}`)}
        aria-describedby={hint}
        onKeyDown={onKey}
        onPointerMove={onMove}
        onPointerLeave={() => setAt(null)}
        onBlur={() => setAt(null)}
        data-part="chart"
      >
        {width > 0 && (
          <PeriodBars
            bars={bars}
            ticks={ticks}
            flags={changes}
            width={width}
            height={HEIGHT}
            selected={at ?? undefined}
            label={slots.map((_, index) => spoken(index)).join('; ')}
            idPrefix={hint.replaceAll(/[^\w-]/g, '')}
            tokens={tokens}
          />
        )}
        <span id={hint} className="visually-hidden">
          {t('reports.bars.hint')}
        </span>
      </div>
      <div className={own.legend}>
        {(before.length > 0 || bars.some(({ missing }) => missing > 0)) && (
          <span>
            <i className={own.now} />
            {t('reports.bars.now')}
          </span>
        )}
        {before.length > 0 && (
          <span>
            <i className={own.before} />
            {t('reports.bars.before')}
          </span>
        )}
        {bars.some(({ missing }) => missing > 0) && (
          <span>
            <i className={own.missing} />
            {t('reports.bars.missing')}
          </span>
        )}
        <span className={own.spoken}>{at !== null && spoken(at)}</span>
      </div>
    </>
  )
}

interface BarTableProps extends Omit<BarsProps, 'measure' | 'changes'> {
  offered: readonly Measure[]
}

const BarTable = ({ slots, before, words, offered }: BarTableProps) => {
  const { t } = useTranslation()
  return (
    <div className={styles.scroll}>
      <table className={own.plain}>
        <thead>
          <tr>
            <th scope="col">{t('reports.bars.time')}</th>
            {offered.map((measure) => (
              <th key={measure} scope="col">
                {t(`reports.bars.measures.${measure}`)}
              </th>
            ))}
            {before.length > 0 && <th scope="col">{t('reports.bars.abnormalBefore')}</th>}
            <th scope="col">{t('reports.bars.missing')}</th>
          </tr>
        </thead>
        <tbody>
          {slots.map((slot, index) => (
            <tr key={slot.id}>
              <th scope="row">{slot.name}</th>
              {offered.map((measure) => (
                <td key={measure}>{textOf(measured(slot, measure), measure, words)}</td>
              ))}
              {before.length > 0 && <td>{before[index] ? words.hours(before[index].abnormalMs) : '–'}</td>}
              <td>{slot.missingMs > 0 ? words.hours(slot.missingMs) : '–'}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
