import { createRandom, normal, type Random } from '../../../packages/engine/src/stats/random.ts'
import { DAY, type TrialSeries } from '../../detection/forecast-world/seasonal-series.ts'

const MINUTE = 60_000
const START = Date.UTC(2025, 1, 10)

/** A kind of series to be forecast: a value for a time in days, drawn in order. */
type Kind = { readonly what: string; readonly stepMs: number; open(random: Random): (day: number) => number }

const kinds: readonly Kind[] = [
  { what: 'a day of two peaks and quiet Sundays', stepMs: 30 * MINUTE, open: peaks },
  { what: 'a rhythm that grows with its level', stepMs: 30 * MINUTE, open: growing },
  { what: 'a rhythm whose level jumps', stepMs: 20 * MINUTE, open: jumping },
  { what: 'a rhythm that became another one', stepMs: 30 * MINUTE, open: changed },
  { what: 'a rhythm with incidents', stepMs: 20 * MINUTE, open: withIncidents },
  { what: 'a rhythm with an abnormal day', stepMs: 30 * MINUTE, open: withAbnormalDays },
  { what: 'counts by the hour of the day', stepMs: 20 * MINUTE, open: counts },
  { what: 'levels that last for days', stepMs: 30 * MINUTE, open: levels },
  { what: 'a price', stepMs: 20 * MINUTE, open: price },
  { what: 'noise that comes back to its mean', stepMs: 20 * MINUTE, open: returning },
]

/** Six weeks of each kind for each seed. */
export function choosingForecasts(seeds: readonly number[]): TrialSeries[] {
  return kinds.flatMap(({ what, stepMs, open }, k) =>
    seeds.map((seed) => {
      const next = open(createRandom(seed + 100 * k))
      const times = Float64Array.from({ length: (42 * DAY) / stepMs }, (_, row) => START + row * stepMs)
      const values = times.map((time) => next((time - START) / DAY))
      return { name: what, metric: what, times, values, stepMs, abnormal: [] }
    }),
  )
}

function wave(day: number, late = 0): number {
  return Math.sin(2 * Math.PI * (day - late))
}

function following(random: Random, memory: number): () => number {
  let x = 0
  return () => {
    x = memory * x + Math.sqrt(1 - memory ** 2) * normal(random)
    return x
  }
}

function peaks(random: Random): (day: number) => number {
  const noise = following(random, 0.5)
  return (day) => 50 + (Math.floor(day) % 7 === 6 ? 5 : 20) * (wave(day, 0.2) + 0.6 * wave(2 * day, 0.1)) + 3 * noise()
}

function growing(random: Random): (day: number) => number {
  const noise = following(random, 0.8)
  return (day) => (20 + day) * (1 + 0.4 * wave(day, 0.3) + 0.05 * noise())
}

function jumping(random: Random): (day: number) => number {
  const noise = following(random, 0.3)
  let [level, until] = [100, 6]
  return (day) => {
    if (day > until) {
      level += 25 * normal(random)
      until = day + 4 + 8 * random()
    }
    return level + 10 * wave(day, 0.4) + 2 * noise()
  }
}

/** From a day of the second half on the peak lies elsewhere and is higher. */
function changed(random: Random): (day: number) => number {
  const noise = following(random, 0.4)
  const at = 22 + 12 * random()
  return (day) => 40 + (day < at ? 10 * wave(day, 0.25) : 18 * wave(day, 0.55)) + 2 * noise()
}

/** Hours at three times the usual value, once in four days. */
function withIncidents(random: Random): (day: number) => number {
  const noise = following(random, 0.6)
  let [from, until] = [3, 3]
  return (day) => {
    if (day > until) {
      from = day - 4 * Math.log(1 - random())
      until = from + (1 + 5 * random()) / 24
    }
    return (30 + 8 * wave(day, 0.1) + 2 * noise()) * (day >= from ? 3 : 1)
  }
}

/** A day without its rhythm, or with it half a day late, once in ten days. */
function withAbnormalDays(random: Random): (day: number) => number {
  const noise = following(random, 0.5)
  let [today, kind] = [0, 0]
  return (day) => {
    if (Math.floor(day) !== today) {
      today = Math.floor(day)
      kind = random() < 0.1 ? (random() < 0.5 ? 1 : 2) : 0
    }
    const shape = kind === 1 ? 0.2 : wave(day, kind === 2 ? 0.65 : 0.15)
    return 60 + 15 * shape + 2 * noise()
  }
}

function counts(random: Random): (day: number) => number {
  return (day) => {
    let count = -1
    for (let left = 6 + 5 * wave(day, 0.35); left > 0; count++) left += Math.log(1 - random())
    return Math.max(0, count)
  }
}

/** No rhythm: a level of its own for some days, and then another one. */
function levels(random: Random): (day: number) => number {
  let [level, until] = [10, 2]
  return (day) => {
    if (day > until) {
      level = 10 + 5 * normal(random)
      until = day + 1 + 5 * random()
    }
    return level + normal(random)
  }
}

/** Each value is the one before it and a step, some of them large. */
function price(random: Random): (day: number) => number {
  let logarithm = Math.log(80)
  return () => {
    logarithm += 0.01 * normal(random) * (random() < 0.05 ? 4 : 1)
    return Math.exp(logarithm)
  }
}

function returning(random: Random): (day: number) => number {
  const noise = following(random, 0.97)
  return () => 15 + 4 * noise()
}
