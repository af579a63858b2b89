import { and, eq, inArray, notInArray, sql } from 'drizzle-orm'
import type { Database } from '../../ports/database.ts'
import type { ChangedTemplates } from '../../ports/live-scorer.ts'
import { logTemplateAliases, logTemplateSettings, logTemplates } from '../../schema/index.ts'

const ROWS_PER_STATEMENT = 100

/** Rows of templates that are no more go, and what they have become is noted; the first write after a restart brings all that there are. */
export async function keepTemplates(
  tx: Database,
  sourceId: string,
  { isAll, changed, gone }: ChangedTemplates,
): Promise<void> {
  const ofSource = eq(logTemplates.sourceId, sourceId)
  const ids = changed.map(({ id }) => id)
  const goneIds = gone.map(({ id }) => id)
  if (isAll)
    await tx.delete(logTemplates).where(and(ofSource, ids.length > 0 ? notInArray(logTemplates.id, ids) : undefined))
  else if (goneIds.length > 0) await tx.delete(logTemplates).where(and(ofSource, inArray(logTemplates.id, goneIds)))
  for (let from = 0; from < changed.length; from += ROWS_PER_STATEMENT) {
    const rows = changed.slice(from, from + ROWS_PER_STATEMENT).map((template) => ({ ...template, sourceId }))
    await tx
      .insert(logTemplates)
      .values(rows)
      .onConflictDoUpdate({ target: [logTemplates.sourceId, logTemplates.id], set: replacedTemplate })
  }
  if (goneIds.length > 0) await keepAliases(tx, sourceId, gone)
  if (isAll || goneIds.length > 0) await moveSettings(tx, sourceId)
}

const replacedTemplate = Object.fromEntries(
  (['text', 'count', 'firstAt', 'lastAt', 'example', 'isError'] as const).map((name) => [
    name,
    sql.raw(`excluded.${logTemplates[name].name}`),
  ]),
)

async function keepAliases(tx: Database, sourceId: string, gone: ChangedTemplates['gone']): Promise<void> {
  for (const { id, now } of gone)
    await tx
      .update(logTemplateAliases)
      .set({ now })
      .where(and(eq(logTemplateAliases.sourceId, sourceId), eq(logTemplateAliases.now, id)))
  for (let from = 0; from < gone.length; from += ROWS_PER_STATEMENT)
    await tx
      .insert(logTemplateAliases)
      .values(gone.slice(from, from + ROWS_PER_STATEMENT).map((one) => ({ ...one, sourceId })))
      .onConflictDoUpdate({
        target: [logTemplateAliases.sourceId, logTemplateAliases.id],
        set: { now: sql`excluded.now` },
      })
}

/** Settings go with their templates: to what these have become, or to that of the same text where all were learned anew. */
async function moveSettings(tx: Database, sourceId: string): Promise<void> {
  const settings = await tx.select().from(logTemplateSettings).where(eq(logTemplateSettings.sourceId, sourceId))
  for (const { templateId, text } of settings) {
    const isIt = and(eq(logTemplates.sourceId, sourceId), eq(logTemplates.id, templateId))
    const [known] = await tx.select({ text: logTemplates.text }).from(logTemplates).where(isIt)
    if (known?.text === text) continue
    const [alias] = await tx
      .select()
      .from(logTemplateAliases)
      .where(and(eq(logTemplateAliases.sourceId, sourceId), eq(logTemplateAliases.id, templateId)))
    const [same] = await tx
      .select({ id: logTemplates.id })
      .from(logTemplates)
      .where(and(eq(logTemplates.sourceId, sourceId), eq(logTemplates.text, text)))
      .limit(1)
    const next = (alias?.now ?? 0) > 0 ? alias!.now : same?.id
    if (next === undefined || next === templateId) continue
    const isTaken = and(eq(logTemplateSettings.sourceId, sourceId), eq(logTemplateSettings.templateId, next))
    const isOwn = and(eq(logTemplateSettings.sourceId, sourceId), eq(logTemplateSettings.templateId, templateId))
    // Of two that have become one, what was said of the one that stays holds
    if ((await tx.$count(logTemplateSettings, isTaken)) > 0) await tx.delete(logTemplateSettings).where(isOwn)
    else await tx.update(logTemplateSettings).set({ templateId: next }).where(isOwn)
  }
}
