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
import { and, eq, inArray } from 'drizzle-orm'
import { severityText } from '../../ports/alert-words.ts'
import type { DrawTask } from '../../ports/compute.ts'
import { series } from '../../schema/index.ts'
import type { AlertMessage, LiveAnalysis } from '../../schema/wire-types.ts'
import type { Context } from '../context.ts'
import type { Locale } from '../errors.ts'
import type { LanesPart } from './content.ts'
import { plainText, shortened } from './plain-text.ts'
import type { TimeSpan } from './surrounding-time.ts'
import { timesOf } from './times.ts'
import { wordsOf } from './words.ts'

const mostLanes = 6
const mostSeries = 1000
const mostName = 60
const mostFindings = 3
const rowHeight = 22
/** Room for a name on a phone. */
const phoneNamePx = 96
/** As on a phone, so that its times have room there. */
const width = 220

type Found = Pick<LiveAnalysis, 'periods' | 'gaps' | 'incidents' | 'logs' | 'stepMs'>
type Lane = ReturnType<typeof toLanes>['lanes'][number]

/** Where something was found in the time shown, the incidents of the message first; undefined where nothing was. */
export async function lanesOf(
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
  const drawn = loud.slice(0, mostLanes)
  const time = { domain: shown, locale, timeZone: message.timeZone }
  const layout = { left: 0, right: 0, rowHeight, overallHeight: 0, axisHeight: 0 }
  const props = {
    ...{ ...time, layout, width, height: drawn.length * rowHeight, title: '', overallLabel: '', stepMs: found.stepMs },
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
    rowHeight,
    ticks: laneTickTexts(time, width).map(({ x, text }) => ({ at: x / width, text })),
    more: loud.length > drawn.length ? words.moreLanes(loud.length - drawn.length) : undefined,
  }
  return { part, task: { locale, theme: 'neutral', picture: { kind: 'lanes', props } } }
}

/** In full, which mail programs cut at the end; further in front where those of a phone would then be alike. */
export function namesOf(lanes: readonly Lane[]): string[] {
  const names = lanes.map(({ label }) => shortened(plainText(label), mostName))
  const cut = cutApart(names, phoneNamePx, 12)
  return cut.every((text, index) => names[index]!.startsWith(text.replace(/…$/, ''))) ? names : cut
}

/** The series that findings name. */
async function readSeries({ db }: Pick<Context, 'db'>, sourceId: string, { periods, gaps }: Found) {
  const named = [
    ...periods.flatMap((period) => namedSeries(period).map(({ seriesId }) => seriesId)),
    ...gaps.flatMap(({ seriesIds }) => seriesIds),
  ]
  const ids = [...new Set(named)].slice(0, mostSeries)
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
    .slice(0, mostFindings)
    .sort((a, b) => a.start - b.start)
    .map(({ start, end, val }) => {
      const severity = val === null ? null : severityText(Math.min(10, severityRank(val)))
      return words.laneFinding(times.span(start, end + stepMs), severity)
    })
  return `${plainText(label)}: ${said.join(', ')}`
}
