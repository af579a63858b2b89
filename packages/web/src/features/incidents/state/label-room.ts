const widePx = 560

/** Room at the left for what rows are called, px, in the timeline and in the chart below it: one axis for both. */
export const labelRoom = (width: number): number => (width >= widePx ? 176 : 112)
