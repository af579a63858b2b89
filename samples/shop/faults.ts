import { METRICS, seriesName } from './roles.ts'
import { overlap } from './time.ts'

export type FaultKind =
  | 'cpu-hog'
  | 'memory-leak'
  | 'disk-hog'
  | 'network-hog'
  | 'instance-down'
  | 'bad-release'
  | 'silent-collector'

/** Something that goes wrong on a node (0-based) between two moments; a silent collector takes every node. */
export type Fault = { kind: FaultKind; node: number; from: number; to: number }

/** What was injected, as it is written beside the data: the truth that a detection is compared with. */
export type Injected = {
  kind: FaultKind
  node: string
  from: number
  to: number
  /** Series that move before all others. */
  first: string[]
}

/** What a node suffers in one sample: additions in the units of the metrics. */
export type Harm = {
  cpu: number
  diskRead: number
  diskWrite: number
  networkReceive: number
  networkSend: number
  leakMb: number
  /** Multiplies the work that the node gets done. */
  throughput: number
  /** Multiplies what a unit of work costs. */
  costlier: number
  down: boolean
}

const LEAK_MB_PER_HOUR = 340

export function noHarm(): Harm {
  return {
    cpu: 0,
    diskRead: 0,
    diskWrite: 0,
    networkReceive: 0,
    networkSend: 0,
    leakMb: 0,
    throughput: 1,
    costlier: 1,
    down: false,
  }
}

/** Adds up what the faults do to a node in the sample [time, time + stepMs). */
export function harmAt(faults: readonly Fault[], node: number, time: number, stepMs: number): Harm {
  const harm = noHarm()
  for (const fault of faults) {
    const share = overlap(time, stepMs, fault.from, fault.to)
    if (fault.node === node && share > 0) addHarm(harm, fault, share, time)
  }
  return harm
}

function addHarm(harm: Harm, fault: Fault, share: number, time: number): void {
  switch (fault.kind) {
    case 'cpu-hog':
      harm.cpu += 42 * share
      harm.throughput *= 1 - 0.18 * share
      break
    case 'memory-leak': {
      const hours = Math.max(0, time - fault.from) / 3_600_000
      harm.leakMb += LEAK_MB_PER_HOUR * hours
      // The kernel works harder to find a free page the fewer there are.
      harm.cpu += Math.min(24, 0.9 * hours * hours) * share
      break
    }
    case 'disk-hog':
      harm.diskWrite += 62 * share
      harm.diskRead += 27 * share
      harm.cpu += 9 * share
      harm.throughput *= 1 - 0.1 * share
      break
    case 'network-hog':
      harm.networkSend += 24 * share
      harm.networkReceive += 2 * share
      harm.cpu += 6 * share
      break
    case 'bad-release':
      harm.costlier *= 1 + 0.9 * share
      harm.cpu += 9 * share
      harm.leakMb += 380 * share
      break
    case 'instance-down':
      harm.down = true
      break
    case 'silent-collector':
      break
  }
}

/** True while the collector hands over nothing at all. */
export function isCollectorSilent(faults: readonly Fault[], time: number): boolean {
  return faults.some((fault) => fault.kind === 'silent-collector' && time >= fault.from && time < fault.to)
}

export function describeFault(fault: Fault, nodes: number, withServices: boolean): Injected {
  const all = fault.kind === 'silent-collector'
  const on = all ? Array.from({ length: nodes }, (_, node) => node) : [fault.node]
  const moved = METRICS.filter((metric) => FIRST_METRICS[fault.kind].includes(metric))
  return {
    kind: fault.kind,
    node: all ? 'all' : `node${fault.node + 1}`,
    from: fault.from,
    to: fault.to,
    first: on.flatMap((node) => moved.map((metric) => seriesName(metric, node, withServices))),
  }
}

const FIRST_METRICS: Record<FaultKind, readonly string[]> = {
  'cpu-hog': ['cpu'],
  'memory-leak': ['memory'],
  'disk-hog': ['disk_read', 'disk_write'],
  'network-hog': ['network_send'],
  'instance-down': METRICS,
  'bad-release': ['cpu'],
  'silent-collector': METRICS,
}
