import type { AlertPreview, AlertSetting } from '../../schema/wire-types.ts'
import { readUnsubscribed } from '../alert-links/unsubscribe.ts'
import type { Caller, Context } from '../context.ts'
import type { Locale } from '../errors.ts'
import { findOwnProject, getMembers, type ProjectRow, setMembers, updateProject } from '../projects/index.ts'
import { previewAlerts } from './preview.ts'
import { type AlertRules, readRules, saveRules } from './settings.ts'
import { requireValidRules } from './validate.ts'

/** What is left out stays as it is. */
export interface AlertChanges extends Partial<AlertSetting> {
  readonly projectName: string
  /** Change nothing. */
  readonly dryRun?: boolean
  readonly withPreview?: boolean
}

export interface AlertQuery {
  readonly projectName: string
  readonly withPreview?: boolean | undefined
  readonly locale: Locale
}

export interface AlertAnswer {
  readonly setting: AlertSetting
  /** Of the recipients. */
  readonly unsubscribed: string[]
  /** Undefined where it was not asked for. */
  readonly preview?: AlertPreview
}

/** The alert settings of a project, with what the last 30 days would have sent; only its owner may see them. */
export async function getAlertSetting(
  ctx: Context,
  caller: Caller,
  { projectName, withPreview = true, locale }: AlertQuery,
): Promise<AlertAnswer> {
  const project = await findOwnProject(ctx, caller, projectName)
  const rules = await readRules(ctx, project)
  const setting = toSetting(project, rules, await getMembers(ctx, caller, projectName))
  const unsubscribed = await readUnsubscribed(ctx, project.source.id, rules.recipients)
  return {
    ...{ setting, unsubscribed },
    ...(withPreview && { preview: await previewAlerts(ctx, project, rules, locale) }),
  }
}

/** Changes the alert settings of a project, and its own that are among them; only its owner may. */
export async function setAlertSetting(
  ctx: Context,
  caller: Caller,
  { projectName, dryRun = false, withPreview = true, ...changes }: AlertChanges,
  locale: Locale,
): Promise<AlertAnswer> {
  const row = await findOwnProject(ctx, caller, projectName)
  const { pvalue = row.project.pvalue, cvalue = row.project.cvalue, sharedUserNames } = changes
  const rules = requireValidRules({ ...(await readRules(ctx, row)), ...toRules(changes) }, { pvalue })
  if (dryRun) {
    const userNames = sharedUserNames ?? (await getMembers(ctx, caller, projectName))
    const changed = { ...row, project: { ...row.project, cvalue } }
    const setting = toSetting({ ...row, project: { ...row.project, pvalue, cvalue } }, rules, userNames)
    const unsubscribed = await readUnsubscribed(ctx, row.source.id, rules.recipients)
    return {
      ...{ setting, unsubscribed },
      ...(withPreview && { preview: await previewAlerts(ctx, changed, rules, locale) }),
    }
  }
  if (pvalue !== row.project.pvalue || cvalue !== row.project.cvalue)
    await updateProject(ctx, caller, projectName, { pvalue, cvalue }, locale)
  if (sharedUserNames !== undefined) await setMembers(ctx, caller, projectName, sharedUserNames)
  await saveRules(ctx, row.source.id, rules)
  return getAlertSetting(ctx, caller, { projectName, withPreview, locale })
}

function toSetting({ source, project }: ProjectRow, rules: AlertRules, sharedUserNames: string[]): AlertSetting {
  const { pvalueEmail, cvalueEmail, minAnomalyRatio, ...same } = rules
  return {
    ...{ projectName: source.name, pvalue: project.pvalue, cvalue: project.cvalue },
    ...{ 'pvalue-email': pvalueEmail, 'cvalue-email': cvalueEmail, minAnomalyRatioFilter: minAnomalyRatio },
    ...{ ...same, sharedUserNames },
  }
}

function toRules(changes: Partial<AlertSetting>): Partial<AlertRules> {
  const { recipients, quietMinutes, onlyWithCause, sendsRecovery, escalateMinutes } = changes
  const { thresholds, calendars, predictionHours } = changes
  const given = {
    pvalueEmail: changes['pvalue-email'],
    cvalueEmail: changes['cvalue-email'],
    minAnomalyRatio: changes.minAnomalyRatioFilter,
    ...{ recipients, quietMinutes, onlyWithCause, sendsRecovery, escalateMinutes },
    ...{ thresholds, calendars, predictionHours },
  }
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined))
}
