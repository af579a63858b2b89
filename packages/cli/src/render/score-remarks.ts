import { leftOutNotes } from '@omen/engine/series'
import type { HighScoreRow, ScoreTally } from '../results/score-tally.ts'
import { count, counted, value as figure } from './figures.ts'

/** Remarks on a scored table: rows read and not read, alarms, and the row with the highest score. */
export function scoreRemarks(name: string, tally: ScoreTally): string {
  const { rows, series, alarms, unread, firstUnread, gaps, notNumbers, repeated, strongest, leftOut = [] } = tally
  const remarks = [`${name}: ${counted(rows, 'row')} of ${count(series)} series, ${counted(alarms, 'alarm')}.`]
  remarks.push(...leftOutNotes(leftOut).map((note) => `${name}: ${note}.`))
  const [first] = strongest
  if (first) remarks.push(`Strongest: ${describeRow(first, series > 1)}.`)
  if (firstUnread) {
    const where = `the first at line ${firstUnread.line}: ${firstUnread.reason}`
    remarks.push(`${counted(unread, 'row')} could not be read and scored 0, ${where}.`)
  }
  if (gaps > 0) {
    const others = notNumbers > 0 ? `, ${count(notNumbers)} of them with something else in it` : ''
    remarks.push(`${counted(gaps, 'cell')} without a number scored 0${others}.`)
  }
  if (repeated > 0) remarks.push(`${counted(repeated, 'row')} no later than what the state had seen: scored again.`)
  return remarks.join('\n')
}

function describeRow({ timestamp, series, value, score, reason, trust }: HighScoreRow, isOneOfMany: boolean): string {
  const what = isOneOfMany ? `${series} = ${figure(value)}` : figure(value)
  const why = reason === undefined ? '' : `, ${REASONS[reason]}`
  const doubt = trust === 'none' || trust === 'low' ? `; trust is ${trust}, so early in a series` : ''
  return `${timestamp}, ${what}, score ${score.toFixed(2)}${why}${doubt}`
}

const REASONS: Record<NonNullable<HighScoreRow['reason']>, string> = {
  rarity: 'a rare value',
  season: 'unusual for its time of day and week',
  level: 'far from the level before it',
  shape: 'a new shape',
  longShape: 'a new shape over several hours',
  flatness: 'flatter than ever before',
  range: 'outside all values before it',
}
