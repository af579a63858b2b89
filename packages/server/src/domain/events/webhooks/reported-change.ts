import type { EventKind } from '../../../schema/wire-types.ts'
import type { Payload } from './payload.ts'

/** What a delivery reports: a change, or why it is ignored. */
export type DeliveryReport = ReportedChange | Ignored

interface Ignored {
  readonly ignored: string
}

export interface ReportedChange {
  /** By which the service names it. */
  readonly key: string
  /** Epoch ms; undefined where the service does not say. */
  readonly at: number | undefined
  readonly kind: EventKind
  readonly title: string
  readonly version?: string | undefined
  readonly link?: string | undefined
}

/** Readers by the kind of delivery; deployments to another than the wanted environment are ignored. */
export type DeliveryReaders = Readonly<
  Record<string, (payload: Payload, environment: string | undefined) => DeliveryReport>
>

export function readDelivery(
  readers: DeliveryReaders,
  kind: string,
  payload: Payload,
  environment: string | undefined,
): DeliveryReport {
  const read = Object.hasOwn(readers, kind) ? readers[kind] : undefined
  return read?.(payload, environment) ?? { ignored: `events of the kind ${kind || 'unknown'} tell of no change` }
}

/** For a deployment or release in a state in which nothing has changed. */
export function ignoreState(noun: 'deployment' | 'release', state: string): Ignored {
  return { ignored: `a ${noun} that is ${state || 'in no state'}` }
}

interface Release extends Pick<ReportedChange, 'key' | 'at' | 'link'> {
  /** Of the repository or project. */
  readonly name: string
  readonly version: string
}

interface Deployment extends Release {
  readonly hasFailed: boolean
  readonly environment: string
}

export function reportDeployment(
  { name, hasFailed, environment, ...rest }: Deployment,
  wanted: string | undefined,
): DeliveryReport {
  if (wanted !== undefined && environment.toLowerCase() !== wanted.toLowerCase())
    return { ignored: `a deployment to ${environment || 'no environment'}` }
  const target = environment === '' ? '' : ` to ${environment}`
  const title = hasFailed
    ? `Deployment of ${name} ${rest.version}${target} failed`
    : `${name} ${rest.version} deployed${target}`
  return { ...rest, kind: 'deployment', title }
}

export function reportRelease({ name, ...rest }: Release): ReportedChange {
  return { ...rest, kind: 'deployment', title: `${name} ${rest.version} released` }
}

/** A tag that is a version says it all, a branch needs its commit. */
export function versionOf(ref: string, shortSha: string): string {
  return /^v?\d/.test(ref) ? ref : ref === '' ? shortSha : `${ref}@${shortSha}`
}
