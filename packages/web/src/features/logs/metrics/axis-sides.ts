/** Room beside the plot, px, for the labels of values: bars and lines below each other share one time axis. */
export const AXIS_SIDES = { left: 64, right: 4 } as const
