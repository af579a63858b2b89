import { createHash } from 'node:crypto'
import type { LiveSeries } from '../ports/decoded-batch.ts'
import type { MetricType } from '../schema/wire-types.ts'
import { MAX_SERIES_ID_LENGTH, toLiveSeries } from './live-series.ts'
import { identityOf, type KeyValue, plainAttributes, type Resource, textOf } from './otlp-values.ts'

type Labels = Readonly<Record<string, string>>

export interface Scope {
  readonly name?: string
  readonly attributes?: readonly KeyValue[]
}

/** The part of the identity that all series of a resource, or of one of its scopes, share. */
export interface Origin {
  readonly instance: string
  readonly service: string
  /** Attributes that are part of each name. */
  readonly labels: Labels
  /** Attributes that identify as well, but are part of a name only if another series has the shorter one. */
  readonly silent: Labels
  /** Attributes that describe the resource, as one text: two resources may differ in them and be the same. */
  readonly description: string
  /** How series of the resource were named before all attributes that identify were kept. */
  readonly former: { readonly instance: string; readonly service: string; readonly labels: Labels }
  /** An attribute that occurs twice with different values. */
  readonly repeated: string | undefined
  /** Equal for equal identities. */
  readonly key: string
}

/** The first that a resource has is its instance. */
const INSTANCE_ATTRIBUTES = [
  'service.instance.id',
  'host.name',
  'k8s.pod.name',
  'k8s.node.name',
  'aws.ecs.task.arn',
  'container.name',
  'container.id',
  'host.id',
  'faas.instance',
  'k8s.deployment.name',
  'k8s.statefulset.name',
  'k8s.daemonset.name',
  'k8s.job.name',
  'k8s.cronjob.name',
  'k8s.replicaset.name',
]

/** The attributes in former names. They are labels of all resources, so that those names stay. */
const FORMER_LABELS = [
  'service.namespace',
  'deployment.environment.name',
  'deployment.environment',
  'k8s.cluster.name',
  'k8s.namespace.name',
  'k8s.container.name',
  'cloud.region',
]

interface Rule {
  /** Names, or beginnings of names that end with a dot. */
  readonly describing: readonly string[]
  readonly except?: readonly string[]
  /** The rule holds if the resource has one of these; always without it. */
  readonly given?: readonly string[]
}

const workloads = ['deployment', 'replicaset', 'statefulset', 'daemonset', 'job', 'cronjob'].map(
  (kind) => `k8s.${kind}.`,
)

/** Attributes that follow from others of the resource, or change while the resource remains the same. */
const rules: readonly Rule[] = [
  {
    describing: [
      ...['telemetry.', 'service.version', 'os.', 'webengine.', 'host.arch', 'host.type', 'host.image.', 'host.cpu.'],
      ...['container.image.', 'container.command', 'container.command_line', 'container.command_args', 'aws.log.'],
    ],
  },
  { describing: ['process.'], given: ['telemetry.sdk.name', 'telemetry.sdk.language', 'service.instance.id'] },
  { describing: ['process.'], except: ['process.pid', 'process.executable.name'], given: ['process.pid'] },
  {
    describing: [
      ...['host.', 'container.', 'k8s.pod.', 'k8s.node.', ...workloads, 'faas.', 'aws.', 'azure.', 'gcp.'],
      ...['server.address', 'server.port', 'net.host.name', 'net.host.port', 'url.scheme', 'http.scheme'],
    ],
    given: ['service.instance.id'],
  },
  { describing: ['k8s.node.', ...workloads, 'host.id', 'host.ip', 'host.mac'], given: ['k8s.pod.name'] },
  { describing: ['host.'], except: ['host.name'], given: ['host.name'] },
  { describing: ['host.'], except: ['host.name', 'host.id'], given: ['host.id'] },
  { describing: ['container.'], given: ['k8s.container.name'] },
  {
    describing: ['container.'],
    except: ['container.name', 'container.id'],
    given: ['container.name', 'container.id'],
  },
  {
    describing: ['aws.', 'azure.', 'gcp.', 'faas.'],
    except: ['aws.ecs.task.arn', 'aws.ecs.container.name', 'faas.name'],
    given: INSTANCE_ATTRIBUTES,
  },
]

/** Identifying attributes that make names long, or hardly ever differ between resources of one instance. */
const SILENT_ATTRIBUTES = ['cloud.', 'container.id', 'host.id', 'aws.ecs.task.arn']

/** Addresses that every host has. */
const LOOPBACK = /^(localhost|127\.|\[?::1\]?|0\.0\.0\.0)/

function isDescription(name: string, attributes: Labels): boolean {
  // Such an instance is not unique without its host
  if (name === 'host.name' && LOOPBACK.test(attributes['service.instance.id'] ?? '')) return false
  if (name === 'container.id' && 'container.name' in attributes && 'host.name' in attributes) return true
  // k8s.pod.uid follows from k8s.pod.name, until the pod is created again
  const thing = /^k8s\.[^.]+\./.exec(name)?.[0]
  if (thing && name !== `${thing}name` && `${thing}name` in attributes) return true
  return rules.some(
    ({ describing, except = [], given }) =>
      isAmong(describing, name) &&
      !except.includes(name) &&
      (given === undefined || given.some((other) => other in attributes)),
  )
}

