import type { IncidentKind, IncidentLog, IncidentPeriod } from '../../../packages/engine/src/index.ts'
import { createRandom, type Random } from '../../../packages/engine/src/stats/random.ts'

/** Findings of incidents with the type of each and the family of metrics that it begins in. */
export type ChoosingFindings = {
  readonly incidents: readonly {
    readonly type: number
    readonly kind: IncidentKind
    readonly periods: readonly IncidentPeriod[]
    readonly logs: readonly IncidentLog[]
  }[]
}

/** What comes back in each incident of a type: the series that may take part, each with its chance and its weight, and templates. */
type Type = {
  readonly kind: IncidentKind
  readonly members: readonly {
    readonly seriesId: string
    readonly chance: number
    readonly weight: number
    readonly side: 1 | -1
  }[]
  readonly templates: readonly string[]
}

const MINUTE = 60_000
const DAY = 1440 * MINUTE
const START = Date.UTC(2024, 7, 6)
const TYPES = 20
const INCIDENTS = 80
/** A large system, and a small one, whose types have most of their series in common. */
const SIZES = [
  { instances: 15, effects: 6 },
  { instances: 4, effects: 3 },
] as const
type Size = (typeof SIZES)[number]

const ROOTS: readonly (readonly [IncidentKind, readonly string[]])[] = [
  ['cpu', ['processor_busy', 'cpu_steal']],
  ['memory', ['heap_used', 'swap_out']],
  ['disk', ['disk_wait', 'volume_free']],
  ['network', ['tcp_retransmits', 'socket_errors']],
  ['load', ['sessions_open', 'request_duration']],
]
const EFFECTS = ['request_duration', 'response_errors', 'queue_wait', 'sessions_open', 'threads_busy', 'timeouts']
const OTHERS = ['processor_busy', 'heap_used', 'disk_wait', 'tcp_retransmits', 'widgets_sold', 'battery_level']

/**
 * Eighty incidents of twenty types, far enough apart not to be one: other metrics and other systems than where these are judged, large ones
 * and small ones in turn. What an incident begins in often has a smaller share than each of its effects, and two types may begin in the same metric.
 */
export function simulateChoosingSystem(seed: number): ChoosingFindings {
  const random = createRandom(seed)
  const size = SIZES[seed % SIZES.length]!
  const types = Array.from({ length: TYPES }, () => drawType(size, random))
  const incidents = Array.from({ length: INCIDENTS }, (_, k) => {
    const type = Math.floor(types.length * random() ** 1.5)
    return { type, kind: types[type]!.kind, ...drawIncident(types[type]!, size, START + k * DAY, random) }
  })
  return { incidents }
}

function drawType(size: Size, random: Random): Type {
  const some = EFFECTS.slice(0, size.effects)
  const [kind, leads] = pick(ROOTS, random)
  const instance = Math.floor(random() * size.instances)
  const member = (metric: string, chance: number, weight: number) => ({
    seriesId: `${metric}[h${Math.floor(random() * size.instances)}]`,
    chance,
    weight,
    side: random() < 0.8 ? (1 as const) : (-1 as const),
  })
  const lead = {
    ...member(pick(leads, random), 0.95, 0.4 + 1.2 * random()),
    seriesId: `${pick(leads, random)}[h${instance}]`,
  }
  return {
    kind,
    members: [
      lead,
      ...Array.from({ length: 1 + Math.floor(6 * random()) }, () =>
        member(pick(some, random), 0.6, 0.2 + 0.8 * random()),
      ),
      ...Array.from({ length: Math.floor(3 * random()) }, () =>
        member(pick(OTHERS, random), 0.5, 0.1 + 0.5 * random()),
      ),
    ],
    templates: Array.from({ length: Math.floor(4 * random()) }, () => `m${Math.floor(random() * 120)}`),
  }
}

/** One to three periods a few minutes apart, whose series weigh differently each time; one series in them may be there by chance. */
function drawIncident(
  { members, templates }: Type,
  size: Size,
  from: number,
  random: Random,
): Pick<ChoosingFindings['incidents'][number], 'periods' | 'logs'> {
  const instance = Math.floor(random() * size.instances)
  const isElsewhere = random() < 0.2
  let at = from
  const periods = Array.from({ length: 1 + Math.floor(3 * random()) }, (): IncidentPeriod => {
    const own = members.filter(({ chance }) => random() < chance)
    const taking = own.length > 0 ? own : members.slice(0, 1)
    const stray = {
      seriesId: `${pick(OTHERS, random)}[h${Math.floor(random() * size.instances)}]`,
      weight: 0.3,
      side: 1 as const,
    }
    const series = (random() < 0.3 ? [...taking, stray] : taking).map(({ seriesId, weight, side }) => ({
      seriesId: isElsewhere ? seriesId.replace(/\[h\d+\]/, `[h${instance}]`) : seriesId,
      share: weight * (0.5 + random()),
      side,
    }))
    const total = series.reduce((sum, { share }) => sum + share, 0)
    const start = at
    const end = start + (2 + 15 * random()) * MINUTE
    at = end + 3 * MINUTE * random()
    const val = 1 + 4 * random()
    return {
      start,
      end,
      val,
      probability: 10 ** (-2 * val),
      kind: 'anomaly',
      series: series.map((one) => ({ ...one, share: one.share / total })),
    }
  })
  const logs = templates
    .filter(() => random() < 0.7)
    .map((template): IncidentLog => {
      const start = from + 2 * MINUTE * random()
      return { start, end: start, val: 2, probability: 1e-4, finding: 'hot', templateId: template, template }
    })
  return { periods, logs }
}

function pick<T>(list: readonly T[], random: Random): T {
  return list[Math.floor(random() * list.length)]!
}
