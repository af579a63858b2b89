import type { LogFindingKind } from '../../../packages/engine/src/index.ts'
import { createRandom, normal, type Random } from '../../../packages/engine/src/stats/random.ts'
import { exponential } from '../../detection/noise.ts'

/** What goes wrong in a log: the beginning of the template that is reported, and when, in milliseconds since the log began. */
export type ChoosingFault = {
  readonly kind: Extract<LogFindingKind, 'hot' | 'sequence'>
  readonly phrase: string
  readonly from: number
  readonly to: number
}

type Line = { readonly at: number; readonly source: string; readonly text: string }

const SECOND = 1000
const MINUTE = 60 * SECOND
const LENGTH = 180 * MINUTE
export const CHOOSING_START: number = Date.UTC(2024, 5, 12, 13)

/** Messages that become more frequent: how many come a minute usually, and in the two minutes of a fault. */
const bursts = [
  { phrase: 'Connection from', usual: 20, faulty: 70, fill: hostOf },
  { phrase: 'Greylisted sender', usual: 2, faulty: 30, fill: hostOf },
  { phrase: 'Lookup timed out', usual: 0.3, faulty: 100, fill: hostOf },
  { phrase: 'Certificate of peer', usual: 0.05, faulty: 60, fill: hostOf },
] as const

const STEPS = {
  queued: 'was put into the queue',
  passed: 'went through all filters unchanged',
  deferred: 'is kept for a later attempt',
  delivered: 'reached its host',
  removed: 'left the spool again for good',
} as const

/** What a relay does out of order: the steps of one job. */
const DISORDERS = [
  ['delivered', 'queued', 'passed', 'removed'],
  ['queued', 'removed', 'passed', 'delivered'],
  ['queued', 'passed', 'removed', 'delivered'],
] as const
const USUAL_ORDER = ['queued', 'passed', 'delivered', 'removed'] as const
const DEFERRED_ORDER = ['queued', 'passed', 'deferred', 'delivered', 'removed'] as const

/**
 * Three hours of a mail relay, some 20,000 lines: other messages, rates and orders than those of the log that judges. Four relays carry
 * jobs through their steps, of which some are deferred; bounces come in clusters, a report of thirty lines each quarter of an hour, and
 * twelve messages of maintenance seldom. With faults, four messages come more often, each for two minutes, and three jobs go out of order.
 */
export function simulateChoosingLog(
  seed: number,
  withFaults: boolean,
): { lines: readonly string[]; faults: readonly ChoosingFault[] } {
  const random = createRandom(seed)
  const faults = withFaults ? drawFaults(random) : []
  const lines = [
    ...bursts.flatMap((burst) =>
      messages(
        random,
        burst,
        faults.find(({ phrase }) => phrase === burst.phrase),
      ),
    ),
    ...[1, 2, 3, 4].flatMap((relay) =>
      jobs(random, relay, relay === 1 ? faults.filter(({ kind }) => kind === 'sequence') : []),
    ),
    ...bounces(random),
    ...reports(random),
    ...maintenance(random),
  ].filter(({ at }) => at >= 0 && at < LENGTH)
  lines.sort((a, b) => a.at - b.at)
  return { lines: lines.map(writeLine), faults }
}

function writeLine({ at, source, text }: Line): string {
  return `${new Date(CHOOSING_START + at).toISOString()} INFO ${source}: ${text}`
}

/** One after another at odd distances, from a twelfth of the log on; those out of order come when their order is known. */
function drawFaults(random: Random): ChoosingFault[] {
  const shuffled = bursts.map(({ phrase }) => ({ phrase, place: random() })).sort((a, b) => a.place - b.place)
  const hot = shuffled.map(({ phrase }, k) => {
    const from = (15 + 40 * k + 20 * random()) * MINUTE
    return { kind: 'hot' as const, phrase, from, to: from + 2 * MINUTE }
  })
  const sequence = DISORDERS.map((_, k) => {
    const from = (80 + 30 * k + 15 * random()) * MINUTE
    return { kind: 'sequence' as const, phrase: 'Message', from, to: from + 2 * MINUTE }
  })
  return [...hot, ...sequence]
}

