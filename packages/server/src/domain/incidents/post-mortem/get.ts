import { renderTitle } from '@omen/engine'
import { and, asc, eq, gte, isNotNull, isNull, lte, or } from 'drizzle-orm'
import { findings } from '../../../schema/index.ts'
import type { PostMortem, PostMortemText } from '../../../schema/wire-types.ts'
import type { Caller, Context } from '../../context.ts'
import { type Locale, notFound } from '../../errors.ts'
import type { ProjectRow } from '../../projects/index.ts'
import { readAffected } from '../facts/affected-series.ts'
import { rankIncident } from '../facts/causes.ts'
import { causesToWire, changesToWire, namesFor } from '../facts/causes-to-wire.ts'
import { readChanges } from '../facts/changes.ts'
import { readLogLines } from '../facts/log-lines.ts'
import { timelineOf } from '../facts/timeline.ts'
import { getIncident } from '../get.ts'
import { factsOfDetail, type TextFacts } from './facts.ts'
import { fillTemplate } from './fill.ts'
import { findSubject, type Subject, type SubjectRequest } from './subject.ts'
import { listTemplates } from './templates.ts'
import { readRevisions, readText } from './texts.ts'

export interface PostMortemRequest extends SubjectRequest {
  /** To fill, in place of the text that was saved last. */
  readonly template?: string | undefined
  readonly revision?: number | undefined
  readonly locale: Locale
}

/** The facts of an incident, or of an interval of a project, with the text about it. */
export async function getPostMortem(ctx: Context, caller: Caller, request: PostMortemRequest): Promise<PostMortem> {
  const { locale } = request
  const subject = await findSubject(ctx, caller, request)
  const facts = await readTextFacts(ctx, caller, subject, locale)
  const templates = await listTemplates(ctx, caller, locale)
  const { title, timeline, causes, series, logs, changes, similar } = facts
  return {
    postMortem: await textFor(ctx, subject, { ...request, facts, templates }),
    revisions: await readRevisions(ctx.db, subject.id),
    templates,
    title,
    from: facts.from,
    to: facts.to ?? ctx.clock.now(),
    incidentId: subject.incidentId,
    projectName: facts.projectName,
    timeline,
    causes,
    series,
    logs,
    changes,
    similar,
  }
}

async function readTextFacts(
  ctx: Context,
  caller: Caller,
  { incidentId, project, span }: Subject,
  locale: Locale,
): Promise<TextFacts> {
  if (incidentId !== null) return factsOfDetail(await getIncident(ctx, caller, incidentId, locale))
  return readInterval(ctx, project!, span!, locale)
}

interface TextRequest extends PostMortemRequest {
  readonly facts: TextFacts
  readonly templates: PostMortem['templates']
}

async function textFor(
  ctx: Context,
  { id }: Subject,
  { template, revision, facts, templates, locale }: TextRequest,
): Promise<PostMortemText> {
  const saved = await readText(ctx.db, id, revision)
  if (revision !== undefined && saved === undefined) throw notFound('revision')
  if (saved !== undefined && template === undefined) return saved
  const chosen = templates.find((one) => one.id === (template ?? 'built-in'))
  if (chosen === undefined) throw notFound('template')
  return {
    revision: saved?.revision ?? 0,
    text: fillTemplate(chosen.text, facts, locale),
    isDraft: true,
    actions: saved?.actions ?? [],
    updatedAt: saved?.updatedAt ?? null,
    updatedBy: saved?.updatedBy ?? null,
  }
}

const MAX_FINDINGS = 500
const HOUR_MS = 3_600_000

/** All findings of an interval of a project as if they were one incident. */
async function readInterval(
  ctx: Context,
  project: ProjectRow,
  { from, to }: { readonly from: number; readonly to: number },
  locale: Locale,
): Promise<TextFacts> {
  const sourceId = project.source.id
  const isWithin = and(lte(findings.startTime, to), or(isNull(findings.endTime), gte(findings.endTime, from)))
  const rows = await ctx.db
    .select()
    .from(findings)
    .where(and(eq(findings.sourceId, sourceId), isNotNull(findings.key), isWithin))
    .orderBy(asc(findings.startTime), asc(findings.id))
    .limit(MAX_FINDINGS)
  const { series: affected } = await readAffected(ctx, sourceId, rows)
  const start = Math.max(from, rows[0]?.startTime ?? from)
  const changes = await readChanges(ctx, sourceId, { from: start - HOUR_MS, to })
  const ids = affected.map(({ seriesId }) => seriesId)
  const [ranking = null, logs] = await Promise.all([
    rankIncident(ctx, project, { id: '', start, end: to }, { rows, affected: ids, changes }),
    readLogLines(ctx, project, start, rows),
  ])
  const names = await namesFor(ctx, sourceId, ranking)
  const series = affected.map(({ number: _, isRate: __, ...one }) => one)
  const worst = rows.toSorted((a, b) => (b.severity ?? 0) - (a.severity ?? 0))[0]
  const name = project.source.name
  return {
    title: worst === undefined ? name : renderTitle(worst.detail.sentence, locale),
    sentence: counted(rows.length, locale),
    projectName: name,
    timeZone: project.project.timeZone,
    from,
    to,
    stepMs: 0,
    state: 'resolved',
    timeline: timelineOf({ rows, series, changes }, locale),
    causes: causesToWire(ranking, locale, names),
    series,
    logs,
    changes: changesToWire(ranking, changes),
    similar: [],
    history: [],
    picture: { from, to },
  }
}

function counted(count: number, locale: Locale): string {
  if (locale === 'zh-CN') return `${count} 项发现`
  return count === 1 ? '1 finding' : `${count} findings`
}
