/** Equal values of a column in a row; gaps within are passed over. `toRow` is exclusive. */
export type ConstantRun = {
  fromRow: number
  toRow: number
  /** Times of its first and last row where times were given. */
  start: number
  end: number
  value: number
  /** Values in it. */
  count: number
  /** Values that repeat the row right before, and the longest interval of them with the one that they repeat. */
  repeats: number
  longestUnbroken: number
  /** Whether another value stands in the row right before it, and right after it. */
  follows: boolean
  isFollowed: boolean
}

/** Splits a column that comes in chunks into its constant runs, most of them a single value. */
export type ConstantRuns = { add(values: Float64Array, times?: Float64Array): void; end(): void }

/** Each run is reported when it has ended; `end` tells the last one. The object is used again for the next run: copy what is to be kept. */
export function createConstantRuns(onRun: (run: Readonly<ConstantRun>) => void): ConstantRuns {
  const run = emptyRun()
  let unbroken = 0
  let rows = 0

  const open = (row: number, time: number, value: number): void => {
    run.follows = run.count > 0 && run.toRow === row
    run.fromRow = row
    run.toRow = row + 1
    run.start = time
    run.end = time
    run.value = value
    run.count = 1
    run.repeats = 0
    run.longestUnbroken = 1
    unbroken = 1
  }
  const grow = (row: number, time: number): void => {
    unbroken = run.toRow === row ? unbroken + 1 : 1
    if (unbroken > 1) run.repeats++
    if (unbroken > run.longestUnbroken) run.longestUnbroken = unbroken
    run.count++
    run.toRow = row + 1
    run.end = time
  }
  const close = (isFollowed: boolean): void => {
    if (run.count === 0) return
    run.isFollowed = isFollowed
    onRun(run)
  }
  return {
    add(values, times) {
      for (let k = 0; k < values.length; k++) {
        const value = values[k]!
        if (Number.isNaN(value)) continue
        const row = rows + k
        const time = times === undefined ? row : times[k]!
        if (run.count > 0 && run.value === value) grow(row, time)
        else {
          close(run.toRow === row)
          open(row, time, value)
        }
      }
      rows += values.length
    },
    end() {
      close(false)
      run.count = 0
    },
  }
}

function emptyRun(): ConstantRun {
  return {
    fromRow: 0,
    toRow: 0,
    start: 0,
    end: 0,
    value: Number.NaN,
    count: 0,
    repeats: 0,
    longestUnbroken: 0,
    follows: false,
    isFollowed: false,
  }
}
