import type { Incident } from '../../../packages/engine/src/incidents/index.ts'
import {
  createLiveDetector,
  type LiveDetector,
  type LiveFinding,
  mergePeriods,
  parseSeriesName,
} from '../../../packages/engine/src/index.ts'
import { createPlainStore } from '../../../packages/engine/src/stream/detector-store.ts'
import type { Fault, FaultKind } from '../../../samples/shop/faults.ts'
import { createShop, type Shop } from '../../../samples/shop/shop.ts'

declare function structuredClone<T>(value: T): T

const DAY = 86_400_000
const MINUTE = 60_000
const MONDAY = Date.UTC(2026, 8, 7)
const WARM_UP = 120 * MINUTE
const OPTIONS = { pvalue: 0.99, cvalue: 5 }
const ROWS_AT_ONCE = 360

/** A shop whose samples are scored as they come. */
type WatchedShop = { shop: Shop; detector: LiveDetector; findings: Map<string, LiveFinding>; stepMs: number }

/** A fault that was injected: seconds until it was reported and until it was over after its end, and whether its series or instance leads; NaN where it was not. */
export type FoundFault = { kind: FaultKind; reported: number; over: number; isRight: boolean }

/** The node of each fault, and the metric that has to lead; undefined where all of a node or of the shop do. */
const FAULTS: readonly { kind: FaultKind; node: number; metric: RegExp | undefined }[] = [
  { kind: 'cpu-hog', node: 1, metric: /^cpu/ },
  { kind: 'disk-hog', node: 4, metric: /^disk/ },
  { kind: 'network-hog', node: 4, metric: /^network_send/ },
  { kind: 'instance-down', node: 0, metric: undefined },
  { kind: 'bad-release', node: 2, metric: /^cpu|^memory/ },
  { kind: 'silent-collector', node: 0, metric: undefined },
]

/** Incidents of a shop in which nothing goes wrong, by the day on which they begin. */
export function quietShop({ stepMs, days, seed }: { stepMs: number; days: number; seed: number }): number[] {
  const watched = open(stepMs, seed, [])
  pass(watched, days * DAY)
  const perDay = new Array<number>(days).fill(0)
  for (const { start } of incidentsOf(watched)) perDay[Math.floor((start - MONDAY) / DAY)]! += 1
  return perDay
}

/** Injects each fault `runs` times, spread over the day after `days` quiet ones, and says whether and when it was found. */
export function faultyShop({
  stepMs,
  days,
  seed,
  runs,
}: {
  stepMs: number
  days: number
  seed: number
  runs: number
}): FoundFault[] {
  const base = open(stepMs, seed, [])
  let passed = 0
  return Array.from({ length: runs }, (_, run) => {
    const at = Math.round((days * DAY + ((run + 0.37) * DAY) / runs) / stepMs) * stepMs
    pass(base, at - passed)
    passed = at
    const state = structuredClone(base.detector.save())
    return FAULTS.map(({ kind, node, metric }) => {
      const lasts = Math.max(5 * MINUTE, 12 * stepMs)
      const fault: Fault = { kind, node, from: MONDAY + at, to: MONDAY + at + lasts }
      const shop = openShop(stepMs, seed, [fault])
      skip(shop, at / stepMs)
      const detector = createLiveDetector({ stepMs, ...OPTIONS }, structuredClone(state), undefined, createPlainStore)
      return watchFault({ shop, detector, findings: new Map(), stepMs }, fault, metric)
    })
  }).flat()
}

function watchFault(watched: WatchedShop, { kind, node, from, to }: Fault, metric: RegExp | undefined): FoundFault {
  const { stepMs, findings } = watched
  let [reported, over] = [Number.NaN, Number.NaN]
  let worst: Incident | undefined
  for (let time = from; time < to + 20 * Math.max(MINUTE, stepMs); time += stepMs) {
    pass(watched, stepMs)
    const own = incidentsOf(watched).filter(({ start, end }) => end >= from && start < to)
    if (own.length === 0) continue
    worst = own.reduce((max, one) => (Math.abs(one.val) > Math.abs(max.val) ? one : max))
    if (Number.isNaN(reported)) reported = (time + stepMs - from) / 1000
    const isOver = [...findings.values()].every(({ state }) => state === 'over')
    if (!isOver) over = Number.NaN
    else if (time >= to && Number.isNaN(over)) over = (time + stepMs - to) / 1000
  }
  return { kind, reported, over, isRight: worst !== undefined && isRight(worst, kind, `node${node + 1}`, metric) }
}

function isRight(
  { kind: found, instances, series }: Incident,
  kind: FaultKind,
  node: string,
  metric: RegExp | undefined,
): boolean {
  if (kind === 'silent-collector') return found === 'collector'
  if (metric === undefined) return found === 'instanceDown' && instances.includes(node)
  const lead = series[0]?.seriesId ?? ''
  return lead.includes(`[${node}]`) && metric.test(lead)
}

function openShop(stepMs: number, seed: number, faults: readonly Fault[]): Shop {
  const shop = createShop({ seed, from: MONDAY - WARM_UP, stepMs, faults })
  skip(shop, Math.round(WARM_UP / stepMs))
  return shop
}

function skip(shop: Shop, rows: number): void {
  const row = new Float64Array(shop.names.length)
  for (let left = rows; left > 0; left--) shop.next(row)
}

function open(stepMs: number, seed: number, faults: readonly Fault[]): WatchedShop {
  const shop = openShop(stepMs, seed, faults)
  const detector = createLiveDetector({ stepMs, ...OPTIONS }, undefined, undefined, createPlainStore)
  detector.addSeries(shop.names.map((name) => ({ key: parseSeriesName(name), type: undefined })))
  return { shop, detector, findings: new Map(), stepMs }
}

/** Scores the samples of a time. */
function pass({ shop, detector, findings, stepMs }: WatchedShop, time: number): void {
  const row = new Float64Array(shop.names.length)
  for (let left = Math.round(time / stepMs); left > 0; left -= ROWS_AT_ONCE) {
    const rows = Math.min(left, ROWS_AT_ONCE)
    const times = new Float64Array(rows)
    const columns = shop.names.map(() => new Float64Array(rows))
    for (let k = 0; k < rows; k++) {
      times[k] = shop.next(row).time
      for (const [column, value] of row.entries()) columns[column]![k] = value
    }
    const { changed, removed } = detector.push({ times, columns })
    for (const key of removed) findings.delete(key)
    for (const finding of changed) findings.set(finding.key, finding)
  }
}

function incidentsOf({ findings, stepMs }: WatchedShop): Incident[] {
  const all = [...findings.values()]
  const periods = all.flatMap((one) => (one.type === 'period' ? [one.period] : []))
  const gaps = all.flatMap((one) => (one.type === 'gap' ? [one.gap] : []))
  return mergePeriods({ periods, gaps }, { stepMs, ...OPTIONS })
}
