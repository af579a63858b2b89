import type { Frame, SeriesKey } from '../series/frame.ts'
import type { Movement } from './measure-movement.ts'

/** A series that moved, with what its instance did. */
export type Mover = { key: SeriesKey; movement: Movement; onset: number; instance: InstanceFacts }

/**
 * How many metrics of an instance moved and lasted, of how many, and when the first of these began; infinite for none.
 */
type InstanceFacts = { name: string; moved: number; of: number; onset: number }

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
    if (!isLasting(movement)) continue
    instance.moved++
    instance.onset = Math.min(instance.onset, onset)
  }
  return movers
}

/**
 * When the incident began to show: the first movement that lasted, else the first at all; undefined where nothing
 * moved.
 */
export function firstOnset(movers: readonly Mover[]): number | undefined {
  const lasting = movers.filter(({ movement }) => isLasting(movement))
  const considered = lasting.length > 0 ? lasting : movers
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
