import { channels, formatValue, severityColor } from '@omen/charts/findings'
import { nameOnInstance } from '@omen/engine'
import type { AlertIncident, AlertMessage, AlertSeries } from '../../schema/wire-types.ts'
import type { Locale } from '../errors.ts'
import { plainText, shortened } from './plain-text.ts'
import { type Times, timesOf } from './times.ts'
import { type Words, wordsOf } from './words.ts'

export interface Link {
  readonly text: string
  readonly url: string
}

/** A picture and what is written beside it. */
export interface Picture {
  readonly id: string
  readonly alt: string
}

export interface LanesPart {
  readonly title: string
  readonly picture: Picture
  readonly names: readonly string[]
  readonly rowHeight: number
  /** Times below, each with where it begins as a share of the width. */
  readonly ticks: readonly { readonly at: number; readonly text: string }[]
  readonly more: string | undefined
}

export interface SeriesPart {
  readonly name: string
  readonly facts: readonly string[]
  readonly chart: (Picture & { readonly height: number; readonly from: string; readonly to: string }) | undefined
}

export interface IncidentPart {
  readonly sentence: string
  readonly facts: readonly string[]
  /** `#rrggbb`. */
  readonly color: string
  readonly link: Link
}

/** Everything that a mail says, in its language and order; how it looks is decided by who writes it out. */
export interface MailContent {
  readonly locale: Locale
  readonly subject: string
  readonly project: string
  readonly label: string
  readonly heading: string
  /** Below the heading where there is one incident; in a digest each incident has its own. */
  readonly facts: readonly string[]
  readonly color: string | undefined
  readonly actions: readonly Link[]
  readonly incidents: readonly IncidentPart[]
  readonly more: string | undefined
  readonly lanes: LanesPart | undefined
  readonly seriesTitle: string
  readonly series: readonly SeriesPart[]
  readonly zone: string | undefined
  readonly reason: string
  readonly unsubscribe: Link | undefined
}

/** What a mail needs besides its message. */
export interface Surroundings {
  readonly locale: Locale
  readonly to: string
  /** Interval of the samples. */
  readonly stepMs: number
  /** The page of what the message is about. */
  readonly pageUrl: string
  incidentUrl(incident: AlertIncident): string
  /** Undefined where there is nothing that could be acknowledged. */
  acknowledgeUrl(incident: AlertIncident): string | undefined
  readonly unsubscribeUrl: string
  readonly lanes: LanesPart | undefined
  /** By series of the incident. */
  readonly charts: readonly SeriesPart['chart'][]
}

/** A digest, and where several come to an end, escalate or are predicted at once. */
export function isListed({ kind, incidents }: Pick<AlertMessage, 'kind' | 'incidents'>): boolean {
  return kind === 'digest' || incidents.length > 1
}

const NEUTRAL_COLOR = '#8a8f98'

export function contentOf(message: AlertMessage, around: Surroundings): MailContent {
  const { locale, to } = around
  const words = wordsOf[locale]
  const times = timesOf(locale, message.timeZone, message.at)
  const { kind, incidents, incidentsTotal } = message
  const project = plainText(message.projectName)
  const isTrial = kind === 'trial'
  const isList = isListed(message)
  const single = isList || isTrial ? undefined : incidents[0]
  const left = incidentsTotal - incidents.length
  const factsFor = (incident: AlertIncident) => factsOf(incident, message, { words, times, around })
  return {
    locale,
    project,
    label: words.label[kind],
    subject: subjectOf(message, locale, { times, stepMs: around.stepMs }),
    heading: headingOf(message, words, locale, project),
    facts: single === undefined ? (isTrial ? [words.trialText] : []) : factsFor(single),
    color: single && colorOf(single),
    actions: isTrial ? [] : actionsOf(message, single, words, around),
    incidents: isList
      ? incidents.map((incident) => ({
          sentence: plainText(incident.sentence[locale]),
          facts: briefFacts(incident, message, { words, times, around }),
          color: colorOf(incident),
          link: { text: words.open, url: around.incidentUrl(incident) },
        }))
      : [],
    more: isList && left > 0 ? words.moreIncidents(left.toLocaleString(locale)) : undefined,
    lanes: around.lanes,
    seriesTitle: words.seriesTitle(single?.series.length ?? 0),
    series: (single?.series ?? []).map((series, index) => ({
      name: plainText(nameOnInstance(series, locale)),
      facts: seriesFacts(series, message, { words, times, locale }),
      chart: around.charts[index],
    })),
    zone: isTrial ? undefined : words.zone(times.zone, times.offset),
    reason: project === '' ? plainText(to) : words.reason(plainText(to), project),
    unsubscribe: isTrial ? undefined : { text: words.unsubscribe, url: around.unsubscribeUrl },
  }
}

const MAX = 120
const MAX_PROJECT_NAME_LENGTH = 40

