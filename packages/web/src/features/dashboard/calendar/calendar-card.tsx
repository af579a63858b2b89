import { severityColor } from '@omen/charts'
import { useSetAtom } from 'jotai'
import { type KeyboardEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../../lib/format/use-format.ts'
import { Card } from '../../../ui/card/card.tsx'
import { Loaded } from '../../../ui/panel/loaded.tsx'
import { BlockSkeleton } from '../../../ui/skeletons/skeletons.tsx'
import { rangeAtom } from '../state/dashboard-atoms.ts'
import type { CalendarQuery } from '../week/week-card.tsx'
import styles from './calendar-card.module.css'
import { type CalendarDay, calendarDays, calendarPoint, dayNameOf, type HourCell } from './calendar-model.ts'

/** Seven days, hour by hour, in the colour of the worst finding of each. */
export const CalendarCard = ({ query }: { query: CalendarQuery }) => {
  const { t } = useTranslation()
  const { timeZone } = useFormat()
  return (
    <Card
      title={t('dashboard.calendar.title')}
      aside={<span className="tiny muted">{t('dashboard.calendar.what')}</span>}
    >
      <Loaded query={query} skeleton={<BlockSkeleton height={260} />}>
        {(data) => <Calendar days={calendarDays(data, timeZone)} />}
      </Loaded>
    </Card>
  )
}

const LABELLED = [0, 6, 12, 18]
const twoDigits = (hour: number): string => `${String(hour).padStart(2, '0')}:00`

const Calendar = ({ days }: { days: readonly CalendarDay[] }) => {
  const { t } = useTranslation()
  const { locale } = useFormat()
  const [focused, setFocused] = useState<number | null>(null)
  const firstFound = days.flatMap(({ hours }) => hours.flatMap((cell) => cell ?? []))[0]?.start ?? null
  const isThere = days.some(({ hours }) => hours.some((cell) => cell?.start === focused))
  const stop = isThere ? focused : firstFound
  return (
    <div className={styles.body}>
      <p className={styles.point}>{usePoint(days)}</p>
      <table className={styles.table} aria-label={t('dashboard.calendar.title')} onKeyDown={goByKey}>
        <tbody>
          {days.map(({ day, hours, hoursPassed }) => (
            <tr key={day}>
              <th scope="row">{dayNameOf(day, locale)}</th>
              {hours.map((cell, hour) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: the index is the hour
                <td key={hour} data-empty={hour >= hoursPassed || undefined}>
                  {cell !== null && (
                    <Hour cell={cell} isStop={cell.start === stop} onFocus={() => setFocused(cell.start)} />
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
        <tfoot aria-hidden>
          <tr>
            <td />
            {LABELLED.map((hour) => (
              <td key={hour} colSpan={6}>
                {twoDigits(hour)}
              </td>
            ))}
          </tr>
        </tfoot>
      </table>
    </div>
  )
}

interface HourProps {
  cell: HourCell
  /** Whether Tab comes to it; arrows lead to the others. */
  isStop: boolean
  onFocus: () => void
}

const Hour = ({ cell, isStop, onFocus }: HourProps) => {
  const { t } = useTranslation()
  const format = useFormat()
  const setRange = useSetAtom(rangeAtom)
  const { start, end, severity, findings } = cell
  const when = format.range(start, end)
  const label =
    severity === null
      ? t('dashboard.calendar.gap', { when })
      : t('dashboard.calendar.hour', { when, count: findings, severity: Math.abs(severity).toFixed(1) })
  return (
    <button
      type="button"
      className={styles.hour}
      title={label}
      aria-label={label}
      tabIndex={isStop ? 0 : -1}
      data-gap={severity === null || undefined}
      style={severity === null ? undefined : { background: severityColor(severity) }}
      onFocus={onFocus}
      onClick={() => setRange({ from: start, to: end })}
    />
  )
}

/** Arrows go to the next hour in which something was found. */
const goByKey = (event: KeyboardEvent<HTMLElement>): void => {
  const step = event.key === 'ArrowRight' || event.key === 'ArrowDown' ? 1 : event.key.startsWith('Arrow') ? -1 : 0
  if (step === 0) return
  const all = [...event.currentTarget.querySelectorAll<HTMLButtonElement>('button')]
  const next = all[all.indexOf(event.target as HTMLButtonElement) + step]
  event.preventDefault()
  next?.focus()
}

const usePoint = (days: readonly CalendarDay[]): string => {
  const { t } = useTranslation()
  const format = useFormat()
  const point = calendarPoint(days)
  switch (point.kind) {
    case 'recurring':
      return t('dashboard.calendar.recurring', {
        from: twoDigits(point.hour),
        to: twoDigits((point.hour + 1) % 24),
        days: point.days,
      })
    case 'worst':
      return t('dashboard.calendar.worst', {
        when: format.range(point.cell.start, point.cell.end),
        severity: Math.abs(point.cell.severity ?? 0).toFixed(1),
      })
    case 'gaps':
    case 'none':
      return t(`dashboard.calendar.${point.kind}`)
  }
}