function hostOf(random: Random): string {
  return `mx${Math.floor(random() * 900)}.example${Math.floor(random() * 90)}.net after ${Math.floor(random() * 5000)} ms`
}

/** Rates wander by a tenth from minute to minute and come back. */
function messages(
  random: Random,
  { phrase, usual, faulty, fill }: (typeof bursts)[number],
  fault: ChoosingFault | undefined,
): Line[] {
  const lines: Line[] = []
  let wander = 0
  for (let at = 0; at < LENGTH; at += MINUTE) {
    wander = 0.9 * wander + 0.1 * normal(random)
    for (let left = usual * Math.exp(wander) - exponential(random); left > 0; left -= exponential(random))
      lines.push({ at: at + random() * MINUTE, source: 'mail.Front', text: `${phrase} ${fill(random)}` })
  }
  if (fault !== undefined)
    for (let at = fault.from; at < fault.to; at += (exponential(random) / faulty) * MINUTE)
      lines.push({ at, source: 'mail.Front', text: `${phrase} ${fill(random)}` })
  return lines
}

/** Each relay takes one message after another; one in eight is deferred before it is delivered. */
function jobs(random: Random, relay: number, faults: readonly ChoosingFault[]): Line[] {
  const lines: Line[] = []
  let next = 0
  for (let at = random() * MINUTE; at < LENGTH; at += (2 + 12 * exponential(random)) * SECOND) {
    const fault = faults[next]
    const isFaulty = fault !== undefined && at >= fault.from
    const usual = random() < 1 / 8 ? DEFERRED_ORDER : USUAL_ORDER
    const order = isFaulty ? DISORDERS[next % DISORDERS.length]! : usual
    if (isFaulty) next++
    for (const step of order) {
      at += 0.5 * exponential(random) * SECOND
      lines.push({ at, source: `relay.Worker${relay}`, text: `Message ${Math.floor(random() * 1e6)} ${STEPS[step]}` })
    }
  }
  return lines
}

/** A cluster once in four minutes, mostly of a few, now and then of many. */
function bounces(random: Random): Line[] {
  const lines: Line[] = []
  for (let at = 0; at < LENGTH; at += 4 * MINUTE * exponential(random)) {
    const many = Math.ceil(Math.exp(1 + 0.8 * normal(random)))
    for (let k = 0; k < many; k++)
      lines.push({
        at: at + random() * 5 * SECOND,
        source: 'mail.Bounce',
        text: `Bounced to box ${Math.floor(random() * 500)}`,
      })
  }
  return lines
}

function reports(random: Random): Line[] {
  return Array.from({ length: LENGTH / (15 * MINUTE) }, (_, k) =>
    Array.from({ length: 30 }, (_, line) => ({
      at: k * 15 * MINUTE + 3 * MINUTE + line * 20 + random() * 10,
      source: 'mail.Report',
      text: `Domain ${line} sent ${Math.floor(random() * 9000)} bytes`,
    })),
  ).flat()
}

const SUBJECTS = ['pool', 'ledger', 'filter', 'spool']
const EVENTS = ['compacted', 'verified twice', 'moved aside']

/** Twelve kinds of messages, the k-th about 40 / k times. */
function maintenance(random: Random): Line[] {
  return SUBJECTS.flatMap((subject, a) =>
    EVENTS.flatMap((event, b) => {
      const lines: Line[] = []
      const apart = (LENGTH * (1 + a * EVENTS.length + b)) / 40
      for (let at = apart * exponential(random); at < LENGTH; at += apart * exponential(random))
        lines.push({ at, source: 'mail.Keeper', text: `The ${subject} was ${event} in ${Math.floor(random() * 90)} s` })
      return lines
    }),
  )
}
