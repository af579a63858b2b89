import { nameOnInstance } from '@omen/engine'
import type { DrawTask } from '../../ports/compute.ts'
import type { MailPicture } from '../../ports/mail.ts'
import type { AlertIncident, AlertMessage, AlertSeries, LiveAnalysis } from '../../schema/wire-types.ts'
import type { Context } from '../context.ts'
import type { Locale } from '../errors.ts'
import { readStored } from '../live/index.ts'
import type { ProjectRow } from '../projects/index.ts'
import { isListed, type LanesPart, type SeriesPart, signedSeverity } from './content.ts'
import { lanesOf } from './lanes-of.ts'
import { plainText } from './plain-text.ts'
import { surroundingTime, type TimeSpan } from './surrounding-time.ts'
import { timesOf } from './times.ts'
import { wordsOf } from './words.ts'

const sparkHeight = 56
const sparkWidth = 460
/** Two samples a pixel of a sharp screen say nothing more than one. */
const buckets = 230
/** Sharp on screens of phones. */
const scale = 2
/** The thread that draws may have to start first, on a machine that is busy with what the alert is about. */
const patienceMs = 20_000

export interface Pictures {
  readonly lanes: LanesPart | undefined
  readonly charts: readonly SeriesPart['chart'][]
  readonly pictures: readonly MailPicture[]
}

export const noPictures: Pictures = { lanes: undefined, charts: [], pictures: [] }

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
    ...{ ...shown, buckets, locale },
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
  if (drawn.length === 0) return noPictures
  const task = { pictures: drawn.map((one) => one.task), scale }
  const painted = await ctx.compute.paint(task, { signal: AbortSignal.timeout(patienceMs) })
  return {
    lanes: lanes?.part,
    charts: sparks.map((spark) => spark?.chart),
    pictures: drawn.map(({ id }, index) => ({ id, png: painted[index]! })),
  }
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
  const props = { times, min, max, low, high, domain: shown, finding, width: sparkWidth, height: sparkHeight }
  const clock = timesOf(locale, message.timeZone, message.at)
  const words = wordsOf[locale]
  const [from, to] = [clock.short(shown.from), clock.short(shown.to)]
  const name = plainText(nameOnInstance(lead, locale))
  return {
    chart: { id: `series-${index + 1}`, alt: words.chart(name, from, to), height: sparkHeight, from, to },
    task: { locale, theme: 'neutral', picture: { kind: 'spark', props } },
  }
}
