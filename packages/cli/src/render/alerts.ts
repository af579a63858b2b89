import type { AlertPreview, AlertSetting } from '@omen/sdk'
import { timeWriter } from './clock-times.ts'
import { counted, percent } from './figures.ts'
import { plain } from './plain.ts'
import type { View } from './view.ts'

/** Alert settings, a line for each and what it does. */
export function renderAlertSetting(
  { setting, unsubscribed }: { setting: AlertSetting; unsubscribed: readonly string[] },
  { paint }: View,
): string {
  const { projectName, recipients, quietMinutes, minAnomalyRatioFilter, escalateMinutes, predictionHours } = setting
  const { thresholds, calendars, onlyWithCause, sendsRecovery } = setting
  return [
    paint.bold(`Alerts of ${plain(projectName)}`),
    recipients.length === 0 ? 'Mail to nobody' : `Mail to ${recipients.map(plain).join(', ')}`,
    ...(unsubscribed.length === 0 ? [] : [`No mail to ${unsubscribed.map(plain).join(', ')}, who unsubscribed`]),
    `After ${counted(setting['cvalue-email'], 'sample')} at pvalue ${setting['pvalue-email']} (the page: ${setting.cvalue} at ${setting.pvalue})`,
    minAnomalyRatioFilter === 0
      ? 'However few series an incident takes'
      : `Only for ${percent(minAnomalyRatioFilter)} of the series or more`,
    quietMinutes === 0
      ? 'Each incident at once'
      : `Then quiet for ${quietMinutes} min; what comes meanwhile is one mail`,
    ...(onlyWithCause ? ['Only once it is known where it began'] : []),
    ...(sendsRecovery ? ['And when it is over'] : []),
    ...(escalateMinutes === null ? [] : [`Again after ${escalateMinutes} min without an acknowledgment`]),
    ...(predictionHours === 0 ? [] : [`Predictions ${predictionHours} h ahead`]),
    ...thresholds.map(({ metric, ...rest }) => `Threshold of ${plain(metric)}: ${describe(rest)}`),
    ...calendars.map(({ name, ...rest }) => `Calendar${name ? ` ${plain(name)}` : ''}: ${describe(rest)}`),
  ].join('\n')
}

function describe(rest: object): string {
  return Object.entries(rest)
    .map(([name, value]) => `${name} ${plain(String(value))}`)
    .join(', ')
}

/** What the last 30 days would have sent, a line for each alert. */
export function renderAlertPreview({ from, to, total, alerts }: AlertPreview, { io, paint }: View): string {
  const write = timeWriter(io.timeZone, { from, to })
  const head = `The last 30 days would have sent ${counted(total, 'alert')}${total > 0 ? ` (${write.zone})` : ''}.`
  const lines = alerts.map(({ kind, at, incidents, incidentsTotal }) => {
    const [first] = incidents
    const others = incidentsTotal > 1 ? `, and ${counted(incidentsTotal - 1, 'other')}` : ''
    return `${write.at(at)}  ${paint.dim(kind.padEnd(9))}  ${plain(first?.sentence ?? '')}${others}`
  })
  const left = total - alerts.length
  return [head, ...lines, ...(left > 0 ? [`and ${counted(left, 'earlier one')}`] : [])].join('\n')
}
