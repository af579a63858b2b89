import type { ScoreTally, StrangeRow } from '../score/score-tally.ts'
import { count, counted, value as figure } from './figures.ts'

/** What is worth saying of a table that was scored: what was read, what could not be, the alarms and the strongest row. */
export function scoreRemarks(name: string, tally: ScoreTally): string {
  const { rows, series, alarms, unread, firstUnread, gaps, notNumbers, repeated, strongest } = tally
  const said = [`${name}: ${counted(rows, 'row')} of ${count(series)} series, ${counted(alarms, 'alarm')}.`]
  const [first] = strongest
  if (first) said.push(`Strongest: ${strange(first, series > 1)}.`)
  if (firstUnread) {
    const where = `the first at line ${firstUnread.line}: ${firstUnread.reason}`
    said.push(`${counted(unread, 'row')} could not be read and scored 0, ${where}.`)
  }
  if (gaps > 0) {
    const others = notNumbers > 0 ? `, ${count(notNumbers)} of them with something else in it` : ''
    said.push(`${counted(gaps, 'cell')} without a number scored 0${others}.`)
  }
  if (repeated > 0) said.push(`${counted(repeated, 'row')} no later than what the state had seen: scored again.`)
  return said.join('\n')
}

function strange({ timestamp, series, value, score, reason, trust }: StrangeRow, isOneOfMany: boolean): string {
  const what = isOneOfMany ? `${series} = ${figure(value)}` : figure(value)
  const why = reason === undefined ? '' : `, ${reasons[reason]}`
  const doubt = trust === 'none' || trust === 'low' ? `; trust is ${trust}, so early in a series` : ''
  return `${timestamp}, ${what}, score ${score.toFixed(2)}${why}${doubt}`
}

const reasons: Record<NonNullable<StrangeRow['reason']>, string> = {
  rarity: 'a value seldom seen',
  season: 'unusual for its time of day and week',
  level: 'far from the level before it',
  shape: 'a course never seen',
  longShape: 'a course never seen, over some hours',
  flatness: 'flatter than ever',
  range: 'outside all values before it',
}
