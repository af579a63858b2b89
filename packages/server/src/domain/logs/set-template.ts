import { and, eq, gte, inArray, sql } from 'drizzle-orm'
import { findings, logTemplateSettings, logTemplates } from '../../schema/index.ts'
import type { LogTemplateSetting } from '../../schema/wire-types.ts'
import type { Caller, Context } from '../context.ts'
import { notFound } from '../errors.ts'
import { findOwnProject } from '../projects/index.ts'
import { findLogSource, type LogName, type LogSource } from './log-source.ts'
import { readTemplateIds } from './template-ids.ts'

export interface SettingRequest extends LogName {
  readonly templateId: number
  readonly name?: string | undefined
  readonly note?: string | undefined
  readonly ignored?: boolean | undefined
  readonly critical?: boolean | undefined
  readonly dryRun: boolean
}

const PREVIEWED_MS = 30 * 86_400_000

/** Keeps what the owner says of a template, unless only the effect is asked for. */
export async function setLogTemplate(
  ctx: Context,
  caller: Caller,
  request: SettingRequest,
): Promise<Omit<LogTemplateSetting, 'success'>> {
  if (request.projectName !== undefined && request.filename === undefined)
    await findOwnProject(ctx, caller, request.projectName)
  const source = await findLogSource(ctx, caller, request)
  const ids = await readTemplateIds(ctx, source.sourceId)
  const templateId = ids.resolve(request.templateId)
  const hides = await countHidden(ctx, source, ids.formerOf([templateId]))
  const setting = await ctx.db.transaction(async (tx) => {
    const isIt = and(eq(logTemplates.sourceId, source.sourceId), eq(logTemplates.id, templateId))
    const [template] = await tx.select().from(logTemplates).where(isIt).for('update')
    if (!template) throw notFound('template')
    const isSetting = and(
      eq(logTemplateSettings.sourceId, source.sourceId),
      eq(logTemplateSettings.templateId, templateId),
    )
    const [before] = await tx.select().from(logTemplateSettings).where(isSetting)
    const now = ctx.clock.now()
    const ignoredAt = request.ignored ? (before?.ignoredAt ?? now) : null
    const values = {
      name: textOf(request.name, before?.name),
      note: textOf(request.note, before?.note),
      ignoredAt: request.ignored === undefined ? (before?.ignoredAt ?? null) : ignoredAt,
      isCritical: request.critical ?? before?.isCritical ?? false,
    }
    if (request.dryRun) return values
    const changed = { ...values, text: template.text, changedBy: caller.userName, changedAt: now }
    await tx
      .insert(logTemplateSettings)
      .values({ sourceId: source.sourceId, templateId, ...changed })
      .onConflictDoUpdate({ target: [logTemplateSettings.sourceId, logTemplateSettings.templateId], set: changed })
    return values
  })
  return {
    templateId,
    ignored: setting.ignoredAt !== null,
    critical: setting.isCritical,
    hides,
    ...(setting.name !== null && { name: setting.name }),
    ...(setting.note !== null && { note: setting.note }),
  }
}

/** An empty text removes what was there. */
function textOf(wanted: string | undefined, before: string | null | undefined): string | null {
  if (wanted === undefined) return before ?? null
  const text = wanted.trim()
  return text === '' ? null : text
}

async function countHidden(
  { db, clock }: Context,
  { sourceId, file }: LogSource,
  templateIds: readonly number[],
): Promise<number> {
  const isOnTemplate = and(
    eq(findings.sourceId, sourceId),
    eq(findings.type, 'log'),
    inArray(sql`(${findings.detail} ->> 'templateId')::int`, [...templateIds]),
  )
  const isLate = file ? undefined : gte(findings.startTime, clock.now() - PREVIEWED_MS)
  return db.$count(findings, and(isOnTemplate, isLate))
}
