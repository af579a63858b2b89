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
}

/** So many values of a run that lie far off are a fault, or a shift, which is not to be learned. */
const HELD_AFTER = 3
/** A run goes on moving away while it was this much further off lately than on the whole; a ramp is twice as far. */
const GROWTH = 1.25

/** A watch that accepts after `acceptAfter` rows; for 0 it neither holds nor accepts. Values beyond `farOff` spreads are far off. All state is O(1). */
export function createShiftWatch(acceptAfter: number, farOff: number, saved?: ShiftState): ShiftWatch {
  const half = Math.ceil(acceptAfter / 2)
  let side = saved?.side ?? 0
  let before: BeforeShift = saved?.before ?? { level: 0, unrest: 1 }
  let rows = saved?.rows ?? 0
  let farRows = saved?.farRows ?? 0
  let total = saved?.total ?? 0
  let recent = saved?.recent ?? 0

  const end = (): void => {
    side = 0
    rows = 0
    farRows = 0
    total = 0
    recent = 0
  }
  /** Looked at each time that half of the rows to wait for have passed. */
  const hasSettled = (distance: number): boolean => {
    recent += distance
    if (rows % half !== 0) return false
    const isSettled = rows >= acceptAfter && recent / half <= (GROWTH * total) / rows
    recent = 0
    return isSettled
  }
  const isHeld = (): boolean => farRows >= HELD_AFTER
  return {
    add(at, zScore, value, now) {
      if (acceptAfter === 0) return undefined
      if (at !== side) {
        end()
        side = at
        before = now
      }
      if (side === 0) return undefined
      const distance = Math.abs(value - before.level)
      rows++
      total += distance
      if (Math.abs(zScore) > farOff) farRows++
      if (!hasSettled(distance)) return isHeld() ? 'held' : undefined
      end()
      return 'accepted'
    },
    end,
    isHeld,
    before: () => before,
    rows: () => rows,
    save: () => ({ side, before, rows, farRows, total, recent }),
  }
}
