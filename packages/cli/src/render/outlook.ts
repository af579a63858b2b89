import { nameOnInstance } from '@omen/engine/series'
import type { OutlookEvent } from '../results/live-event.ts'
import type { SeriesOutlook } from '../results/live-forecast.ts'
import { timeWriter } from './clock-times.ts'
import { value } from './figures.ts'
import { plain } from './plain.ts'

/** The moment from which a forecast is seen, in epoch milliseconds, and the zone of its times. */
export interface Viewpoint {
  readonly now: number
  readonly timeZone: string
}

/** "cpu on node3 leaves the range of its history (above 66.1) at about 13:35, between 13:10 and 14:20". */
export function outlookSentence(outlook: SeriesOutlook, view: Viewpoint): string {
  const { about } = outlook
  const what = outlookText(outlook, view)
  if (about === null) return what
  const when = about > view.now ? `at about ${clockTime(about, view)}` : 'about now'
  const bounds = boundsText(outlook, view)
  return `${what} ${when}${bounds && `, ${bounds}`}`
}

/** What a forecast says of a series, without the time at which it happens. */
export function outlookText(
  { kind, side, limit, unit, until, earliest, ...name }: SeriesOutlook,
  view: Viewpoint,
): string {
  const subject = subjectOf(name)
  if (kind === 'returns') return `${subject} is back in its expected range`
  if (kind === 'leaves') return `${subject} leaves the range of its history (${side} ${value(limit)}${unitText(unit)})`
  const end = clockTime(until, view)
  const stays = `${subject} stays ${side} its expected range until`
  return earliest === null
    ? `${stays} at least ${end}`
    : `${stays} ${end}, but may be back from ${clockTime(Math.max(earliest, view.now), view)} on`
}

/** " %", or "/s" right after its figure. */
function unitText(unit = ''): string {
  return unit === '' || unit.startsWith('/') ? plain(unit) : ` ${plain(unit)}`
}

/** "between 13:10 and 14:20"; empty where that says no more than the time itself. */
export function boundsText({ about, earliest, latest, until }: SeriesOutlook, view: Viewpoint): string {
  const isAhead = earliest !== null && earliest > view.now
  if (latest === null) {
    const perhaps = `perhaps not by ${clockTime(until, view)}`
    return isAhead ? `not before ${clockTime(earliest, view)}, ${perhaps}` : perhaps
  }
  if (latest <= view.now) return ''
  const to = clockTime(latest, view)
  if (about !== null && about <= view.now) return `perhaps not before ${to}`
  const from = isAhead ? clockTime(earliest, view) : 'now'
  return from === to ? '' : `between ${from} and ${to}`
}

/** What an outlook that is gone means. */
export function goneSentence({ outlook, reason }: Extract<OutlookEvent, { event: 'gone' }>): string {
  const subject = subjectOf(outlook)
  if (reason === 'silent') return `${subject} has sent nothing lately and is not forecast any more`
  if (reason !== 'within') return `${subject} is not forecast any more`
  if (outlook.kind === 'leaves') return `${subject} is forecast to stay within the range of its history`
  return `${subject} is back in its expected range`
}

/** "13:35", with the day where it is another one. */
export function clockTime(at: number, { now, timeZone }: Viewpoint): string {
  const write = timeWriter(timeZone, { from: Math.min(at, now), to: Math.max(at, now) })
  const day = (time: number): string => write.full(time).slice(0, '2026-11-19'.length)
  return day(at) === day(now) ? write.at(at).slice(-'00:00'.length) : write.at(at)
}

function subjectOf(series: Pick<SeriesOutlook, 'metric' | 'instance'>): string {
  return plain(nameOnInstance(series, 'en'))
}
