import type { Incident, LiveAnalysis } from '@omen/sdk'
import type { TFunction } from 'i18next'
import type { Analysis } from '../../../findings/analysis.ts'
import { countedHeadline } from '../../../findings/head/headline.ts'
import { incidentPhrase } from '../../../findings/incidents/incident-model.ts'
import type { Range } from '../../../lib/address/url-codecs.ts'
import type { Format } from '../../../lib/format/use-format.ts'
import { catchingUpFrom } from './lag.ts'

const MINUTE_MS = 60_000
const DAY_MS = 1440 * MINUTE_MS

const isOpen = ({ state }: Incident): boolean => state === 'open' || state === 'recovering'

/** Incidents that have not ended, and the others. Both by number. */
export const splitByState = (incidents: readonly Incident[]): { open: Incident[]; ended: Incident[] } => ({
  open: incidents.filter(isOpen),
  ended: incidents.filter((incident) => !isOpen(incident)),
})

/** Since when the series that the title names is abnormal: what is open now may have joined an incident that began elsewhere. */
const leadOnset = (incident: Incident, { periods }: Pick<Analysis, 'periods'>): number => {
  const onsets = periods
    .filter(({ id, state }) => incident.periodIds.includes(id) && (state === 'open' || state === 'recovering'))
    .flatMap(({ series, start }) => {
      const lead = series.find(({ seriesId }) => seriesId === incident.leadSeriesId)
      return lead === undefined ? [] : [lead.firstAt ?? start]
    })
  return onsets.length === 0 ? incident.start : Math.min(...onsets)
}

interface Shown {
  live: Pick<LiveAnalysis, 'state' | 'stateSentence' | 'from' | 'to' | 'position' | 'stepMs'>
  analysis: Analysis
  /** A part of the time, or a time that stands still; null as of now. */
  range: Range | null
}

/** How a project is doing in one sentence: what is open first. */
export const liveHeadline = ({ live, analysis, range }: Shown, t: TFunction, format: Format): string => {
  if (range !== null && range.from >= live.to) return t('live.headline.ahead')
  if (range !== null) return countedHeadline(analysis, range, t, format)
  const { open, ended } = splitByState(analysis.incidents)
  const [worst] = open
  if (worst !== undefined)
    return t('live.headline.open', {
      count: open.length,
      phrase: incidentPhrase(worst, format.locale),
      when: format.clock(leadOnset(worst, analysis)),
    })
  if (live.state !== 'live' && ended.length === 0) return live.stateSentence
  const scoredTo = catchingUpFrom(live)
  if (scoredTo !== null) return t('live.headline.catchingUp', { when: format.when(scoredTo) })
  const ms = Math.round((live.to - live.from) / MINUTE_MS) * MINUTE_MS
  // "The last 1 day" is no English; whole buckets are a few minutes more or less than a day
  const span = Math.abs(ms - DAY_MS) <= DAY_MS / 100 ? t('live.headline.day') : format.duration(ms)
  return ended.length === 0
    ? t('live.headline.normal', { span })
    : t('live.headline.ended', { count: ended.length, span, title: ended[0]?.title })
}
