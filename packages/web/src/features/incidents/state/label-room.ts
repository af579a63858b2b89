const WIDE_PX = 560

/** Room at the left for what rows are called, px, in the timeline and in the chart below it: one axis for both. */
export const labelRoom = (width: number): number => (width >= WIDE_PX ? 176 : 112)
