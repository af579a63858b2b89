import { RRuleTemporal } from 'rrule-temporal'
import type { Calendar } from '../../schema/wire-types.ts'

/** Where a rule says nothing of its start, it is counted from this Monday. */
const DEFAULT_START = '20240101T000000'
const MINUTE_MS = 60_000
/** A rule that can be followed to this time can be followed to all that is asked for. */
const FAR_TIME = Date.UTC(2100, 0, 1)
/** A rule that lists more times within one period of its frequency takes seconds to follow; a day has 1,440 minutes. */
const MAX_TIMES_A_PERIOD = 1500
/** Of one calendar that trainings leave out. */
const MAX_OCCURRENCES = 5000

export interface Occurrence {
  readonly start: number
  /** Exclusive. */
  readonly end: number
}

/** The times of a calendar. */
export interface Occurrences {
  /** The latest one that began at a time or before. */
  before(time: number): Occurrence | undefined
  /** Those that touch a span, the latest first. */
  within(from: number, to: number): Occurrence[]
}

/**
 * The times of a calendar in its zone, which keep their time of day when clocks are changed. Throws for a rule that cannot be read,
 * or lists too many times.
 */
export function openOccurrences({ rrule, timeZone, durationMinutes }: TimedRule): Occurrences {
  if (timesAPeriod(rrule) > MAX_TIMES_A_PERIOD) throw new RangeError(`the rule lists too many times: ${rrule}`)
  const rule = new RRuleTemporal({ rruleString: withStart(rrule, timeZone), tzid: timeZone })
  const durationMs = durationMinutes * MINUTE_MS
  const known = new Map<number, Occurrence | undefined>()
  const before = (time: number): Occurrence | undefined => {
    if (known.has(time)) return known.get(time)
    const at = rule.previous(new Date(time), true)
    const found = at === null ? undefined : { start: at.epochMilliseconds, end: at.epochMilliseconds + durationMs }
    known.set(time, found)
    return found
  }
  return {
    before,
    within(from, to) {
      const found: Occurrence[] = []
      let next = before(to)
      while (next !== undefined && next.end > from && found.length < MAX_OCCURRENCES) {
        found.push(next)
        next = before(next.start - 1)
      }
      return found
    },
  }
}

/** As `openOccurrences`, but a rule that cannot be followed has no times, and is reported once. */
export function openOrReport(calendar: TimedRule, report: (error: unknown) => void): Occurrences {
  let isBroken = false
  let opened: Occurrences | undefined
  const read = <T>(from: (occurrences: Occurrences) => T, none: T): T => {
    if (isBroken) return none
    try {
      opened ??= openOccurrences(calendar)
      return from(opened)
    } catch (error) {
      isBroken = true
      report(error)
      return none
    }
  }
  return {
    before: (time) => read((occurrences) => occurrences.before(time), undefined),
    within: (from, to) => read((occurrences) => occurrences.within(from, to), []),
  }
}

type TimedRule = Pick<Calendar, 'rrule' | 'timeZone' | 'durationMinutes'>

/** What is wrong with a rule; undefined where nothing is. */
export function faultOfRule(
  calendar: TimedRule,
): 'unreadable' | 'never' | 'tooOften' | 'tooMany' | 'tooLong' | undefined {
  const { rrule, timeZone } = calendar
  const seconds = /BYSECOND=([^;\s]*)/i.exec(rrule)?.[1] ?? ''
  if (/FREQ=SECONDLY/i.test(rrule) || seconds.includes(',')) return 'tooOften'
  if (timesAPeriod(rrule) > MAX_TIMES_A_PERIOD) return 'tooMany'
  let rule: RRuleTemporal
  try {
    rule = new RRuleTemporal({ rruleString: withStart(rrule, timeZone), tzid: timeZone })
  } catch {
    return 'unreadable'
  }
  try {
    if (rule.all((_, index) => index < 1).length === 0) return 'never'
  } catch {
    return 'never'
  }
  try {
    openOccurrences(calendar).before(FAR_TIME)
    return undefined
  } catch {
    return 'tooLong'
  }
}

/** An upper bound of the times that a rule lists within one period of its frequency: a year, a month, a week, a day or an hour. */
function timesAPeriod(rrule: string): number {
  const parts = new Map(
    [...rrule.toUpperCase().matchAll(/([A-Z]+)=([^;\s]*)/g)].map(([, name, value]) => [name, value]),
  )
  const count = (name: string): number => parts.get(name)?.split(',').length ?? 1
  const minutes = count('BYMINUTE')
  switch (parts.get('FREQ')) {
    case 'YEARLY':
      return daysOf(parts, 366, 12) * count('BYHOUR') * minutes
    case 'MONTHLY':
      return daysOf(parts, 31, 1) * count('BYHOUR') * minutes
    case 'WEEKLY':
      return count('BYDAY') * count('BYHOUR') * minutes
    case 'DAILY':
      return count('BYHOUR') * minutes
    default:
      return minutes
  }
}

/** An upper bound of the days within a period of `days` days and `months` months. */
function daysOf(parts: ReadonlyMap<string | undefined, string | undefined>, days: number, months: number): number {
  const ofMonth = parts.get('BYMONTHDAY')
  if (ofMonth !== undefined) return Math.min(days, ofMonth.split(',').length * months)
  const isByDay = ['BYDAY', 'BYYEARDAY', 'BYWEEKNO'].some((name) => parts.has(name))
  return isByDay ? days : Math.min(months, parts.get('BYMONTH')?.split(',').length ?? 1)
}

/** With a start in the zone of the calendar, unless it names another. */
function withStart(text: string, timeZone: string): string {
  const lines = text.trim().split(/\\n|\r?\n/)
  const start = lines.find((line) => /^DTSTART/i.test(line))
  const rule = lines.find((line) => !/^DTSTART/i.test(line)) ?? ''
  const named = start === undefined ? DEFAULT_START : start.slice('DTSTART'.length)
  const zoned = named.startsWith(';') || named.endsWith('Z') ? `DTSTART${named}` : startIn(timeZone, named)
  return `${zoned}\n${/^RRULE:/i.test(rule) ? rule : `RRULE:${rule}`}`
}

function startIn(timeZone: string, start: string): string {
  return `DTSTART;TZID=${timeZone}:${start.replace(/^:/, '')}`
}
