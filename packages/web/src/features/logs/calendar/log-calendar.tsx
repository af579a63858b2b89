import { dateLocale } from '@omen/charts/findings'
import type { LogAnalysis } from '@omen/sdk'
import { useSetAtom } from 'jotai'
import { type KeyboardEvent, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Range } from '../../../lib/address/url-codecs.ts'
import { useFormat } from '../../../lib/format/use-format.ts'
import { selectRangeAtom } from '../state/log-atoms.ts'
import styles from './log-calendar.module.css'
import { type LogDay, logDays, logWeeks } from './log-days.ts'

interface LogCalendarProps {
  data: LogAnalysis
  selection: Range | null
}

/** A day a cell, the darker the more lines it has; a click selects the day. */
export const LogCalendar = ({ data, selection }: LogCalendarProps) => {
  const { t } = useTranslation()
  const { timeZone, locale } = useFormat()
  const days = useMemo(() => logDays(data, timeZone), [data, timeZone])
  const max = Math.max(1, ...days.map(({ lines }) => lines))
  const [focused, setFocused] = useState<string | null>(null)
  const stop = days.some(({ day }) => day === focused) ? focused : (days.at(-1)?.day ?? null)
  const weeks = logWeeks(days)
  return (
    <div className={styles.body}>
      <table className={styles.table} aria-label={t('logs.calendar.title')} onKeyDown={goByKey}>
        <thead>
          <tr>
            {weekdays(locale).map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeks.map((week, index) => (
            <tr key={week.find((day) => day !== null)?.day ?? index}>
              {week.map((day, weekday) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: the index is the day of the week
                <td key={weekday}>
                  {day !== null && (
                    <Day
                      day={day}
                      share={day.lines / max}
                      isOn={selection !== null && selection.from < day.to && selection.to >= day.from}
                      isStop={day.day === stop}
                      onFocus={() => setFocused(day.day)}
                    />
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

interface DayProps {
  day: LogDay
  share: number
  isOn: boolean
  /** Whether Tab comes to it; arrows lead to the others. */
  isStop: boolean
  onFocus: () => void
}

const Day = ({ day, share, isOn, isStop, onFocus }: DayProps) => {
  const { t } = useTranslation()
  const format = useFormat()
  const select = useSetAtom(selectRangeAtom)
  const name = new Intl.DateTimeFormat(dateLocale(format.locale), {
    day: 'numeric',
    month: 'short',
    timeZone: 'UTC',
  }).format(new Date(`${day.day}T12:00:00Z`))
  const text = [
    t('logs.lines', { count: day.lines }),
    ...(day.marked > 0 ? [t('logs.timeline.ofNew', { count: day.marked })] : []),
  ].join(t('general.comma'))
  return (
    <button
      type="button"
      className={styles.day}
      aria-pressed={isOn}
      aria-label={`${name}${t('general.colon')}${text}`}
      title={text}
      tabIndex={isStop ? 0 : -1}
      style={{ '--share': `${Math.round(8 + 34 * share)}%` } as React.CSSProperties}
      data-none={day.lines === 0 || undefined}
      onFocus={onFocus}
      onClick={() => select(isOn ? null : { from: day.from, to: day.to - 1 })}
    >
      <span>{name}</span>
      <b>{format.count(day.lines)}</b>
    </button>
  )
}

/** From Monday on; the fifth of January 1970 was one. */
const weekdays = (locale: string): string[] =>
  Array.from({ length: 7 }, (_, day) =>
    new Intl.DateTimeFormat(locale, { weekday: 'short', timeZone: 'UTC' }).format(Date.UTC(1970, 0, 5 + day)),
  )

/** Left and right by a day, up and down by a week. */
const goByKey = (event: KeyboardEvent<HTMLElement>): void => {
  const steps: Record<string, number> = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -7, ArrowDown: 7 }
  const step = steps[event.key]
  if (step === undefined) return
  const all = [...event.currentTarget.querySelectorAll<HTMLButtonElement>('button')]
  event.preventDefault()
  all[all.indexOf(event.target as HTMLButtonElement) + step]?.focus()
}
