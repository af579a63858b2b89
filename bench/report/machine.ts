import { availableParallelism, cpus, loadavg, totalmem } from 'node:os'

/** Where and when figures were taken; the load says whether the machine was busy with something else. */
export type Machine = {
  date: string
  cpu: string
  cores: number
  memoryGb: number
  node: string
  platform: string
  loadBefore: number
}

export function describeMachine(now: Date): Machine {
  return {
    date: now.toISOString().slice(0, 16).replace('T', ' '),
    cpu: cpus()[0]?.model.trim() ?? 'unknown',
    cores: availableParallelism(),
    memoryGb: Math.round(totalmem() / 1e9),
    node: process.version,
    platform: `${process.platform} ${process.arch}`,
    loadBefore: Math.round(loadavg()[0]! * 10) / 10,
  }
}

export function machineLine(machine: Machine): string {
  const { cpu, cores, memoryGb, node, platform, date, loadBefore } = machine
  return `${cores} cores of ${cpu}, ${memoryGb} GB, Node ${node}, ${platform}; ${date} UTC, load before ${loadBefore}`
}
