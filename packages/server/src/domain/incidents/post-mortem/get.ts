import type { PostMortem, PostMortemText } from '../../../schema/wire-types.ts'
import type { Caller, Context } from '../../context.ts'
import { type Locale, notFound } from '../../errors.ts'
import { getIncident } from '../get.ts'
import { factsOfDetail, type TextFacts } from './facts.ts'
import { fillTemplate } from './fill.ts'
import { readInterval } from './interval.ts'
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
    ...{ templates, title, from: facts.from, to: facts.to ?? ctx.clock.now() },
    ...{ incidentId: subject.incidentId, projectName: facts.projectName },
    ...{ timeline, causes, series, logs, changes, similar },
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
    ...{ revision: saved?.revision ?? 0, text: fillTemplate(chosen.text, facts, locale), isDraft: true },
    ...{ actions: saved?.actions ?? [], updatedAt: saved?.updatedAt ?? null, updatedBy: saved?.updatedBy ?? null },
  }
}
