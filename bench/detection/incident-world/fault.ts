import type { Random } from '../../../packages/engine/src/stats/random.ts'

export const FAULT_KINDS = ['cpu', 'mem', 'disk', 'delay', 'loss'] as const
export type FaultKind = (typeof FAULT_KINDS)[number]

/** A fault of one service from a time on. `strength` is in units of the kind, see `drawFault`. */
export type Fault = { kind: FaultKind; service: number; at: number; strength: number; slowdown: number; lagMs: number }

/** The metric that a fault begins in; everything else that moves is a symptom. */
export const METRIC_OF: Record<FaultKind, string> = {
  cpu: 'cpu',
  mem: 'memory',
  disk: 'disk_io',
  delay: 'latency_ms',
  loss: 'errors',
}

/** How strong a fault is: points of CPU, share of memory, times of disk traffic, times of latency, share of lost requests. */
export function drawFault(kind: FaultKind, service: number, at: number, random: Random): Fault {
  const between = (low: number, high: number): number => low + (high - low) * random()
  const strength = {
    cpu: between(15, 60),
    mem: between(0.15, 0.6),
    disk: between(2, 10),
    delay: between(0.8, 6),
    loss: between(0.03, 0.25),
  }[kind]
  return { kind, service, at, strength, slowdown: between(0.2, 2.5), lagMs: between(5_000, 40_000) }
}

/** What else happens, and leads the eye away from the fault. */
export const CONFOUNDERS = ['earlier jump', 'small root', 'surge'] as const
export type Confounder = (typeof CONFOUNDERS)[number]
