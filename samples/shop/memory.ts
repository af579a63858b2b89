import { createDrift, type Random } from './random.ts'
import type { RoleProfile } from './roles.ts'
import { HOUR, MINUTE } from './time.ts'

/** One sample of a node's memory in MB, and how much of the processor its collection took (0 to 1). */
type MemorySample = { used: number; collected: number }
export type MemoryModel = (work: number, allocation: number, leakMb: number) => MemorySample

/**
 * A collected heap climbs with the work done and falls back to its live set: a saw-tooth whose teeth are longer at night.
 * A database's cache stays near its level instead. What leaks, leaks outside the heap and comes on top.
 */
export function createMemory(profile: RoleProfile['memory'], random: Random, stepMs: number): MemoryModel {
  return profile.kind === 'heap' ? createHeap(profile, random, stepMs) : createCache(profile, random, stepMs)
}

function createHeap(profile: RoleProfile['memory'] & { kind: 'heap' }, random: Random, stepMs: number): MemoryModel {
  const live = createDrift(random, 0.03, 12 * HOUR, stepMs)
  let garbage = random.uniform() * (profile.ceiling - profile.live)
  return (work, allocation, leakMb) => {
    const floor = profile.live * (1 + live())
    garbage += (profile.perHour * (0.12 + work) * allocation * (1 + 0.05 * random.gaussian()) * stepMs) / HOUR
    const room = Math.max(250, profile.ceiling * (1 + 0.03 * random.gaussian()) - floor)
    let collected = 0
    if (garbage > room) {
      garbage = room * (0.02 + 0.06 * random.uniform())
      collected = 1
    }
    return { used: floor + leakMb + garbage, collected }
  }
}

function createCache(profile: RoleProfile['memory'] & { kind: 'cache' }, random: Random, stepMs: number): MemoryModel {
  const level = createDrift(random, 0.012, 9 * HOUR, stepMs)
  const sorting = createDrift(random, 0.12, 10 * MINUTE, stepMs)
  return (work, _allocation, leakMb) => {
    const sorts = profile.perLoad * work * Math.exp(sorting())
    return { used: profile.level * (1 + level()) + sorts + leakMb, collected: 0 }
  }
}
