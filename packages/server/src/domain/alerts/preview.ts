import type { AlertIncident, AlertPreview } from '../../schema/wire-types.ts'
import type { Context } from '../context.ts'
import type { Locale } from '../errors.ts'
import { readPosition } from '../live/index.ts'
import type { ProjectRow } from '../projects/index.ts'
import { composeMessage } from './message.ts'
import { planAlerts } from './plan.ts'
import { readPlanning } from './planning.ts'
import { type AlertRules, planRulesOf } from './settings.ts'

const dayMs = 86_400_000
const days = 30
const mostListed = 100

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
  const anew = { limitsFrom: from, sentCrossings: new Map(), isAnew: true }
  const planning = await readPlanning(ctx, { project, rules, from, to, ...anew })
  const alerts = planAlerts(planning.plannable, planRulesOf(rules), { until: to }).filter(({ at }) => at >= from)
  const listed = alerts.slice(-mostListed).reverse()
  const described = await planning.describe([...new Set(listed.flatMap(({ incidentIds }) => incidentIds))])
  return {
    ...{ from, to, total: alerts.length },
    alerts: listed.map(({ kind, at, incidentIds }) => {
      const incidents = incidentIds.map((id) => described.get(id)!)
      const message = composeMessage(project, { kind, at, incidents })
      const shown = message.incidents.map((one) => toPreviewed(one, locale))
      return { kind, at, incidents: shown, incidentsTotal: message.incidentsTotal }
    }),
    byDay: countByDay(alerts, project.project.timeZone),
  }
}

type Previewed = AlertPreview['alerts'][number]['incidents'][number]

function toPreviewed({ incidentId, sentence, start, end, severity }: AlertIncident, locale: Locale): Previewed {
  return { incidentId, sentence: sentence[locale], start, end, severity }
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
