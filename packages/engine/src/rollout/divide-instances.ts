import type { Frame } from '../series/frame.ts'
import { filterSeries } from '../series/frame.ts'

/** Who was reached by a rollout, and who is compared with them. */
export type InstanceRoles = {
  /** Instances that it reached; where only `control` is given, all others. */
  treated?: readonly string[] | undefined
  /** Instances that it did not reach; where only `treated` is given, all others. */
  control?: readonly string[] | undefined
}

/** A frame with the instances that take part. `treated` is undefined where the rollout reached all of them. */
export type DividedFrame = { kind: 'divided'; frame: Frame; treated?: readonly string[] }

/** Roles that no division can meet: an instance that is not in the frame, one in both roles, or nobody reached. */
export type RoleProblem =
  | { kind: 'unknown-instance'; instance: string; instances: string[] }
  | { kind: 'both-roles'; instance: string }
  | { kind: 'nobody-treated' }

/** Keeps the series of the instances that take part; where both roles are named, those in neither are left out. */
export function divideInstances(frame: Frame, { treated, control }: InstanceRoles): DividedFrame | RoleProblem {
  const instances = [...new Set(frame.series.map(({ instance }) => instance))]
  const unknown = [...(treated ?? []), ...(control ?? [])].find((instance) => !instances.includes(instance))
  if (unknown !== undefined) return { kind: 'unknown-instance', instance: unknown, instances }
  const both = treated?.find((instance) => control?.includes(instance))
  if (both !== undefined) return { kind: 'both-roles', instance: both }
  if (control === undefined) return { kind: 'divided', frame, ...(treated !== undefined && { treated }) }
  const reached = treated ?? instances.filter((instance) => !control.includes(instance))
  if (reached.length === 0) return { kind: 'nobody-treated' }
  const members = new Set([...reached, ...control])
  return { kind: 'divided', frame: filterSeries(frame, ({ instance }) => members.has(instance)), treated: reached }
}