function isAmong(names: readonly string[], name: string): boolean {
  return names.some((one) => (one.endsWith('.') ? name.startsWith(one) : name === one))
}

/** Which of its attributes identify a resource, and how. https://opentelemetry.io/docs/specs/semconv/resource/ */
export function originOf(resource: Resource | undefined): Origin {
  const attributes = plainAttributes(resource?.attributes)
  const texts: Record<string, string> = Object.create(null)
  for (const [name, value] of Object.entries(attributes)) texts[name] = textOf(value)
  const former = {
    ...identityOf(attributes),
    labels: pick(texts, (name) => FORMER_LABELS.includes(name)),
  }
  const { service } = former
  const named = INSTANCE_ATTRIBUTES.find((name) => typeof attributes[name] === 'string' && attributes[name] !== '')
  const instance = named === undefined ? '' : texts[named]!
  const others = pick(texts, (name) => name !== named && !(name === 'service.name' && service !== ''))
  const isSilent = (name: string): boolean =>
    named !== undefined && (isAmong(SILENT_ATTRIBUTES, name) || texts[name] === instance || texts[name] === service)
  const identifying = pick(others, (name) => FORMER_LABELS.includes(name) || !isDescription(name, texts))
  const labels = pick(identifying, (name) => FORMER_LABELS.includes(name) || !isSilent(name))
  const origin = {
    instance,
    service,
    labels,
    former,
    repeated: repeatedName(resource?.attributes),
    silent: pick(identifying, (name) => !(name in labels)),
    description: JSON.stringify(sorted(pick(others, (name) => !(name in identifying)))),
  }
  return { ...origin, key: keyOf(origin) }
}

/** The origin of what a scope of the resource measures. */
export function withScope(origin: Origin, { name = '', attributes }: Scope = {}): Origin {
  const own = Object.entries(plainAttributes(attributes)).map(([key, value]) => [`otel.scope.${key}`, textOf(value)])
  const silent = {
    ...origin.silent,
    ...Object.fromEntries(own),
    ...(name !== '' && { 'otel.scope.name': name }),
  }
  const repeated = origin.repeated ?? repeatedName(attributes)
  return { ...origin, silent, repeated, key: keyOf({ ...origin, silent, repeated }) }
}

function keyOf({ instance, service, labels, silent, repeated }: Omit<Origin, 'key'>): string {
  // Otherwise a known series would take the points of a resource that is to be rejected
  const rejected = repeated === undefined ? [] : [repeated]
  return JSON.stringify([instance, service, sorted(labels), sorted(silent), ...rejected])
}

function sorted(labels: Labels): [string, string][] {
  return Object.entries(labels).sort(([a], [b]) => (a < b ? -1 : 1))
}

function pick(labels: Labels, isPicked: (name: string) => boolean): Labels {
  const picked: Record<string, string> = Object.create(null)
  for (const name in labels) if (isPicked(name)) picked[name] = labels[name]!
  return picked
}

/** Undefined if no attribute has two values. */
export function repeatedName(attributes: readonly KeyValue[] = []): string | undefined {
  const values = new Map<string, string>()
  for (const { key = '', value } of attributes) {
    const text = JSON.stringify(value)
    if ((values.get(key) ?? text) !== text) return key
    values.set(key, text)
  }
  return undefined
}

export interface SeriesOf {
  readonly metric: string
  readonly unit?: string | undefined
  readonly type: MetricType
  readonly quantile?: string
}

/** The series of a metric with the attributes of its points. */
export function toOtlpSeries(from: Origin, of: SeriesOf, attributes: Readonly<Record<string, unknown>>): LiveSeries {
  const { metric, type, unit, quantile } = of
  const own: Record<string, string> = Object.create(null)
  for (const [name, value] of Object.entries(attributes)) own[name] = textOf(value)
  if (quantile !== undefined) own.quantile = quantile
  const parts = { metric, instance: from.instance, service: from.service, unit, type }
  const series = toLiveSeries({ ...parts, labels: join(from.labels, own) })
  const hash = createHash('sha256')
    .update(JSON.stringify([from.key, metric, sorted(own)]))
    .digest('base64url')
  const silent = join({ ...from.labels, ...from.silent }, own)
  const hashed = join({ ...from.labels, 'otel.identity': hash.slice(0, 12) }, own)
  const otherwise = [silent, hashed]
    .map((labels) => toLiveSeries({ ...parts, labels }))
    .filter(({ id }, index) => index > 0 || id.length <= MAX_SERIES_ID_LENGTH)
    .map(({ id, metric: name, labels = {} }) => ({ id, metric: name, labels }))
  const former = toLiveSeries({ metric, ...from.former, labels: { ...from.former.labels, ...own } })
  return { ...series, identity: { hash, formerId: former.id, otherwise } }
}

/** An attribute of a point does not hide one of the resource that has the same name. */
function join(labels: Labels, own: Labels): Labels {
  const joined: Record<string, string> = Object.create(null)
  for (const name in labels)
    joined[(own[name] ?? labels[name]) === labels[name] ? name : `resource.${name}`] = labels[name]!
  return Object.assign(joined, own)
}
