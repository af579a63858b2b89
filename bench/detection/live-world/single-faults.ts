import type { LiveValueType } from '../../../packages/engine/src/index.ts'
import { normal, type Random } from '../../../packages/engine/src/stats/random.ts'

/** The values of a series by minute, and whether the fault is there. */
type Values = (minute: number, isFault: boolean) => number

/** A fault of a kind of series that operators watch, and how long it lasts. */
export type SingleFault = { what: string; minutes: number; type?: LiveValueType; open(random: Random): Values }

const daily = (minute: number): number => 1 + 0.6 * Math.sin((2 * Math.PI * minute) / 1440)

function counter(random: Random): Values {
  let count = 0
  return (minute, isFault) => {
    if (!isFault) count += Math.max(0, Math.round(50 * daily(minute) + 8 * normal(random)))
    return count
  }
}

/** Garbage is collected at 160; it is not during the fault where `leaks`, else nothing is allocated. */
function sawTooth(random: Random, leaks: boolean): Values {
  let value = 100
  return (_, isFault) => {
    if (leaks || !isFault) value += 1 + 0.3 * normal(random)
    if (value > 160 && !(leaks && isFault)) value = 100
    return value
  }
}

/** Faults of single series, found by nothing but the series itself. */
export const singleFaults: readonly SingleFault[] = [
  { what: 'a counter that stalls for two hours', minutes: 120, type: 'counter', open: counter },
  { what: 'the same without a type', minutes: 120, open: counter },
  {
    what: 'five errors a minute for an hour',
    minutes: 60,
    type: 'counter',
    open: (random) => {
      let count = 0
      return (_, isFault) => {
        count += isFault ? 5 : Number(random() < 0.01)
        return count
      }
    },
  },
  {
    what: 'a p99 latency of four times for an hour',
    minutes: 60,
    open: (random) => (minute, isFault) => (isFault ? 4 : 1) * 120 * daily(minute) * Math.exp(0.5 * normal(random)),
  },
  {
    what: 'a disk whose use falls by a tenth for two hours',
    minutes: 120,
    open: (random) => (minute, isFault) => 20 + (3 * minute) / 1440 + 0.05 * normal(random) - (isFault ? 10 : 0),
  },
  { what: 'a saw tooth that stands still for two hours', minutes: 120, open: (random) => sawTooth(random, false) },
  { what: 'a saw tooth that leaks for two hours', minutes: 120, open: (random) => sawTooth(random, true) },
  {
    what: 'a queue of 50 for half an hour, else 0 nine times of ten',
    minutes: 30,
    open: (random) => (_, isFault) => (isFault ? 50 : random() < 0.9 ? 0 : Math.floor(10 * random())),
  },
  { what: 'one replica of three for an hour', minutes: 60, open: () => (_, isFault) => (isFault ? 1 : 3) },
  { what: 'a target that is down for ten minutes', minutes: 10, open: () => (_, isFault) => Number(!isFault) },
  {
    what: 'a processor at 95 % for an hour',
    minutes: 60,
    open: (random) => (minute, isFault) => (isFault ? 95 : 36 * daily(minute) + 4 * normal(random)),
  },
  {
    what: 'a leak of 300 MB an hour for six hours',
    minutes: 360,
    open: (random) => {
      let leaked = 0
      return (minute, isFault) => {
        leaked = isFault ? leaked + 5 : 0
        return 8000 - 500 * daily(minute) - leaked + 60 * normal(random)
      }
    },
  },
]
