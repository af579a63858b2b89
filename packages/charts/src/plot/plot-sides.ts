const NARROW_PX = 480
const LABELS = { narrow: 46, wide: 56 }

/** Room beside a plot for labels, px: the same for lanes and charts, so that a moment stands at the same place in both. */
export function plotSides(width: number): { left: number; right: number } {
  return { left: width < NARROW_PX ? LABELS.narrow : LABELS.wide, right: 4 }
}
