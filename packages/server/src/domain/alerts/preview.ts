import type { AlertPreview } from '../../schema/wire-types.ts'
import type { Context } from '../context.ts'
import type { Locale } from '../errors.ts'
import { readPosition } from '../live/index.ts'
import type { ProjectRow } from '../projects/index.ts'
import { bySeverity, toAlertIncident } from './message.ts'
import { planAlerts } from './plan.ts'
import { type AlertableIncident, readAlertable, toPlannable } from './read-incidents.ts'
import { type AlertRules, planRulesOf } from './settings.ts'

const dayMs = 86_400_000
const days = 30
const mostListed = 100
const mostIncidents = 20

/** What the last 30 days would have sent. */
export async function previewAlerts(
  ctx: Context,
  project: ProjectRow,
  rules: AlertRules,
  locale: Locale,
): Promise<AlertPreview> {
  const sourceId = project.source.id
  const to = (await readPosition(ctx, sourceId)) ?? ctx.clock.now()
  const from = to - days * dayMs
  const found = await readAlertable(ctx, sourceId, { from, to })
  const plannable = await toPlannable(ctx, found, { project, rules, isAnew: true })
  const alerts = planAlerts(plannable, planRulesOf(rules), { until: to }).filter(({ at }) => at >= from)
  const byId = new Map(found.map((one) => [one.incident.id, one]))
  const listed = alerts.slice(-mostListed).reverse()
  return {
    ...{ from, to, total: alerts.length },
    alerts: listed.map(({ kind, at, incidentIds }) => {
      const told = incidentIds.map((id) => byId.get(id)!).sort(bySeverity)
      return {
        ...{ kind, at, incidentsTotal: told.length },
        incidents: told.slice(0, mostIncidents).map((one) => toPreviewed(one, locale)),
      }
    }),
    byDay: countByDay(alerts, project.project.timeZone),
  }
}

function toPreviewed(one: AlertableIncident, locale: Locale): AlertPreview['alerts'][number]['incidents'][number] {
  const { sentence, ...incident } = toAlertIncident(one)
  return { ...incident, sentence: sentence[locale] }
}

function countByDay(alerts: readonly { readonly at: number }[], timeZone: string): AlertPreview['byDay'] {
  // The Swedish form of a date is that of ISO 8601
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' })
  const counts = new Map<string, number>()
  for (const { at } of alerts) {
    const day = format.format(at)
    counts.set(day, (counts.get(day) ?? 0) + 1)
  }
  return [...counts].map(([day, count]) => ({ day, count }))
}
