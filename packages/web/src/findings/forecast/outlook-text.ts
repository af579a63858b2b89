import type { LiveForecast, PredictedIncident } from '@omen/sdk'
import type { TFunction } from 'i18next'
import type { Format } from '../../lib/format/use-format.ts'

type Outlook = NonNullable<LiveForecast['series'][number]['outlook']>

/** A series with what its forecast says of it. */
export interface Outlooked {
  name: string
  unit: string
  outlook: Outlook
  /** End of its forecast, epoch ms. */
  until: number
}

/** Where a series goes, and when: "about" is when the middle of its forecast does. */
export const outlookText = (
  { name, unit, outlook, until }: Outlooked,
  /** How much of the past was looked at. */
  historyMs: number,
  t: TFunction,
  format: Pick<Format, 'clock' | 'duration' | 'figure'>,
): string => {
  const { kind, side, limit, about } = outlook
  if (kind === 'stays' || about === null) return t(`live.forecast.stays.${side}`, { name, until: format.clock(until) })
  const when = whenOf(outlook, { about, until }, t, format)
  if (kind === 'returns') return t(`live.forecast.returns.${side}`, { name, when })
  return t(`live.forecast.leaves.${side}`, {
    name,
    when,
    limit: limitText(limit, unit, t, format),
    history: format.duration(historyMs),
  })
}

const limitText = (limit: number, unit: string, t: TFunction, { figure }: Pick<Format, 'figure'>): string =>
  unit === '' || unit.startsWith('/') ? figure(limit) + unit : t('live.forecast.figure', { value: figure(limit), unit })

/** The same of a predicted incident, to be read after its title. */
export const predictedText = (
  { side, limit, unit = '', about, earliest, latest, historyMs }: PredictedIncident,
  t: TFunction,
  format: Pick<Format, 'clock' | 'duration' | 'figure'>,
): string => {
  const when = whenOf({ earliest, latest }, { about, until: latest }, t, format)
  const facts = { when, limit: limitText(limit, unit, t, format), history: format.duration(historyMs) }
  return t(`live.forecast.predicted.${side}`, facts)
}

const whenOf = (
  { earliest, latest }: Pick<Outlook, 'earliest' | 'latest'>,
  { about, until }: { about: number; until: number },
  t: TFunction,
  { clock }: Pick<Format, 'clock'>,
): string => {
  const time = clock(about)
  if (earliest !== null && latest !== null && clock(earliest) !== clock(latest))
    return t('live.forecast.between', { time, earliest: clock(earliest), latest: clock(latest) })
  if (earliest !== null && latest === null)
    return t('live.forecast.notBefore', { time, earliest: clock(earliest), until: clock(until) })
  return t('live.forecast.about', { time })
}

/** The soonest first; what stays as it is comes last. */
export const soonestFirst = (a: Outlooked, b: Outlooked): number =>
  (a.outlook.about ?? Number.POSITIVE_INFINITY) - (b.outlook.about ?? Number.POSITIVE_INFINITY) ||
  a.name.localeCompare(b.name, undefined, { numeric: true })
