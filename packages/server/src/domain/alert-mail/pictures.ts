import {
  cutApart,
  type LaneKind,
  type LaneSource,
  laneKinds,
  laneTickTexts,
  namedSeries,
  severityRank,
  toLanes,
} from '@omen/charts/findings'
import { nameOnInstance } from '@omen/engine'
import { and, eq, inArray } from 'drizzle-orm'
import { severityText } from '../../ports/alert-words.ts'
import type { DrawTask } from '../../ports/compute.ts'
import type { MailPicture } from '../../ports/mail.ts'
import { series } from '../../schema/index.ts'
import type { AlertIncident, AlertMessage, AlertSeries, LiveAnalysis } from '../../schema/wire-types.ts'
import type { Context } from '../context.ts'
import type { Locale } from '../errors.ts'
import { readStored } from '../live/index.ts'
import type { ProjectRow } from '../projects/index.ts'
import { isListed, type LanesPart, type SeriesPart, signedSeverity } from './content.ts'
import { plainText, shortened } from './plain-text.ts'
import { timesOf } from './times.ts'
import { wordsOf } from './words.ts'

const SPARK_HEIGHT = 56
const SPARK_WIDTH = 460
/** Two samples a pixel of a sharp screen say nothing more than one. */
const BUCKETS = 230
/** Sharp on screens of phones. */
const SCALE = 2
/** The thread that draws may have to start first, on a machine that is busy with what the alert is about. */
const PATIENCE_MS = 20_000

export interface Pictures {
  readonly lanes: LanesPart | undefined
  readonly charts: readonly SeriesPart['chart'][]
  readonly pictures: readonly MailPicture[]
}

export const NO_PICTURES: Pictures = { lanes: undefined, charts: [], pictures: [] }

interface TimeSpan {
  readonly from: number
  readonly to: number
}

/** Lanes of the time around the incidents, and the leading series of a single one, drawn as on the page. */
export async function drawPictures(
  ctx: Context,
  row: ProjectRow,
  message: AlertMessage,
  locale: Locale,
): Promise<Pictures> {
  const shown = surroundingTime(message, row.project.samplingMs)
  const single = isListed(message) ? undefined : message.incidents[0]
  const leads = single?.series ?? []
  const live = await readStored(ctx, row, {
    ...shown,
    buckets: BUCKETS,
    locale,
    metric: leads.map(({ metric }) => metric),
    instance: leads.map(({ instance }) => instance),
  })
  // What was found is not what is predicted.
  const lanes =
    message.kind === 'predicted' ? undefined : await lanesOf(ctx, row.source.id, live, { message, locale, shown })
  const sparks = leads.map((lead, index) => sparkOf(live, lead, { index, single: single!, message, locale, shown }))
  const drawn = [
    ...(lanes === undefined ? [] : [{ id: lanes.part.picture.id, task: lanes.task }]),
    ...sparks.flatMap((spark) => (spark === undefined ? [] : [{ id: spark.chart.id, task: spark.task }])),
  ]
  if (drawn.length === 0) return NO_PICTURES
  const task = { pictures: drawn.map((one) => one.task), scale: SCALE }
  const painted = await ctx.compute.paint(task, { signal: AbortSignal.timeout(PATIENCE_MS) })
  return {
    lanes: lanes?.part,
    charts: sparks.map((spark) => spark?.chart),
    pictures: drawn.map(({ id }, index) => ({ id, png: painted[index]! })),
  }
}

const MIN_STEPS = 60
const MAX_MS = 31 * 86_400_000

/**
 * The time that a mail shows: the incidents, as much before them as they last, and half as much after; nothing after the moment that the
 * mail is about. Of what is predicted, as much of the past as it is ahead.
 */
export function surroundingTime({ at, incidents }: Pick<AlertMessage, 'at' | 'incidents'>, stepMs: number): TimeSpan {
  const first = Math.min(...incidents.map((incident) => incident.start))
  const start = Math.min(at, first)
  const last = Math.min(at, Math.max(start, ...incidents.map(({ end }) => end ?? at)))
  const room = Math.max(last - start, first - start, MIN_STEPS * stepMs)
  const to = Math.min(at, last + room / 2) + stepMs
  return { from: Math.max(start - room, to - MAX_MS), to }
}

interface SparkPlace {
  readonly index: number
  readonly single: AlertIncident
  readonly message: AlertMessage
  readonly locale: Locale
  readonly shown: TimeSpan
}

/** Undefined where there is nothing to draw. */
function sparkOf(
  { times, series }: Pick<LiveAnalysis, 'times' | 'series'>,
  lead: AlertSeries,
  { index, single, message, locale, shown }: SparkPlace,
): { chart: NonNullable<SeriesPart['chart']>; task: DrawTask } | undefined {
  const line = series.find(({ metric, instance }) => metric === lead.metric && instance === lead.instance)
  if (line === undefined || line.count.every((count) => count === 0)) return undefined
  const { min, max, low, high } = line
  const isPredicted = message.kind === 'predicted'
  const val = lead.value === null ? null : signedSeverity({ severity: single.severity ?? 1, series: [lead] })
  const finding = isPredicted
    ? { start: shown.to, end: shown.to, val: 1 }
    : { start: lead.since, end: Math.max(lead.since, single.end ?? message.at), val }
  const props = { times, min, max, low, high, domain: shown, finding, width: SPARK_WIDTH, height: SPARK_HEIGHT }
  const clock = timesOf(locale, message.timeZone, message.at)
  const words = wordsOf[locale]
  const [from, to] = [clock.short(shown.from), clock.short(shown.to)]
  const name = plainText(nameOnInstance(lead, locale))
  return {
    chart: { id: `series-${index + 1}`, alt: words.chart(name, from, to), height: SPARK_HEIGHT, from, to },
    task: { locale, theme: 'neutral', picture: { kind: 'spark', props } },
  }
}

