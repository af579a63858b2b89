import { type DataEnd, findingState, type GapFinding, type LogDetail, type Period, renderSentence } from '@omen/engine'
import { and, desc, eq, gte, inArray, isNotNull, isNull, lte, or } from 'drizzle-orm'
import { type Reduction, WHOLE_SOURCE } from '../../ports/point-store.ts'
import { accounts, findings, incidents, livePositions, series, verdicts } from '../../schema/index.ts'
import type { LiveAnalysis } from '../../schema/wire-types.ts'
import type { Caller, Context } from '../context.ts'
import { toWireGap, toWireIncidents, toWirePeriod } from '../detections/index.ts'
import { digestOf } from '../digest.ts'
import type { Locale } from '../errors.ts'
import { type FindingRow, toGap, toLog, toPeriod } from '../findings/index.ts'
import { inTurns, mapInTurns } from '../in-turns.ts'
import { invalidField } from '../invalid-field.ts'
import {
  findReadableProject,
  type ProjectRow,
  projectState,
  readProjectSeries,
  type SeriesFilter,
  stateSentence,
} from '../projects/index.ts'
import { roundFigure } from '../round-figure.ts'
import { type GivenVerdict, givenColumns, toGivenVerdict } from '../verdicts/index.ts'
import { createFindingExtractor, type FindingExtractor, type FindingsRequest } from './extract-findings.ts'
import type { ForecastSeries } from './forecasts.ts'
import { forecastPlanOf } from './project-forecast-plan.ts'
import { requireOwnModel } from './require-own-model.ts'
import { MAX_ROWS_BACK } from './watched-project.ts'

export interface LiveRequest extends SeriesFilter {
  readonly projectName: string
  readonly from?: number | undefined
  /** In place of `from`: so many milliseconds before the end. */
  readonly span?: number | undefined
  readonly to?: number | undefined
  readonly buckets: number
  /** Hours to forecast. */
  readonly predict?: number | undefined
  /** Those of the project if omitted. */
  readonly pvalue?: number | undefined
  readonly cvalue?: number | undefined
  /** Of the project's model: there is no other that its data was scored by. */
  readonly modelName?: string | undefined
  readonly modelType?: string | undefined
  readonly locale: Locale
}

type Analysis = Omit<LiveAnalysis, 'success'>
type Line = Analysis['series'][number]

const INTERVALS_SHOWN = 600
const MAX_FINDINGS = 500

/** The time that is shown where none is asked for. */
export function defaultSpanMs(stepMs: number): number {
  return INTERVALS_SHOWN * stepMs
}

/** Whether the findings asked for are not those that are stored. */
export function isOtherSensitivity({ project }: ProjectRow, { pvalue, cvalue }: LiveRequest): boolean {
  return (pvalue ?? project.pvalue) !== project.pvalue || (cvalue ?? project.cvalue) !== project.cvalue
}

/** Values, scores and findings of an interval of a project, with the forecast that is asked for. */
export async function getLiveAnalysis(ctx: Context, caller: Caller, request: LiveRequest): Promise<Analysis> {
  const row = await findReadableProject(ctx, caller, request.projectName)
  const extractor = createFindingExtractor()
  const { analysis, shown } = await readLive(ctx, row, request, { extractor, accountId: caller.accountId })
  const plan = forecastPlanOf(row, analysis.position, request.predict ?? 0)
  if (plan === undefined) return analysis
  return { ...analysis, forecast: await ctx.forecasts.read({ sourceId: row.source.id, plan, series: shown }) }
}

/** An interval of a project as it was stored, for what is sent to people without a login. */
export async function readStored(
  ctx: Context,
  row: ProjectRow,
  request: Omit<LiveRequest, 'projectName'>,
): Promise<Analysis> {
  const reading = { extractor: createFindingExtractor(), accountId: '' }
  return (await readLive(ctx, row, { ...request, projectName: row.source.name }, reading)).analysis
}

interface LiveRead {
  readonly analysis: Analysis
  /** The series of the analysis. */
  readonly shown: readonly ForecastSeries[]
}

interface LiveReading {
  /** For another sensitivity than that of the project. */
  readonly extractor: FindingExtractor
  readonly accountId: string
  /** Values from then on only. */
  readonly valuesFrom?: number
}

