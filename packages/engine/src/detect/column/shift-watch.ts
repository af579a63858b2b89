/** What was known before a run of values on one side. */
export type BeforeShift = { level: number; unrest: number }

/** Follows the run of values on one side of a level that the last row belongs to. */
export type ShiftWatch = {
  /**
   * Takes a row by its side of the level (0 where it is near), its standardised residual and its value. `held` while enough values of the run
   * lie far off, `accepted` once when the run has lasted and no longer moves away, else nothing. `now` is kept where a run begins.
   */
  add(side: number, zScore: number, value: number, now: BeforeShift): 'held' | 'accepted' | undefined
  end(): void
  isHeld(): boolean
  before(): BeforeShift
  rows(): number
  /** Mean and standard deviation of the latest values of a run that was just accepted: of half of the rows that were waited for. */
  accepted(): { level: number; spread: number }
  save(): ShiftState
}

/** The whole state, as plain data. */
export type ShiftState = {
  side: number
  before: BeforeShift
  rows: number
  farRows: number
  total: number
  recent: number
  /** Beside `recent` the sums of signed distances and of their squares, and the near rows that the run just bridged. Missing in what was saved before a level brought its spread. */
  recentSum?: number
  recentSquares?: number
  bridged?: number
}

/** So many values of a run that lie far off are a fault, or a shift, which is not to be learned. */
const HELD_AFTER = 3
/** A run goes on moving away while it was this much further off lately than on the whole; a ramp is twice as far. */
const GROWTH = 1.25

/**
 * A watch that accepts after `acceptAfter` rows; for 0 it neither holds nor accepts. Values beyond `farOff` spreads are far off, and up to `patience`
 * near ones at a time do not end a run. All state is O(1).
 */
export function createShiftWatch(
  acceptAfter: number,
  { farOff, patience }: { farOff: number; patience: number },
  saved?: ShiftState,
): ShiftWatch {
  const half = Math.ceil(acceptAfter / 2)
  let side = saved?.side ?? 0
  let before: BeforeShift = saved?.before ?? { level: 0, unrest: 1 }
  let rows = saved?.rows ?? 0
  let farRows = saved?.farRows ?? 0
  let total = saved?.total ?? 0
  let recent = saved?.recent ?? 0
  let recentSum = saved?.recentSum ?? side * recent
  // Where it is not known, the rows so far count as equal: nothing is taken for a spread that was not seen
  let recentSquares = saved?.recentSquares ?? (rows % half > 0 ? recent ** 2 / (rows % half) : 0)
  let bridged = saved?.bridged ?? 0
  let accepted = { level: Number.NaN, spread: 0 }

  const end = (): void => {
    side = 0
    rows = 0
    farRows = 0
    total = 0
    bridged = 0
    forgetRecent()
  }
  const forgetRecent = (): void => {
    recent = 0
    recentSum = 0
    recentSquares = 0
  }
  /** Looked at each time that half of the rows to wait for have passed. */
  const hasSettled = (offset: number): boolean => {
    recent += Math.abs(offset)
    recentSum += offset
    recentSquares += offset * offset
    if (rows % half !== 0) return false
    const isSettled = rows >= acceptAfter && recent / half <= (GROWTH * total) / rows
    const mean = recentSum / half
    accepted = { level: before.level + mean, spread: Math.sqrt(Math.max(0, recentSquares / half - mean * mean)) }
    forgetRecent()
    return isSettled
  }
  const isHeld = (): boolean => farRows >= HELD_AFTER
  return {
    add(at, zScore, value, now) {
      if (acceptAfter === 0) return undefined
      bridged = at === 0 && side !== 0 ? bridged + 1 : 0
      if (at !== side && (at !== 0 || bridged > patience)) {
        end()
        side = at
        before = now
      }
      if (side === 0) return undefined
      const offset = value - before.level
      rows++
      total += Math.abs(offset)
      if (Math.abs(zScore) > farOff) farRows++
      if (!hasSettled(offset)) return isHeld() ? 'held' : undefined
      end()
      return 'accepted'
    },
    end,
    isHeld,
    before: () => before,
    rows: () => rows,
    accepted: () => accepted,
    save: () => ({ side, before, rows, farRows, total, recent, recentSum, recentSquares, bridged }),
  }
}
