/** Room beside a plot for labels, px: lanes and charts have at least this, so that a moment stands at the same place in both. */
export const PLOT_SIDES = { left: 56, right: 4 } as const
