import { BATCH_JOBS, jobShare } from './batch-jobs.ts'
import type { Harm } from './faults.ts'
import { createMemory } from './memory.ts'
import { createDrift, createRandom } from './random.ts'
import { type Cost, ROLE_PROFILES, roleOf } from './roles.ts'
import { MINUTE } from './time.ts'

/** Writes the six values of a node into `row` from `offset`, in the order of `metrics`. */
export type NodeModel = (row: Float64Array, offset: number, time: number, work: number, harm: Harm) => void

export function createNode(node: number, seed: number, stepMs: number): NodeModel {
  const role = roleOf(node)
  const profile = ROLE_PROFILES[role]
  const random = createRandom(seed, 100 + node)
  const jobs = BATCH_JOBS.filter((job) => job.role === role)
  const memory = createMemory(profile.memory, random, stepMs)
  // No two machines are quite alike.
  const build = 1 + 0.06 * random.gaussian()
  const noisy = (cost: Cost) => createDrift(random, cost.noise, 4 * MINUTE, stepMs)
  const cpuNoise = noisy(profile.cpu)
  const readNoise = noisy(profile.diskRead)
  const writeNoise = noisy(profile.diskWrite)
  const receiveNoise = noisy(profile.networkReceive)
  const sendNoise = noisy(profile.networkSend)

  return (row, offset, time, work, harm) => {
    const adds = { cpu: 0, diskRead: 0, diskWrite: 0, networkSend: 0, heap: 0 }
    for (const job of jobs) {
      const share = jobShare(job, node, seed, time, stepMs) * (1 + 0.08 * random.gaussian())
      adds.cpu += job.adds.cpu * share
      adds.diskRead += job.adds.diskRead * share
      adds.diskWrite += job.adds.diskWrite * share
      adds.networkSend += job.adds.networkSend * share
      adds.heap += job.adds.heap * share
    }
    const done = work * harm.throughput
    const heap = memory(done, 1 + adds.heap, harm.leakMb)
    const cpu = costOf(profile.cpu, done * harm.costlier * build, cpuNoise()) + adds.cpu + 4 * heap.collected
    const hogged = cpu + harm.cpu * (1 + 0.05 * random.gaussian())
    // Pages are served from memory: an idle disk is read once in a while.
    const stray = random.uniform() < 0.04 ? -0.3 * Math.log(1 - random.uniform()) : 0
    row[offset] = Math.min(100, Math.max(0.2, hogged))
    row[offset + 1] = heap.used
    row[offset + 2] = positive(
      costOf(profile.diskRead, done, readNoise()) + stray + adds.diskRead + wobble(harm.diskRead),
    )
    row[offset + 3] = positive(costOf(profile.diskWrite, done, writeNoise()) + adds.diskWrite + wobble(harm.diskWrite))
    row[offset + 4] = positive(costOf(profile.networkReceive, done, receiveNoise()) + wobble(harm.networkReceive))
    row[offset + 5] = positive(
      costOf(profile.networkSend, done, sendNoise()) + adds.networkSend + wobble(harm.networkSend),
    )
    if (harm.down) row.fill(0, offset, offset + 6)
  }

  function wobble(amount: number): number {
    return amount === 0 ? 0 : amount * (1 + 0.07 * random.gaussian())
  }
}

function costOf(cost: Cost, work: number, noise: number): number {
  return (cost.idle + cost.perLoad * work) * Math.exp(noise)
}

function positive(value: number): number {
  return Math.max(0, value)
}
