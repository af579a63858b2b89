import { metricFamily } from '../incidents/incident-kind.ts'
import type { Frame, SeriesKey } from '../series/frame.ts'
import type { Movement } from './measure-movement.ts'

/** A series that moved, with what its instance did. */
export type Mover = { key: SeriesKey; movement: Movement; onset: number; instance: InstanceFacts }

/**
 * How many metrics of an instance moved and lasted, of how many, and when the first of these began; infinite for none. `resource` is
 * the first of them that is a resource and rose: what falls has less to do.
 */
type InstanceFacts = {
  name: string
  moved: number
  of: number
  onset: number
  resource?: { metric: string; onset: number }
}

/** Not memory, which work that waits takes as well. Fitted on simulated incidents. */
const RESOURCES: ReadonlySet<string> = new Set(['cpu', 'disk', 'network'])

/** A movement has to last: shorter ones happen at any time. */
const LASTING = 0.5

/** The series of a frame that moved. Undefined measurements (too few values) are passed over. */
export function pickMovers(frame: Frame, measured: readonly (Movement | undefined)[]): Mover[] {
  const instances = new Map<string, InstanceFacts>()
  const movers: Mover[] = []
  for (const [column, key] of frame.series.entries()) {
    const instance = factsOf(instances, instanceOf(key))
    const movement = measured[column]
    instance.of++
    if (movement === undefined || movement.onsetRow < 0) continue
    const onset = frame.times[movement.onsetRow]!
    movers.push({ key, movement, onset, instance })
    if (!isLasting(movement) || movement.common?.isAll) continue
    instance.moved++
    instance.onset = Math.min(instance.onset, onset)
    if (
      movement.side > 0 &&
      RESOURCES.has(metricFamily(key.metric)) &&
      !(instance.resource && instance.resource.onset <= onset)
    )
      instance.resource = { metric: key.metric, onset }
  }
  return movers
}

/**
 * When the incident began to show: the first movement that lasted and was not common to most instances, else the first that lasted,
 * else the first at all; undefined where nothing moved.
 */
export function firstOnset(movers: readonly Mover[]): number | undefined {
  const lasting = movers.filter(({ movement }) => isLasting(movement))
  const own = lasting.filter(({ movement }) => !movement.common?.isAll)
  const considered = [own, lasting].find(({ length }) => length > 0) ?? movers
  return considered.length === 0 ? undefined : Math.min(...considered.map(({ onset }) => onset))
}

function isLasting(movement: Movement): boolean {
  return movement.persistence >= LASTING
}

/** What a series belongs to; series of one service count as one instance where none is named. */
export function instanceOf(key: { instance: string; service?: string }): string {
  return key.instance === '' ? (key.service ?? '') : key.instance
}

function factsOf(instances: Map<string, InstanceFacts>, name: string): InstanceFacts {
  const known = instances.get(name)
  if (known !== undefined) return known
  const made = { name, moved: 0, of: 0, onset: Number.POSITIVE_INFINITY }
  instances.set(name, made)
  return made
}
