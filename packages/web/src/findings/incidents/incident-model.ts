import { namedSeries } from '@omen/charts/findings'
import type { Incident, Period, PeriodSeries } from '@omen/sdk'
import type { Range } from '../../lib/address/url-codecs.ts'
import type { Analysis } from '../analysis.ts'

type Facts = Pick<Analysis, 'incidents' | 'periods' | 'gaps' | 'series'>

/** Incidents by whether they lie, at least in part, in the time shown. Both by number. */
export const splitByRange = (
  incidents: readonly Incident[],
  range: Range | null,
): { inside: Incident[]; outside: Incident[] } => {
  const isInside = ({ start, end }: Incident) => range === null || (end >= range.from && start <= range.to)
  return { inside: incidents.filter(isInside), outside: incidents.filter((incident) => !isInside(incident)) }
}

/** The previous or next incident of the list; the first or last one where none is selected; null at either end. */
export const neighbourIncident = (incidents: readonly Incident[], id: string, step: 1 | -1): Incident | null => {
  const index = incidents.findIndex((incident) => incident.id === id)
  if (index < 0) return incidents.at(step === 1 ? 0 : -1) ?? null
  return incidents[index + step] ?? null
}

/**
 * The incident that a link names; where another sensitivity changed its ends, the only one of that time. Null where it dissolved.
 */
export const incidentOfLink = (incidents: readonly Incident[], id: string): Incident | null => {
  const same = incidents.find((incident) => incident.id === id)
  if (same !== undefined) return same
  const [, start, end] = /^[a-z]+-(-?[0-9a-z]+)-(-?[0-9a-z]+)$/.exec(id) ?? []
  if (start === undefined || end === undefined) return null
  const [from, to] = [Number.parseInt(start, 36), Number.parseInt(end, 36)]
  const then = incidents.filter((incident) => incident.start <= to && incident.end >= from)
  return then.length === 1 ? (then[0] ?? null) : null
}

/** Length of an incident, ms, including its last sample. */
export const incidentLength = (
  { start, end }: Pick<Incident, 'start' | 'end'>,
  intervalMs: number | null | undefined,
) => end - start + (intervalMs ?? 0)

/** The periods of an incident, the most severe first. */
export const periodsOf = (incident: Incident, { periods }: Pick<Facts, 'periods'>): Period[] => {
  const ids = new Set(incident.periodIds)
  const byId = new Map(periods.flatMap((period) => (ids.has(period.id) ? [[period.id, period] as const] : [])))
  return incident.periodIds.flatMap((id) => byId.get(id) ?? [])
}

export const gapsOf = (incident: Incident, { gaps }: Pick<Facts, 'gaps'>) =>
  incident.gapNumbers.flatMap((number) => gaps[number - 1] ?? [])

/** What an incident did to one series. */
export interface SeriesFigure {
  seriesId: string
  /** The metric; with its instance unless that is the only one of the incident. */
  label: string
  unit: string
  value: number | null
  expected: number | null
  /** When it left its range; null if it did not move. */
  since: number | null
}

const FIGURES_SHOWN = 3

/** Value, expected value and onset of the leading series; those that moved come first. */
export const seriesFigures = (incident: Incident, analysis: Facts): SeriesFigure[] => {
  const byId = new Map(analysis.series.map((series) => [series.seriesId, series]))
  const only = incident.instances.length === 1 ? incident.instances[0] : undefined
  const found = new Map<string, PeriodSeries>()
  const periods = periodsOf(incident, analysis)
  const moved = periods.flatMap((period) => namedSeries(period))
  for (const one of [...moved, ...periods.flatMap(({ series }) => series.slice(0, FIGURES_SHOWN))])
    if (!found.has(one.seriesId) && found.size < FIGURES_SHOWN) found.set(one.seriesId, one)
  return [...found.values()].map(({ seriesId, peak, usual, firstAt }) => {
    const { metric = seriesId, instance = '', unit = '' } = byId.get(seriesId) ?? {}
    const label = instance !== '' && instance !== only ? `${metric} · ${instance}` : metric
    return { seriesId, label, unit, value: peak ?? null, expected: usual ?? null, since: firstAt ?? null }
  })
}

/** The first sentence of what happened: without how many others moved. */
export const shortBrief = ({ brief }: Pick<Incident, 'brief'>): string => brief.split(/[;；]/)[0] ?? brief

/** Title and what happened as one phrase. */
export const incidentPhrase = (incident: Pick<Incident, 'title' | 'brief' | 'kind'>, locale: string): string => {
  if (incident.kind === 'anomaly' || incident.kind === 'frozen') return `${incident.title} ${shortBrief(incident)}`
  return `${incident.title}${locale.startsWith('zh') ? '：' : ': '}${shortBrief(incident)}`
}

const withFullStop = (text: string, locale: string): string => `${text}${locale.startsWith('zh') ? '。' : '.'}`

/** What happened, as a sentence of its own: with a capital letter and a full stop. */
export const briefSentence = (brief: string, locale: string): string =>
  withFullStop(`${brief.charAt(0).toLocaleUpperCase(locale)}${brief.slice(1)}`, locale)

/** How the sentence of a finding begins where it does not begin with the name of a metric or an instance. */
const OPENING_WORDS =
  /^(?:the collector was|the instance|the series|the only series of|all [\d,]+ series of|no readable) /

/** The sentence of a finding with a full stop, and with a capital letter unless it begins with a name. */
export const findingSentence = (sentence: string, locale: string): string =>
  OPENING_WORDS.test(sentence) ? briefSentence(sentence, locale) : withFullStop(sentence, locale)