/** An analysis of a project already found, without a forecast. */
export async function readLive(
  ctx: Context,
  row: ProjectRow,
  request: LiveRequest,
  { extractor, accountId, valuesFrom }: LiveReading,
): Promise<LiveRead> {
  const { project, source } = row
  const now = ctx.clock.now()
  const stepMs = project.samplingMs
  const to = request.to ?? now
  const from = request.from ?? to - (request.span ?? defaultSpanMs(stepMs))
  if (from > to) throw invalidField('from', 'must not be later than to', { rule: 'order' })
  requireOwnModel(row, request)
  const position = await readPosition(ctx, source.id)
  const own = { pvalue: project.pvalue, cvalue: project.cvalue }
  const { pvalue = own.pvalue, cvalue = own.cvalue } = request
  const isOther = isOtherSensitivity(row, request)
  const dataEnd = { lastTime: position ?? to, stepMs, cvalue }
  const stored = await readFindings(ctx, row, { from, to })
  const found =
    isOther && position !== null
      ? await readOther(ctx, row, stored, {
          extractor,
          accountId,
          position,
          from,
          to,
          wanted: { pvalue, cvalue },
        })
      : stored
  const wire = await toWire(found, { dataEnd, locale: request.locale })
  const first = Math.floor((valuesFrom ?? from) / stepMs) * stepMs
  const window = { from: first, to: Math.max(first, to), buckets: request.buckets, unitMs: stepMs }
  const leads = found.periods.flatMap(({ series: [lead] }) => lead?.seriesId ?? [])
  const named = [...leads, ...(await namesOf(ctx, source.id, found.rows))]
  const rates = {
    stepMs,
    until: endOfRates(window.to, { stepMs, position, now }),
    // The time of the first sample is written some seconds after it came
    firstTime: source.fromTime ?? (position ?? now) - MAX_ROWS_BACK * stepMs,
  }
  const { data, reduction, readSince } = await readProjectSeries(ctx, source.id, request, window, { named, rates })
  const { degree, series } = await addScores(ctx, source.id, { ...data, readSince }, reduction)
  const analysis = {
    projectName: source.name,
    state: projectState(row, now),
    trust: project.trust ?? 'none',
    stateSentence: stateSentence(row, now, request.locale),
    stepMs,
    pvalue,
    cvalue,
    ...(isOther && { stored: own }),
    model: row.model,
    ...data,
    degree,
    series,
    ...wire,
    latestDataTimestamp: source.toTime,
    position,
    lagMs: position === null ? null : Math.max(0, now - position - stepMs),
  }
  const abnormal = abnormalIn(wire.periods)
  const drawn = reduction.series.map((number, index) => {
    const { seriesId, metric, unit, type, rate: isRate = false } = data.series[index]!
    const reading = { isRate, readSince: readSince[index]! }
    return { number, seriesId, metric, unit, type, ...reading, isAbnormal: abnormal.has(seriesId) }
  })
  return { analysis, shown: drawn }
}

/** A step has a rate when it is over, or was scored as soon as all its values were there: a part of it would have too low a rate. */
function endOfRates(
  to: number,
  { stepMs, position, now }: { stepMs: number; position: number | null; now: number },
): number {
  const over = Math.floor(now / stepMs) * stepMs
  const scored = position === null ? over : Math.max(over, position + stepMs)
  return Math.min(scored, Math.floor(to / stepMs) * stepMs + stepMs)
}

/** The series of periods that have not ended. */
function abnormalIn(periods: Analysis['periods']): Set<string> {
  const open = periods.filter(({ state }) => state === 'open' || state === 'recovering')
  return new Set(open.flatMap(({ series: parts }) => parts.map(({ seriesId }) => seriesId)))
}

/** Time of the last row scored. */
export async function readPosition({ db }: Pick<Context, 'db'>, sourceId: string): Promise<number | null> {
  const [row] = await db.select().from(livePositions).where(eq(livePositions.sourceId, sourceId))
  return row?.position ?? null
}

type Member = Period | GapFinding | LogDetail

type Decision = (typeof incidents.$inferSelect)['decision']

interface Found {
  /** The stored ones. */
  readonly rows: readonly FindingRow[]
  readonly periods: readonly Period[]
  readonly gaps: readonly GapFinding[]
  readonly logs: readonly LogDetail[]
  readonly idOf: (member: Member) => string
  readonly incidentOf: (members: readonly Member[]) => string | undefined
  /** The incident that a finding is stored in; undefined for another sensitivity. */
  readonly knownIncidentOf?: ((member: Member) => string) | undefined
  /** When a stored incident began, which may be before the interval. */
  readonly onsetOf: (incidentId: string) => number | undefined
  /** What a person said of a stored incident; undefined of one that nobody can speak of. */
  readonly decisionOf: (incidentId: string) => Decision | undefined
  /** The verdict on a stored finding. */
  readonly givenOf: (member: Member) => GivenVerdict | undefined
}

