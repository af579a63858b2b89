import type { LogFindingKind } from '../../../packages/engine/src/index.ts'
import { createRandom, normal, type Random } from '../../../packages/engine/src/stats/random.ts'

/** A fault injected into a log: the expected kind of finding, its message, and when (milliseconds since the log began). */
export type LogFault = {
  readonly kind: LogFindingKind
  /** The beginning of its template's text. */
  readonly phrase: string
  readonly from: number
  readonly to: number
}

export type SimulatedLog = { readonly lines: readonly string[]; readonly faults: readonly LogFault[] }

type Line = { readonly at: number; readonly source: string; readonly text: string }

const SECOND = 1000
const MINUTE = 60 * SECOND
const HOURS = 6
const LENGTH = HOURS * 60 * MINUTE
/** Midnight UTC of an ordinary day. */
export const LOG_START: number = Date.UTC(2025, 0, 7)

/** Minimum distance of faults, which lie in the second half, so that they can be distinguished. */
const GAP = 20 * MINUTE
const KINDS: readonly LogFindingKind[] = ['new', 'rare', 'hot', 'cold', 'sequence', 'value']

/**
 * Six hours of a service, some 45,000 lines: requests at a rate that swings and wanders, log-normal durations, evictions that come
 * in clusters, three workers whose jobs have four steps, a heartbeat that fails now and then, a collector with a rhythm, and
 * thirty messages that come from hardly ever to often. With faults, one of each kind of finding; without, nothing is wrong.
 */
export function simulateLog(seed: number, withFaults: boolean): SimulatedLog {
  const random = createRandom(seed)
  const faults = withFaults ? drawFaults(random) : []
  const fault = (kind: LogFindingKind): LogFault | undefined => faults.find((one) => one.kind === kind)
  const lines = [
    ...requests(random, fault('value')),
    ...evictions(random),
    ...logins(random, fault('hot')),
    ...jobs(random, fault('sequence')),
    ...heartbeats(random, fault('cold')),
    ...collections(random),
    ...seldom(random),
    ...surprises(random, faults),
  ].filter(({ at }) => at >= 0 && at < LENGTH)
  lines.sort((a, b) => a.at - b.at)
  return { lines: lines.map(writeLine), faults }
}

const PHRASES: Readonly<Record<LogFindingKind, string>> = {
  new: 'Disk quota exceeded',
  rare: 'Certificate renewed',
  hot: 'Login of',
  cold: 'Heartbeat',
  sequence: 'Job',
  value: 'Request',
}

/** How long after its beginning a fault may still be found. */
const REACH: Readonly<Record<LogFindingKind, number>> = {
  new: MINUTE,
  rare: MINUTE,
  hot: 4 * MINUTE,
  cold: 18 * MINUTE,
  sequence: 2 * MINUTE,
  value: MINUTE,
}

function drawFaults(random: Random): LogFault[] {
  const order = [...KINDS].sort(() => random() - 0.5)
  return order.map((kind, k) => {
    const from = LENGTH / 2 + 10 * MINUTE + k * (GAP + 5 * MINUTE) + random() * 5 * MINUTE
    return { kind, phrase: PHRASES[kind], from, to: from + REACH[kind] }
  })
}

const writeLine = ({ at, source, text }: Line): string =>
  `${new Date(LOG_START + at).toISOString()} INFO ${source}: ${text}`

const exponential = (random: Random): number => -Math.log(1 - random())
const whole = (random: Random, max: number): number => Math.floor(random() * max)

/** Times of events whose rate a second at any time is `rateAt`, never above `max`. */
function arrivals(random: Random, max: number, rateAt: (at: number) => number): number[] {
  const times: number[] = []
  for (let at = 0; at < LENGTH; ) {
    at += (exponential(random) / max) * SECOND
    if (random() * max < rateAt(at)) times.push(at)
  }
  return times
}

function requests(random: Random, value: LogFault | undefined): Line[] {
  const wander = Array.from({ length: LENGTH / MINUTE + 1 }, () => normal(random) * 0.03)
  for (let k = 1; k < wander.length; k++) wander[k]! += wander[k - 1]!
  const rateAt = (at: number): number =>
    1.4 * (1 + 0.4 * Math.sin((at / LENGTH) * 2 * Math.PI)) * Math.exp(wander[Math.floor(at / MINUTE)] ?? 0)
  const times = arrivals(random, 6, rateAt)
  const odd = value ? times.find((at) => at >= value.from) : undefined
  return times.map((at) => {
    const took = Math.round(40 * Math.exp(0.4 * normal(random))) + (at === odd ? 6000 : 0)
    return { at, source: 'web.Api', text: `Request ${whole(random, 1e6)} took ${took} ms` }
  })
}