const MAX_LANES = 6
const MAX_SERIES = 1000
const MAX_NAME_LENGTH = 60
const MAX_FINDINGS = 3
const ROW_HEIGHT = 22
/** Room for a name on a phone. */
const PHONE_NAME_PX = 96
/** As on a phone, so that its times have room there. */
const WIDTH = 220

type Found = Pick<LiveAnalysis, 'periods' | 'gaps' | 'incidents' | 'logs' | 'stepMs'>
type Lane = ReturnType<typeof toLanes>['lanes'][number]

/** Where something was found in the time shown, the incidents of the message first; undefined where nothing was. */
async function lanesOf(
  ctx: Pick<Context, 'db'>,
  sourceId: string,
  found: Found,
  { message, locale, shown }: { message: AlertMessage; locale: Locale; shown: TimeSpan },
): Promise<{ part: LanesPart; task: DrawTask } | undefined> {
  const source: LaneSource = { ...found, logs: found.logs ?? [], series: await readSeries(ctx, sourceId, found) }
  const [kind = 'metric' satisfies LaneKind] = laneKinds(source.series)
  const { lanes, gaps } = toLanes(source, kind)
  const own = new Set(message.incidents.map(({ incidentId }) => incidentId))
  const isOwn = (lane: Lane): number => Number(lane.findings.some(({ id }) => own.has(id)))
  const loud = lanes.filter(({ findings }) => findings.length > 0).sort((a, b) => isOwn(b) - isOwn(a))
  if (loud.length === 0) return undefined
  const drawn = loud.slice(0, MAX_LANES)
  const time = { domain: shown, locale, timeZone: message.timeZone }
  const layout = { left: 0, right: 0, rowHeight: ROW_HEIGHT, overallHeight: 0, axisHeight: 0 }
  const props = {
    ...time,
    layout,
    width: WIDTH,
    height: drawn.length * ROW_HEIGHT,
    title: '',
    overallLabel: '',
    stepMs: found.stepMs,
    // Numbers would need a font.
    lanes: drawn.map((lane) => ({ ...lane, findings: lane.findings.map((one) => ({ ...one, number: null })) })),
    gaps: gaps.map((gap) => ({ ...gap, number: null })),
  }
  const words = wordsOf[locale]
  const part: LanesPart = {
    title: words.lanes,
    picture: {
      id: 'lanes',
      alt: drawn.map((lane) => describe(lane, own, { stepMs: found.stepMs, message, locale })).join('; '),
    },
    names: namesOf(drawn),
    rowHeight: ROW_HEIGHT,
    ticks: laneTickTexts(time, WIDTH).map(({ x, text }) => ({ at: x / WIDTH, text })),
    more: loud.length > drawn.length ? words.moreLanes(loud.length - drawn.length) : undefined,
  }
  return { part, task: { locale, theme: 'neutral', picture: { kind: 'lanes', props } } }
}

/** In full, which mail programs cut at the end; further in front where those of a phone would then be alike. */
export function namesOf(lanes: readonly Lane[]): string[] {
  const names = lanes.map(({ label }) => shortened(plainText(label), MAX_NAME_LENGTH))
  const cut = cutApart(names, PHONE_NAME_PX, 12)
  return cut.every((text, index) => names[index]!.startsWith(text.replace(/…$/, ''))) ? names : cut
}

/** The series that findings name. */
async function readSeries({ db }: Pick<Context, 'db'>, sourceId: string, { periods, gaps }: Found) {
  const named = [
    ...periods.flatMap((period) => namedSeries(period).map(({ seriesId }) => seriesId)),
    ...gaps.flatMap(({ seriesIds }) => seriesIds),
  ]
  const ids = [...new Set(named)].slice(0, MAX_SERIES)
  if (ids.length === 0) return []
  const rows = await db
    .select({ seriesId: series.seriesId, metric: series.metric, instance: series.instance, group: series.group })
    .from(series)
    .where(and(eq(series.sourceId, sourceId), inArray(series.seriesId, ids)))
  return rows.map(({ group, ...names }) => ({ ...names, ...(group !== null && { group }) }))
}

/** Read where the picture is not shown, and in the text of the mail: the findings of the message, then the worst others, by time. */
function describe(
  { label, findings }: Lane,
  own: ReadonlySet<string>,
  { stepMs, message: { timeZone, at }, locale }: { stepMs: number; message: AlertMessage; locale: Locale },
): string {
  const times = timesOf(locale, timeZone, at)
  const words = wordsOf[locale]
  const rankOf = ({ id, val }: Lane['findings'][number]): number => (own.has(id) ? 100 : 0) + severityRank(val ?? 0)
  const said = findings
    .toSorted((a, b) => rankOf(b) - rankOf(a))
    .slice(0, MAX_FINDINGS)
    .sort((a, b) => a.start - b.start)
    .map(({ start, end, val }) => {
      const severity = val === null ? null : severityText(Math.min(10, severityRank(val)))
      return words.laneFinding(times.span(start, end + stepMs), severity)
    })
  return `${plainText(label)}: ${said.join(', ')}`
}
