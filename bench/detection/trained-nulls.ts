import { detect, type ModelType, trainModel } from '../../packages/engine/src/index.ts'
import type { Measurement } from '../budget.ts'
import { atMost } from './figure.ts'
import { DAY, type NullFamily, nullFamilies, simulateNull } from './models-world/null-families.ts'

const SYSTEMS = 4
const TRAINED_DAYS = 14
const DAYS = 14
const MODEL_TYPE: ModelType = 'Hybrid'
/** The product's defaults. */
const PARAMETERS = { pvalue: 0.99, cvalue: 5 }
/** Nominal rate, and the factor within which the share of rows flagged is to stay. */
const RATES: readonly [nominal: number, factor: number][] = [
  [0.01, 2],
  [0.001, 3],
]

/**
 * What a trained model reports of systems of three series in which nothing goes wrong: false periods a day, and the share of rows
 * flagged. What changes for good is to be reported once, and accepted within a day.
 */
export function run(): Measurement[] {
  return nullFamilies.flatMap(figures)
}

function figures(family: NullFamily): Measurement[] {
  const { name, changes = 0, localStart } = family
  let periods = 0
  let lasting = 0
  const flagged = RATES.map(() => 0)
  for (let seed = 1; seed <= SYSTEMS; seed++) {
    const { training, rest } = simulateNull(family, seed, TRAINED_DAYS * DAY, DAYS * DAY)
    const trained = trainModel(training, { modelType: MODEL_TYPE, timeZone: localStart?.timeZone })
    if (trained.kind !== 'model') throw new Error(`${name}: ${trained.reason}`)
    const found = detect(trained.model, rest, PARAMETERS)
    const all = [...found.periods, ...found.gaps]
    periods += Math.max(0, all.length - changes)
    lasting = Math.max(lasting, ...all.map(({ fromRow, toRow }) => (toRow - fromRow) / DAY))
    for (const [k, [rate]] of RATES.entries())
      flagged[k]! += found.scored.probability.reduce((sum, p) => sum + (p < rate ? 1 : 0), 0)
  }
  const rows = SYSTEMS * DAYS * DAY
  const perDay = periods / (SYSTEMS * DAYS)
  const shares = RATES.map(([rate], k) => `${(flagged[k]! / rows / rate).toFixed(2)} × ${rate}`).join(', ')
  const note = `flagged ${shares}; the longest period ${lasting.toFixed(1)} days`
  const excess = Math.max(...RATES.map(([rate, factor], k) => flagged[k]! / rows / rate / factor))
  return [
    atMost(`false periods, ${name}`, 0.02, perDay, '/ system-day', note),
    ...(changes > 0 ? [] : [atMost(`rows flagged over what is allowed, ${name}`, 1, excess, '×')]),
  ]
}
