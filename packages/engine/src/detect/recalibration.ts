/**
 * Keeps the probabilities of a scorer true to their name while the world moves on from the training: the share of rows below a
 * probability is followed, and the tail is stretched or drawn in by it. In the spirit of adaptive conformal inference (Gibbs and
 * Candès 2021) with the tail of SPOT (Siffer et al., KDD 2017): -ln p beyond that of p = 0.1 is held for exponential; its rate
 * and mean are those of the rows scored so far, beginning with what the training expects.
 */
export type Recalibration = {
  /** The probability of the next row, by what the rows before it let expect; NaN for NaN, which teaches nothing. */
  adjust(probability: number): number
  save(): RecalibrationState
}

/** The whole state, as plain data. */
export type RecalibrationState = {
  run: number[]
  waiting: number
  usual: number
  seen: number
  anomalous: number
  excesses: number
}

/** The part of the rows that make up the tail. */
const TAIL = 0.1
const TAIL_START = -Math.log(TAIL)
/** The training counts as a tenth of its rows, as neighbours are alike and things move on; within these bounds. */
const PRIOR_PART = 0.1
const MIN_PRIOR = 30
/** Fitted on the sample shop: tails are crossed 1.1 to 1.3 times as often as they should. */
const MAX_PRIOR = 1_000
/**
 * New rows are more anomalous than the rows that were left out of the training, and more so after a short training. Fitted on the sample shop: tails are crossed 1.1 to 1.3 times as often as they should.
 */
const PRIOR_MEAN = 1.2
/** Divided by the square root of the rows, this is added to that mean. */
const PRIOR_MEAN_SHORT = 5
/** After so many rows what was learned counts for a third. */
const MEMORY = 3_000
/** A row teaches no more than this, in units of -ln p. */
const MAX_EXCESS = 8
/** Beyond this a row is an event of its own: it teaches nothing, and is reported as the model tells it. Up to it, less and less. */
const OUTLANDISH = 18
/** A run goes on over so many rows that are as usual. */
const BRIDGED = 2
/** So many rows of a run are learned. */
const TAUGHT = 20
/** Bounds of the share of rows in the tail, and of their mean excess. */
const MAX_RATE = 0.5
const MIN_MEAN = 0.5
const MAX_MEAN = 8

/**
 * A recalibration for a model that was trained on `rows` rows. A run of anomalous rows is learned when it is over, so that no fault
 * dulls itself however long it lasts; or, with `acceptAfter`, when it has lasted for so many rows. With a saved state it goes on from there.
 */
export function createRecalibration(
  rows: number,
  acceptAfter: number = Number.POSITIVE_INFINITY,
  saved?: RecalibrationState,
): Recalibration {
  const prior = TAIL * Math.max(MIN_PRIOR, Math.min(MAX_PRIOR, PRIOR_PART * rows))
  const priorExcesses = prior * (PRIOR_MEAN + PRIOR_MEAN_SHORT / Math.sqrt(rows))
  const fade = 1 - 1 / MEMORY
  const run = Float64Array.from(saved?.run ?? new Float64Array(TAUGHT))
  let waiting = saved?.waiting ?? 0
  let usual = saved?.usual ?? BRIDGED + 1
  let seen = saved?.seen ?? 0
  let anomalous = saved?.anomalous ?? 0
  let excesses = saved?.excesses ?? 0

  const learn = (excess: number): void => {
    const weight = Math.max(0, Math.min(1, (OUTLANDISH - excess) / (OUTLANDISH - MAX_EXCESS)))
    seen = seen * fade + weight
    anomalous *= fade
    excesses *= fade
    if (excess <= 0) return
    anomalous += weight
    excesses += weight * Math.min(MAX_EXCESS, excess)
  }
  const learnRun = (): void => {
    for (let k = 0; k < Math.min(waiting, TAUGHT); k++) learn(run[k]!)
    waiting = 0
  }
  const follow = (excess: number): void => {
    usual = excess > 0 ? 0 : usual + 1
    if (usual > BRIDGED) {
      learnRun()
      learn(excess)
      return
    }
    if (waiting < TAUGHT) run[waiting] = excess
    waiting++
    if (waiting < acceptAfter) return
    learnRun()
    usual = BRIDGED + 1
  }
  return {
    adjust(probability) {
      if (Number.isNaN(probability)) return probability
      const count = prior + anomalous
      const rate = Math.min(MAX_RATE, count / (prior / TAIL + seen))
      const mean = Math.min(MAX_MEAN, Math.max(MIN_MEAN, (priorExcesses + excesses) / count))
      const excess = -Math.log(probability) - TAIL_START
      follow(excess)
      if (!(excess > 0)) return 1 - ((1 - rate) * (1 - probability)) / (1 - TAIL)
      if (excess >= OUTLANDISH) return probability
      const near = -Math.log(rate) + Math.min(excess, MAX_EXCESS) / mean
      const part = Math.max(0, excess - MAX_EXCESS) / (OUTLANDISH - MAX_EXCESS)
      return Math.exp(-near - part * (TAIL_START + OUTLANDISH - near))
    },
    save: () => ({ run: [...run], waiting, usual, seen, anomalous, excesses }),
  }
}