function evictions(random: Random): Line[] {
  return arrivals(random, 1 / 90, () => 1 / 90).flatMap((at) => {
    const many = 1 + Math.floor(exponential(random) * 5)
    return Array.from({ length: many }, () => ({
      at: at + random() * 3 * SECOND,
      source: 'app.Cache',
      text: `Evicted region ${whole(random, 64)} for want of room`,
    }))
  })
}

function logins(random: Random, hot: LogFault | undefined): Line[] {
  const rateAt = (at: number): number => (hot && at >= hot.from && at < hot.from + 2 * MINUTE ? 0.8 : 0.05)
  return arrivals(random, 0.8, rateAt).map((at) => ({
    at,
    source: 'app.Session',
    text: `Login of user u${whole(random, 5000)}x from 10.0.${whole(random, 250)}.${whole(random, 250)}`,
  }))
}

const STEPS = ['opened', 'copied', 'checked', 'closed']

/** A worker does one job after the other; the broken job leaves a step out and comes back to it last. */
function jobs(random: Random, broken: LogFault | undefined): Line[] {
  return [1, 2, 3].flatMap((worker) => {
    const lines: Line[] = []
    let isBroken = worker > 1
    for (let at = random() * MINUTE; at < LENGTH; at += (8 + 20 * exponential(random)) * SECOND) {
      const isNow: boolean = !isBroken && broken !== undefined && at >= broken.from
      isBroken ||= isNow
      const order = isNow ? [0, 3, 2, 1] : [0, 1, 2, 3]
      for (const step of order) {
        at += (0.2 + exponential(random)) * SECOND
        lines.push({ at, source: `job.Worker${worker}`, text: `Job ${whole(random, 1e5)} has been ${STEPS[step]}` })
      }
    }
    return lines
  })
}

function heartbeats(random: Random, cold: LogFault | undefined): Line[] {
  const lines: Line[] = []
  for (let at = 7 * SECOND; at < LENGTH; at += MINUTE) {
    const isSilent = cold !== undefined && at >= cold.from && at < cold.to
    if (isSilent || random() < 0.01) continue
    lines.push({ at: at + random() * 2 * SECOND, source: 'app.Beat', text: 'Heartbeat sent to the controller' })
  }
  return lines
}

function collections(random: Random): Line[] {
  const lines: Line[] = []
  for (let at = 0; at < LENGTH; at += (300 + 20 * normal(random)) * SECOND) {
    const freed = Math.round(5e8 + 4e7 * normal(random))
    lines.push({ at, source: 'vm.Collector', text: `Collection freed ${freed} bytes` })
  }
  return lines
}

const SUBJECTS = ['index', 'replica', 'snapshot', 'quorum', 'mailbox', 'template']
const EVENTS = ['rotated', 'rebuilt', 'skipped by policy', 'found stale and dropped', 'handed over']

/** Thirty kinds of messages, the k-th with a mean of 300 / k² in the whole log. */
function seldom(random: Random): Line[] {
  return SUBJECTS.flatMap((subject, a) =>
    EVENTS.flatMap((event, b) => {
      const mean = 300 / (1 + a * EVENTS.length + b) ** 2
      const rate = (mean / LENGTH) * SECOND
      return arrivals(random, rate, () => rate).map((at) => ({
        at,
        source: 'app.Keeper',
        text: `The ${subject} was ${event} after ${whole(random, 90)} s`,
      }))
    }),
  )
}

function surprises(random: Random, faults: readonly LogFault[]): Line[] {
  return faults.flatMap(({ kind, from }) => {
    if (kind === 'new')
      return [{ at: from, source: 'app.Disk', text: `Disk quota exceeded on volume ${whole(random, 9)}` }]
    if (kind !== 'rare') return []
    const text = 'Certificate renewed for the inner gate'
    return [
      { at: 20 * MINUTE, source: 'app.Tls', text },
      { at: from, source: 'app.Tls', text },
    ]
  })
}
