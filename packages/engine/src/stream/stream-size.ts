/** How much a detector remembers of a series: about 19, 24 and 60 kB. */
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
  /** Block maxima that are kept of each channel of one side. */
  blocks: number
  /** Days of the store by the clock. */
  days: number
  /** Whether levels by the clock are rounded to what their deviations tell: they pack into a third. */
  isRounded: boolean
}

/** The sizes, in the order that a saved state numbers them. */
export const STREAM_SIZES: readonly StreamSize[] = ['small', 'standard', 'large']

/** Fitted on part of NAB and by measured cost: a larger state gains half a point. */
export const STORE_SIZES: Readonly<Record<StreamSize, StoreSizes>> = {
  small: { room: 18_984, bins: 128, centers: 48, shortLags: 250, longLags: 125, blocks: 24, days: 8, isRounded: true },
  standard: {
    room: 24_640,
    bins: 160,
    centers: 64,
    shortLags: 350,
    longLags: 175,
    blocks: 40,
    days: 15,
    isRounded: false,
  },
  large: {
    room: 61_040,
    bins: 320,
    centers: 256,
    shortLags: 1500,
    longLags: 750,
    blocks: 60,
    days: 22,
    isRounded: false,
  },
}
