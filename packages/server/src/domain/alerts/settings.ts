import { eq } from 'drizzle-orm'
import { accounts, alertSettings } from '../../schema/index.ts'
import type { Context } from '../context.ts'
import type { ProjectRow } from '../projects/index.ts'
import type { PlanRules } from './plan.ts'

/** When and to whom the incidents of a project are sent. */
export type AlertRules = Omit<typeof alertSettings.$inferSelect, 'sourceId' | 'updatedAt'>

/** Of a project without settings of its own. Mail goes to its owner, but not about the demo. */
export const DEFAULT_RULES: Omit<AlertRules, 'recipients'> = {
  pvalueEmail: 0.999,
  cvalueEmail: 5,
  minAnomalyRatio: 0,
  quietMinutes: 30,
  onlyWithCause: false,
  sendsRecovery: false,
  escalateMinutes: null,
  thresholds: [],
  calendars: [],
  predictionHours: 0,
}

/** Alerts are never more sensitive than the page, whose pvalue may have been raised since. */
export async function readRules(ctx: Pick<Context, 'db'>, row: ProjectRow): Promise<AlertRules> {
  const rules = await readSavedRules(ctx, row)
  return { ...rules, pvalueEmail: Math.max(rules.pvalueEmail, row.project.pvalue) }
}

async function readSavedRules({ db }: Pick<Context, 'db'>, { source, project }: ProjectRow): Promise<AlertRules> {
  const [saved] = await db.select().from(alertSettings).where(eq(alertSettings.sourceId, source.id))
  if (saved !== undefined) {
    const { sourceId: _, updatedAt: __, ...rules } = saved
    return rules
  }
  const [owner] = project.isDemo ? [] : await db.select().from(accounts).where(eq(accounts.id, source.ownerId))
  return { ...DEFAULT_RULES, recipients: owner?.email == null ? [] : [owner.email] }
}

export async function saveRules({ db, clock }: Pick<Context, 'db' | 'clock'>, sourceId: string, rules: AlertRules) {
  const row = { ...rules, sourceId, updatedAt: clock.now() }
  await db.insert(alertSettings).values(row).onConflictDoUpdate({ target: alertSettings.sourceId, set: row })
}

const MINUTE_MS = 60_000

export function planRulesOf({ quietMinutes, escalateMinutes, sendsRecovery }: AlertRules): PlanRules {
  return {
    quietMs: quietMinutes * MINUTE_MS,
    sendsRecovery,
    escalateMs: escalateMinutes === null ? undefined : escalateMinutes * MINUTE_MS,
  }
}
