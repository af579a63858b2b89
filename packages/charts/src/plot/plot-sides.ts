/** Room beside a plot for labels, px: the same for lanes and charts, so that a moment stands at the same place in both. */
export const plotSides = { left: 56, right: 4 } as const
