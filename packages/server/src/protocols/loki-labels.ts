import { severityOf } from './severity.ts'

export type LokiLabels = Readonly<Record<string, string>>

/** Labels by which Grafana's collectors and Loki's own clients name them, the first one that is there. */
const INSTANCE_LABELS = ['instance', 'host', 'hostname', 'pod', 'node_name']
const SERVICE_LABELS = ['service_name', 'service', 'app', 'job', 'container']
const LEVEL_LABELS = ['level', 'detected_level', 'severity']

/** What the lines of a stream have in common; labels that are neither instance nor service are attributes. */
export interface LokiStream {
  readonly instance: string
  readonly service: string
  readonly severity: number
  readonly attributes: LokiLabels
}

export function readLokiStream(labels: LokiLabels): LokiStream {
  const [instance, service] = [firstOf(labels, INSTANCE_LABELS), firstOf(labels, SERVICE_LABELS)]
  const named = new Set([instance, service].map(([name]) => name))
  return {
    instance: instance[1],
    service: service[1],
    severity: severityOfLabels(labels),
    attributes: Object.fromEntries(Object.entries(labels).filter(([name]) => !named.has(name))),
  }
}

/** 0 where no label tells. */
export function severityOfLabels(labels: LokiLabels): number {
  return severityOf(firstOf(labels, LEVEL_LABELS)[1])
}

export function isLokiLabels(value: unknown): value is LokiLabels {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false
  return Object.values(value).every((one) => typeof one === 'string')
}

function firstOf(labels: LokiLabels, names: readonly string[]): readonly [name: string, value: string] {
  const name = names.find((one) => Object.hasOwn(labels, one)) ?? ''
  return [name, name === '' ? '' : labels[name]!]
}