/** One line of at most 120 characters: what it is about first, since a phone shows little more than thirty of them. */
export function subjectOf(
  message: AlertMessage,
  locale: Locale,
  { times, stepMs }: { readonly times: Times; readonly stepMs: number },
): string {
  const { subject, colon, label, incidents: countOf } = wordsOf[locale]
  const { kind, at, incidents, incidentsTotal } = message
  const project = plainText(message.projectName)
  const head = `[Omen] ${project === '' ? '' : `${shortened(project, MAX_PROJECT_NAME_LENGTH)}${colon}`}`
  const [incident] = incidents
  if (kind === 'trial' || incident === undefined) return head + subject.trial
  const { start, since = start, end } = incident
  const several = (sentence: string): string => subject.digest(countOf(incidentsTotal), sentence)
  const alone = {
    opened: (sentence: string) => subject.since(sentence, times.short(since)),
    escalated: (sentence: string) => subject.since(subject.escalated(sentence), times.short(since)),
    acknowledged: (sentence: string) => subject.acknowledged(sentence),
    recovered: (sentence: string) => subject.recovered(sentence, times.duration((end ?? at) + stepMs - start)),
    predicted: (sentence: string) => subject.predicted(sentence),
    digest: several,
  }[kind]
  const isOther = kind !== 'digest' && incidents.length > 1
  const rest = isOther ? (sentence: string) => `${label[kind]}${colon}${several(sentence)}` : alone
  return head + rest(shortened(plainText(incident.sentence[locale]), MAX - head.length - rest('').length))
}

function headingOf(message: AlertMessage, words: Words, locale: Locale, project: string): string {
  const { kind, incidents, incidentsTotal } = message
  const [incident] = incidents
  if (kind === 'trial' || incident === undefined) return words.trialHeading(project)
  return isListed(message) ? words.incidents(incidentsTotal) : plainText(incident.sentence[locale])
}

interface Style {
  readonly words: Words
  readonly times: Times
  readonly around: Surroundings
}

/** Of one incident among many. */
function briefFacts(incident: AlertIncident, { at }: AlertMessage, { words, times, around }: Style): string[] {
  const { start, since = start, end } = incident
  const duration = times.duration((end ?? at) + around.stepMs - since)
  return [
    capital(words.since(times.short(since))),
    end === null ? words.soFar(duration) : words.lasted(duration),
    ...severityFacts(incident, words),
  ]
}

/** Without a severity are gaps, whose series have no value, and crossings of limits, predictions and log lines. */
function severityFacts({ severity, series: [lead] }: AlertIncident, words: Words): string[] {
  if (severity !== null) return [words.severity(severity)]
  return lead?.value === null ? [words.missing] : []
}

function factsOf(incident: AlertIncident, { kind, at }: AlertMessage, { words, times, around }: Style): string[] {
  const { start, since = start, end } = incident
  const said = severityFacts(incident, words)
  if (kind === 'predicted') return [capital(words.expectedFrom(times.full(start))), ...said]
  // Its last sample stands for a whole interval.
  const past = (end ?? at) + around.stepMs
  const duration = times.duration(past - since)
  return [
    capital(words.since(times.full(since))),
    ...(end === null ? [words.soFar(duration)] : [words.until(times.short(past, since)), words.lasted(duration)]),
    ...(since > start ? [words.firstSigns(times.short(start))] : []),
    ...said,
  ]
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

function seriesFacts(
  { value, expected, unit = '', since }: AlertSeries,
  { kind }: AlertMessage,
  { words, times, locale }: { words: Words; times: Times; locale: Locale },
): string[] {
  const isPredicted = kind === 'predicted'
  const said = value === null ? words.noData : formatValue(value, unit, locale)
  return [
    isPredicted && value !== null ? words.forecast(said) : said,
    ...(expected === null ? [] : [words.expected(formatValue(expected, unit, locale))]),
    isPredicted ? words.expectedFrom(times.short(since)) : words.since(times.short(since)),
  ]
}

function actionsOf(
  { kind }: AlertMessage,
  single: AlertIncident | undefined,
  words: Words,
  around: Surroundings,
): Link[] {
  const open = { text: words.open, url: single === undefined ? around.pageUrl : around.incidentUrl(single) }
  if (single === undefined || (kind !== 'opened' && kind !== 'escalated')) return [open]
  const url = around.acknowledgeUrl(single)
  return url === undefined ? [open] : [open, { text: words.acknowledge, url }]
}

/** Signed as in the lanes: below what is expected where its leading series is. */
export function signedSeverity({
  severity,
  series: [lead],
}: Pick<AlertIncident, 'severity' | 'series'>): number | null {
  if (severity === null || lead === undefined) return severity
  const isBelow = lead.value === null || (lead.expected !== null && lead.value < lead.expected)
  return isBelow ? -severity : severity
}

function colorOf(incident: AlertIncident): string {
  const val = signedSeverity(incident)
  if (val === null) return NEUTRAL_COLOR
  const rgb = channels(severityColor(val))!
  return `#${rgb.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`
}