/** Those in an interval by their start, the latest ones if there are very many. */
async function readFindings(
  { db }: Context,
  { source: { id: sourceId }, project: { isDemo } }: ProjectRow,
  { from, to }: { from: number; to: number },
): Promise<Found> {
  const isWithin = and(lte(findings.startTime, to), or(isNull(findings.endTime), gte(findings.endTime, from)))
  const found = await db
    .select({
      row: findings,
      given: givenColumns,
      by: accounts.userName,
      decision: incidents.decision,
      onset: incidents.onset,
    })
    .from(findings)
    .leftJoin(verdicts, eq(verdicts.findingId, findings.id))
    .leftJoin(accounts, eq(accounts.id, verdicts.accountId))
    .leftJoin(incidents, eq(incidents.id, findings.incidentId))
    .where(and(eq(findings.sourceId, sourceId), isNotNull(findings.key), isWithin))
    .orderBy(desc(findings.startTime), desc(findings.id))
    .limit(MAX_FINDINGS)
  found.reverse()
  const rows = found.map(({ row }) => row)
  const periods = rows.filter(({ type }) => type === 'period').map((row) => [toPeriod(row), row] as const)
  const gaps = rows.filter(({ type }) => type === 'gap').map((row) => [toGap(row), row] as const)
  const logs = rows.filter(({ type }) => type === 'log').map((row) => [toLog(row), row] as const)
  const rowOf = new Map<Member, FindingRow>([...periods, ...gaps, ...logs])
  const given = new Map(
    found.flatMap(({ row, given: one, by }) =>
      one && by !== null ? [[row.id, toGivenVerdict(one, by)] as const] : [],
    ),
  )
  // A demo is everybody's: nobody looks after its incidents
  const decisions = new Map(
    found.flatMap(({ row: { incidentId }, decision }) =>
      isDemo || incidentId === null ? [] : [[incidentId, decision] as const],
    ),
  )
  const onsets = new Map(found.map(({ row, onset }) => [row.incidentId, onset]))
  return {
    rows,
    periods: periods.map(([period]) => period),
    gaps: gaps.map(([gap]) => gap),
    logs: logs.map(([log]) => log),
    idOf: (member) => `f${rowOf.get(member)!.id}`,
    incidentOf: ([first]) => rowOf.get(first!)?.incidentId ?? undefined,
    knownIncidentOf: (member) => rowOf.get(member)!.incidentId ?? `f${rowOf.get(member)!.id}`,
    onsetOf: (incidentId) => onsets.get(incidentId) ?? undefined,
    decisionOf: (incidentId) => decisions.get(incidentId),
    givenOf: (member) => given.get(rowOf.get(member)?.id ?? -1),
  }
}

/** The same with the periods of another sensitivity. Their ids, and those of incidents, say which instance and when it began. */
async function readOther(
  ctx: Context,
  row: ProjectRow,
  stored: Found,
  { extractor, ...request }: Omit<FindingsRequest, 'found'> & Pick<LiveReading, 'extractor'>,
): Promise<Found> {
  const found = stored.periods.map(({ start, end }) => ({ from: start, to: end }))
  const extracted = (await extractor.extract(ctx, row, { ...request, found })).slice(-MAX_FINDINGS)
  const idOfPeriod = new Map<Member, string>(
    extracted.map(({ key, period }) => [period, `${period.kind}-${digestOf(key).slice(0, 16)}`]),
  )
  const idOf = (member: Member): string => idOfPeriod.get(member) ?? stored.idOf(member)
  return {
    ...stored,
    rows: stored.rows.filter(({ type }) => type !== 'period'),
    periods: extracted.map(({ period }) => period),
    idOf,
    knownIncidentOf: undefined,
    incidentOf: (members) => `incident-${idOf(members.reduce((a, b) => (b.start < a.start ? b : a)))}`,
  }
}

