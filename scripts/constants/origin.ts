/** The data that constants were chosen on, and that the tables of the accuracy guide are measured on. */
export const corpora = {
  nab: 'part of NAB',
  skab: 'part of SKAB',
  nasa: 'part of the NASA telemetry',
  cassandra: 'Cassandra runs',
  shop: 'sample shop',
  bank: 'simulated bank',
  pipeline: 'simulated pipeline',
  loghub: 'Loghub sets',
  series: 'simulated series',
  choosingSeries: 'simulated series for choosing',
  logs: 'simulated logs',
  fleets: 'simulated fleets',
  rollouts: 'simulated rollouts',
  incidents: 'simulated incidents',
  systems: 'simulated systems',
  choosingLogs: 'simulated logs for choosing',
  choosingRollouts: 'simulated rollouts for choosing',
  choosingIncidents: 'simulated incidents for choosing',
  choosingSystems: 'simulated systems for choosing',
  timings: 'time and memory',
} as const

export type Corpus = keyof typeof corpora

/** What is measured in seconds is not about accuracy. */
export function isOfAccuracy(corpus: Corpus): boolean {
  return corpus !== 'timings'
}

/** What constants of trained models are chosen on together. */
export const trainedOn: readonly Corpus[] = ['choosingSystems', 'shop']

/** The groups of `bench/detection`, each a table of the accuracy guide. */
export type Table =
  | 'nab'
  | 'stream-quiet'
  | 'stream-power'
  | 'stream-elsewhere'
  | 'stream-cost'
  | 'models'
  | 'trained-nulls'
  | 'skab'
  | 'nasa'
  | 'faults'
  | 'forecast'
  | 'peers'
  | 'rollout'
  | 'logs'
  | 'log-findings'
  | 'causes'
  | 'incidents'
  | 'prediction'

/** What the tables are measured on. */
export const tables: Readonly<Record<Table, readonly Corpus[]>> = {
  nab: ['nab'],
  'stream-quiet': ['series'],
  'stream-power': ['series'],
  'stream-elsewhere': ['choosingSeries'],
  'stream-cost': ['timings'],
  models: ['nab', 'bank', 'timings'],
  'trained-nulls': ['series'],
  skab: ['skab'],
  nasa: ['nasa'],
  faults: ['cassandra'],
  forecast: ['nab', 'series', 'shop', 'timings'],
  peers: ['fleets'],
  rollout: ['rollouts', 'timings'],
  logs: ['loghub', 'timings'],
  'log-findings': ['logs'],
  causes: ['pipeline', 'timings'],
  incidents: ['systems'],
  prediction: ['systems'],
}

/** How a value came about, and what each word means on the page. */
export const kinds = {
  paper: 'the value that a publication gives, or one from the range that it gives',
  standard: 'given by a specification, a benchmark or the format of something from outside',
  arithmetic: 'follows from a definition, from other constants or from a known distribution',
  fit: 'chosen by measurement, on the data that is named',
  judgement:
    'chosen by an engineer, no measurement is on record; made while the data at hand was known: the part of NAB, the Loghub sets, the Cassandra runs, the simulations',
  limit: 'bounds memory, time or the length of a list; a judgement that changes results only where it is reached',
  layout: 'positions in a state, bits, names and patterns of a format; no choice on which accuracy depends',
} as const

/** Where some constants of one file come from; `names` are separated by blanks. */
export type Origin = { readonly names: string; readonly note?: string } & (
  | { readonly from: 'paper' | 'standard'; readonly source: string; readonly on?: readonly Corpus[] }
  | {
      readonly from: 'fit'
      readonly on: readonly Corpus[]
      /** Each part of the data is judged with what the same search chooses on the other parts. */
      readonly judged?: 'out-of-fold'
    }
  | { readonly from: 'arithmetic' | 'judgement' | 'limit' | 'layout' }
)

/** Origins by path of the source file below the engine. */
export type Origins = Readonly<Record<string, readonly Origin[]>>
