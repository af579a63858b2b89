/** Numbers of lines where blank ones are passed over. */
export interface BlankLines {
  take(): void
  skip(): void
  /** The number in the file, from 1, of the so many-th line that was taken. */
  numberOf(taken: number): number
}

export function createBlankLines(): BlankLines {
  /** After so many lines taken, so many were passed over. */
  const taken: number[] = [0]
  const skipped: number[] = [0]
  let count = 0
  let blank = 0
  return {
    take() {
      count++
      if (blank === skipped.at(-1)) return
      taken.push(count)
      skipped.push(blank)
    },
    skip() {
      blank++
    },
    numberOf(line) {
      let low = 0
      for (let high = taken.length; high - low > 1; ) {
        const middle = (low + high) >> 1
        if (taken[middle]! <= line) low = middle
        else high = middle
      }
      return line + skipped[low]!
    },
  }
}
