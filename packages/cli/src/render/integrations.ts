import type { Delivery, DeliveryState, Integration } from '@omen/sdk'
import { relative } from './clock-times.ts'
import type { Paint } from './paint.ts'
import { plain } from './plain.ts'
import { type Cell, type Column, table } from './table.ts'
import type { View } from './view.ts'

const INTEGRATION_COLUMNS: Column[] = [
  { title: 'NAME', shrink: 1 },
  { title: 'PROVIDER' },
  { title: 'TO', shrink: 2 },
  { title: 'ALERTS OF', shrink: 1 },
  { title: 'LAST DELIVERY' },
]

/** Integrations, one per line; why one gets nothing stands below. */
export function renderIntegrations(integrations: readonly Integration[], { paint, width, io }: View): string {
  const now = io.clock.now()
  const rows = integrations.map((integration): Cell[] => [
    integration.account,
    integration.provider,
    integration.hint,
    alertsOf(integration),
    lastOf(integration, now, paint),
  ])
  const remarks = integrations.flatMap(({ account, stoppedAt, stoppedText, lastDelivery }) => {
    if (stoppedAt !== null) return [plain(`${account} gets nothing any more: ${stoppedText}`)]
    return lastDelivery?.error ? [plain(`${account}: ${lastDelivery.error}`)] : []
  })
  return [table(INTEGRATION_COLUMNS, rows, width, paint), ...remarks].join('\n')
}

function alertsOf({ projectNames, isForEscalation }: Integration): string {
  const projects = projectNames?.join(', ') ?? 'all projects'
  return isForEscalation ? `${projects}, when escalated` : projects
}

function lastOf({ stoppedAt, lastDelivery }: Integration, now: number, paint: Paint): Cell {
  if (stoppedAt !== null) return { text: 'stopped', shown: paint.red('stopped') }
  if (lastDelivery === null) return '–'
  const text = `${lastDelivery.state} ${relative(lastDelivery.at, now)}`
  return { text, shown: paintState(lastDelivery.state, text, paint) }
}

const DELIVERY_COLUMNS: Column[] = [
  { title: 'MADE', align: 'right' },
  { title: 'ALERT' },
  { title: 'PROJECT', shrink: 2 },
  { title: 'TO', shrink: 2 },
  { title: 'STATE' },
  { title: 'ATTEMPTS', align: 'right' },
  { title: 'ERROR', shrink: 1 },
]

/** Deliveries, one per line. */
export function renderDeliveries(deliveries: readonly Delivery[], { paint, width, io }: View): string {
  const now = io.clock.now()
  const rows = deliveries.map((delivery): Cell[] => [
    relative(delivery.createdAt, now),
    delivery.alertKind === 'trial' ? 'test' : delivery.alertKind,
    delivery.projectName ?? '–',
    `${delivery.account ?? delivery.target} (${delivery.provider})`,
    { text: delivery.state, shown: paintState(delivery.state, delivery.state, paint) },
    String(delivery.attempts),
    delivery.error ?? '',
  ])
  return table(DELIVERY_COLUMNS, rows, width, paint)
}

function paintState(state: DeliveryState, text: string, paint: Paint): string {
  return state === 'failed' || state === 'stopped' ? paint.red(text) : text
}
