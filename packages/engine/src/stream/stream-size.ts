/** How much a detector remembers of a series: about 15, 20 and 56 kB. */
export type StreamSize = 'small' | 'standard' | 'large'

/** Lengths of the stores behind a size. */
export type StoreSizes = {
  /** Bytes of the block that all of them lie in. */
  room: number
  /** Bins of a tail, a sixteenth octave each. */
  bins: number
  /** Centres that the values seen are kept as. */
  centers: number
  /** Earlier intervals that a short and a long one are compared with. */
  shortLags: number
  longLags: number
  /** Days of the store by the clock. */
  days: number
  /** Whether levels by the clock are rounded to what their deviations tell: they pack into a third. */
  isRounded: boolean
}

/** The sizes, in the order that a saved state numbers them. */
export const streamSizes: readonly StreamSize[] = ['small', 'standard', 'large']

export const storeSizes: Readonly<Record<StreamSize, StoreSizes>> = {
  small: { room: 14_816, bins: 128, centers: 48, shortLags: 250, longLags: 125, days: 8, isRounded: true },
  standard: { room: 21_504, bins: 160, centers: 64, shortLags: 350, longLags: 175, days: 15, isRounded: false },
  large: { room: 57_344, bins: 320, centers: 256, shortLags: 1500, longLags: 750, days: 22, isRounded: false },
}
