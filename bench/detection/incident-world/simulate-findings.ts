import type { IncidentKind, IncidentLog, IncidentPeriod } from '../../../packages/engine/src/index.ts'
import { createRandom, type Random } from '../../../packages/engine/src/stats/random.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE

/** The typical pattern of one type of incident. */
type Signature = { kind: IncidentKind; lead: string; others: string[]; templates: string[] }

/** Findings with the incident that each comes from; -1 is background, `types` says which type an incident is of. */
export type SimulatedFindings = {
  periods: IncidentPeriod[]
  logs: IncidentLog[]
  periodTruth: number[]
  logTruth: number[]
  types: number[]
  kinds: IncidentKind[]
}

const LEADS: readonly [IncidentKind, string][] = [
  ['cpu', 'cpu'],
  ['memory', 'memory_used'],
  ['disk', 'disk_write'],
  ['network', 'network_receive'],
  ['load', 'request_count'],
]
const SYMPTOMS = ['latency_ms', 'errors', 'queue_length', 'cpu', 'memory_used', 'network_send']
const INSTANCES = 8

/**
 * A few weeks of findings: incidents of a dozen types that come again, each in several periods with short breaks, never with all
 * the same series, with log findings around; and short periods out of nothing in between, one of which may fall close to an incident.
 */
export function simulateFindings(seed: number): SimulatedFindings {
  const random = createRandom(seed)
  const signatures = Array.from({ length: 12 }, () => drawSignature(random))
  const out: SimulatedFindings = { periods: [], logs: [], periodTruth: [], logTruth: [], types: [], kinds: [] }
  let at = 0
  for (let id = 0; id < 60; id++) {
    at += HOUR * (1 + 8 * random())
    const type = Math.floor(random() * signatures.length)
    out.types.push(type)
    out.kinds.push(signatures[type]!.kind)
    if (random() < 0.5) addPeriod(out, -1, at - HOUR * random(), 3 * MINUTE, [pick(SYMPTOMS, random)], random)
    at = addIncident(out, id, at, signatures[type]!, random)
  }
  return out
}

function drawSignature(random: Random): Signature {
  const [kind, metric] = pick(LEADS, random)
  const instance = Math.floor(random() * INSTANCES)
  const others = Array.from(
    { length: 2 + Math.floor(random() * 4) },
    () => `${pick(SYMPTOMS, random)}[n${anyInstance(random)}]`,
  )
  const templates = Array.from({ length: Math.floor(random() * 3) }, () => `t${Math.floor(random() * 200)}`)
  return { kind, lead: `${metric}[n${instance}]`, others, templates }
}

function addIncident(out: SimulatedFindings, id: number, from: number, signature: Signature, random: Random): number {
  let at = from
  const pieces = 1 + Math.floor(random() * 4)
  for (let piece = 0; piece < pieces; piece++) {
    const length = MINUTE * (5 + Math.floor(20 * random()))
    const others = signature.others.filter(() => random() < 0.7)
    addPeriod(out, id, at, length, [signature.lead, ...others], random)
    for (const templateId of signature.templates) {
      if (random() < 0.4) continue
      const start = at - 2 * MINUTE + random() * length
      out.logs.push({
        start,
        end: start,
        val: 1 + 3 * random(),
        probability: 1e-4,
        finding: 'hot',
        templateId,
        template: templateId,
      })
      out.logTruth.push(id)
    }
    at += length + MINUTE * Math.floor(9 * random())
  }
  return at
}

function addPeriod(
  out: SimulatedFindings,
  id: number,
  start: number,
  length: number,
  names: readonly string[],
  random: Random,
): void {
  const weights = names.map((_, k) => (k === 0 ? 1.5 : 1) * (0.2 + random()))
  const total = weights.reduce((sum, weight) => sum + weight, 0)
  const val = 1 + 5 * random()
  const series = names.map((seriesId, k) => ({
    seriesId: seriesId.includes('[') ? seriesId : `${seriesId}[n${anyInstance(random)}]`,
    share: weights[k]! / total,
    side: 1 as const,
  }))
  out.periods.push({ start, end: start + length, val, probability: 10 ** (-2 * val), kind: 'anomaly', series })
  out.periodTruth.push(id)
}

function anyInstance(random: Random): number {
  return Math.floor(random() * INSTANCES)
}

function pick<T>(list: readonly T[], random: Random): T {
  return list[Math.floor(random() * list.length)]!
}
