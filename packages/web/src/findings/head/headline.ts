import type { Detection, Incident } from '@omen/sdk'
import type { TFunction } from 'i18next'
import type { Range } from '../../lib/address/url-codecs.ts'
import type { Format } from '../../lib/format/use-format.ts'
import type { Analysis } from '../analysis.ts'
import { incidentLength, incidentPhrase, shortBrief, splitByRange } from '../incidents/incident-model.ts'

/** A name without a break that would fill the headline; its card has all of it. */
const LONG_WORD = /[^\s\u2e80-\uffff]{41,}/gu
const shorten = (word: string): string => {
  const letters = [...word]
  return `${letters.slice(0, 24).join('')}…${letters.slice(-12).join('')}`
}
export const withShortNames = (sentence: string): string => sentence.replace(LONG_WORD, shorten)

const WEEK_MS = 8 * 86_400_000

/** When an incident was: by weekday where the file holds no weekday twice. */
const whenOf = (time: number, { from, to }: Range, format: Format): string =>
  to - from <= WEEK_MS ? format.weekday(time) : format.when(time)

/** "node4 down Fri 09:00 for 1 h 15 min" */
const placed = (incident: Incident, analysis: Analysis, t: TFunction, format: Format): string =>
  t('analysis.headline.placed', {
    title: incident.kind === 'anomaly' ? `${incident.title} ${shortBrief(incident)}` : incident.title,
    when: whenOf(incident.start, analysis, format),
    duration: format.duration(incidentLength(incident, analysis.intervalMs)),
    context: incident.kind === 'anomaly' ? 'sentence' : 'state',
  })

/** The result in one sentence, of the time that is shown. */
export const headline = (detection: Detection, range: Range | null, t: TFunction, format: Format): string => {
  const { kind, seriesCount, incidents } = detection
  if (kind === 'visualization' && splitByRange(incidents, range).inside.length === 0)
    return t('analysis.headline.drawing', {
      series: format.count(seriesCount),
      span: format.duration(spanOf(detection, range)),
    })
  return countedHeadline(detection, range, t, format)
}

const spanOf = ({ from, to, intervalMs }: Analysis, range: Range | null): number =>
  range === null ? to - from + (intervalMs ?? 0) : range.to - range.from

/** How many incidents the time shown has, and the worst one. */
export const countedHeadline = (analysis: Analysis, range: Range | null, t: TFunction, format: Format): string => {
  const span = format.duration(spanOf(analysis, range))
  const { inside } = splitByRange(analysis.incidents, range)
  const [worst] = inside
  if (worst === undefined) return t('analysis.headline.normal', { span })
  const count = t('analysis.headline.count', { count: inside.length, number: format.count(inside.length), span })
  if (inside.length === 1 && range !== null)
    return t('analysis.headline.only', { count, phrase: incidentPhrase(worst, format.locale) })
  return t('analysis.headline.worst', { count, worst: placed(worst, analysis, t, format) })
}

/** What else matters of the whole file: what is still open, where data is missing, and what stood still. */
export const furtherFacts = (detection: Detection, t: TFunction, format: Format): string[] => {
  const { incidents, rows, seriesCount } = detection
  const open = incidents.filter(({ state }) => state === 'open')
  const unrated = incidents.filter(({ val }) => val === null)
  const frozen = unrated.filter(({ kind }) => kind === 'frozen')
  const missing = unrated.filter(({ kind }) => kind !== 'frozen')
  const [firstOpen] = open
  return [
    ...(firstOpen === undefined
      ? []
      : [
          t('analysis.headline.open', {
            count: open.length,
            title: firstOpen.title,
            when: whenOf(firstOpen.start, detection, format),
          }),
        ]),
    ...longest(missing, 'missing', detection, t, format),
    ...longest(frozen, 'frozen', detection, t, format),
    t('analysis.head.rows', { count: rows, rows: format.count(rows), series: format.count(seriesCount) }),
  ]
}

/** How many there are, and the longest of them; nothing where there are none. */
const longest = (
  found: readonly Incident[],
  what: 'missing' | 'frozen',
  detection: Detection,
  t: TFunction,
  format: Format,
): string[] => {
  const lengthOf = (one: Incident): number => incidentLength(one, detection.intervalMs)
  const [first] = found.toSorted((a, b) => lengthOf(b) - lengthOf(a))
  if (first === undefined) return []
  const key = found.length === 1 ? (`analysis.headline.${what}` as const) : (`analysis.headline.${what}Often` as const)
  const when = whenOf(first.start, detection, format)
  return [t(key, { number: format.count(found.length), when, duration: format.duration(lengthOf(first)) })]
}
