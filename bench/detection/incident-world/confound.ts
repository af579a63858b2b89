import type { Random } from '../../../packages/engine/src/stats/random.ts'
import type { Fault } from './fault.ts'

const MINUTE = 60_000

/** How far visitors come and go, as a share: they are in the CPU of all. */
const LOAD_SPREAD = 0.08

/** The relative noise of a service's first three metrics: CPU, memory and disk traffic. */
type Noisy = { cost: number; noise: readonly number[] }

/** A root of six to twelve spreads whose service becomes three to six times slower. */
export function shrinkRoot(fault: Fault, { cost, noise }: Noisy, random: Random): Fault {
  const spreads = 6 + 6 * random()
  const strength = {
    cpu: spreads * cost * Math.hypot(1.25 * noise[0]!, LOAD_SPREAD),
    mem: spreads * noise[1]!,
    disk: Math.expm1(spreads * noise[2]!),
    delay: fault.strength,
    loss: fault.strength,
  }[fault.kind]
  return { ...fault, strength, slowdown: 3 + 3 * random() }
}

/** How many more visitors the whole system has for reasons of its own, as a share, from a minute before the fault on. */
export function surgeAt(time: number, fault: Fault, size: number): number {
  return time >= fault.at - MINUTE ? size : 0
}

/** A metric of a service that has nothing to do with the fault jumps two minutes before it, further than most faults go, and stays. */
export function jumpElsewhere(
  columns: readonly Float64Array[],
  times: Float64Array,
  fault: Fault,
  services: readonly Noisy[],
  random: Random,
): void {
  const others = services.map((_, k) => k).filter((k) => k !== fault.service)
  const service = others[Math.floor(random() * others.length)]!
  const metric = Math.floor(3 * random())
  const factor = 1 + (15 + 25 * random()) * services[service]!.noise[metric]!
  const column = columns[(service * columns.length) / services.length + metric]!
  for (let row = 0; row < column.length; row++) if (times[row]! >= fault.at - 2 * MINUTE) column[row]! *= factor
}