async function toWire(
  { periods, gaps, logs, idOf, incidentOf, knownIncidentOf, onsetOf, decisionOf, givenOf }: Found,
  shown: { dataEnd: { lastTime: number; stepMs: number; cvalue: number }; locale: Locale },
): Promise<Pick<Analysis, 'periods' | 'gaps' | 'logs' | 'incidents'>> {
  const ids = {
    ...{ ofPeriod: idOf, ofLog: idOf, ofIncident: incidentOf },
    ...(knownIncidentOf && { ofKnownIncident: knownIncidentOf }),
  }
  const incidents = await toWireIncidents(periods, gaps, { ...shown, ids }, logs)
  const incidentOfLog = new Map(incidents.flatMap(({ id, logIds = [] }) => logIds.map((logId) => [logId, id] as const)))
  return {
    periods: await mapInTurns(periods, (period, index) => ({
      ...toWirePeriod(period, index, { ...shown, given: givenOf(period) }),
      id: idOf(period),
    })),
    gaps: gaps.map((gap) => toWireGap(gap, shown)),
    ...(logs.length > 0 && {
      logs: logs.map((log) => toWireLog(log, { id: idOf(log), incidentId: incidentOfLog.get(idOf(log)) }, shown)),
    }),
    incidents: incidents.map((incident) => {
      const decision = decisionOf(incident.id)
      const start = Math.min(incident.start, onsetOf(incident.id) ?? incident.start)
      return { ...incident, start, ...(decision !== undefined && { decision }) }
    }),
  }
}

function toWireLog(
  { start, end, rows, val, probability, templateId, example, sentence }: LogDetail,
  { id, incidentId }: { id: string; incidentId: string | undefined },
  { dataEnd, locale }: { dataEnd: DataEnd; locale: Locale },
): NonNullable<Analysis['logs']>[number] {
  const { finding, template, instance, isError } = sentence
  return {
    id,
    kind: finding,
    start,
    end,
    lines: rows,
    val,
    probability,
    templateId,
    template,
    example,
    instance,
    isError,
    state: findingState({ end }, dataEnd),
    sentence: renderSentence(sentence, locale),
    ...(incidentId !== undefined && { incidentId }),
  }
}

/** The series that findings lead with. */
async function namesOf({ db }: Context, sourceId: string, rows: readonly FindingRow[]): Promise<string[]> {
  const numbers = [...new Set(rows.flatMap(({ leadSeries }) => leadSeries ?? []))]
  if (numbers.length === 0) return []
  const found = await db
    .select({ id: series.seriesId })
    .from(series)
    .where(and(eq(series.sourceId, sourceId), inArray(series.number, numbers)))
  return found.map(({ id }) => id)
}

interface Scored extends Pick<Analysis, 'times'> {
  readonly series: readonly Omit<Line, 'low' | 'high' | 'score' | 'flagged'>[]
  readonly readSince: readonly (number | null)[]
}

export async function addScores(
  ctx: Context,
  sourceId: string,
  { times, series: lines, readSince }: Scored,
  reduction: Reduction,
): Promise<Pick<Analysis, 'degree' | 'series'>> {
  const nulls = () => new Array<number | null>(times.length).fill(null)
  const scored = lines.map((line): Line => ({ ...line, low: nulls(), high: nulls(), score: nulls(), flagged: [] }))
  const degree = nulls()
  const indexOf = new Map(reduction.series.map((number, index) => [number, index]))
  const numbers = [...reduction.series, WHOLE_SOURCE]
  const reduced = await ctx.points.reduceLiveScores(sourceId, { ...reduction, series: numbers })
  await inTurns(reduced.series.length, (index) => {
    const bucket = reduced.bucket[index]!
    const val = reduced.degree[index]!
    const at = indexOf.get(reduced.series[index]!)
    const time = times[bucket]!
    if (at === undefined) degree[bucket] = roundFigure(val)
    else {
      // What was expected of the count says nothing of its rate
      const isOfReading = time >= (readSince[at] ?? time)
      const range = isOfReading ? { low: reduced.low[index]!, high: reduced.high[index]! } : UNKNOWN_RANGE
      fillScore(scored[at]!, bucket, { val, ...range, time })
    }
  })
  return { degree, series: scored }
}

const UNKNOWN_RANGE = { low: Number.NaN, high: Number.NaN }

function fillScore(
  line: Line,
  bucket: number,
  { val, low, high, time }: { val: number; low: number; high: number; time: number },
): void {
  line.low[bucket] = Number.isFinite(low) ? roundFigure(low) : null
  line.high[bucket] = Number.isFinite(high) ? roundFigure(high) : null
  line.score[bucket] = Math.abs(roundFigure(val))
  const value = val < 0 ? line.min[bucket] : line.max[bucket]
  if (Math.abs(val) > 1 && typeof value === 'number') line.flagged.push({ time, value, val })
}
