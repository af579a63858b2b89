const OFFSET = 14
const TOP = 4

interface Size {
  width: number
  height: number
}

/**
 * Position of a tooltip in its chart: to the right of the cursor, else to the left; on a narrow chart above it, so that neither
 * the cursor nor a finger is covered, or below where the window has no room above (`chartTop` px).
 */
export function placeTooltip(at: number, tooltip: Size, chart: Size, chartTop: number): { left: number; top: number } {
  if (at + OFFSET + tooltip.width <= chart.width) return { left: Math.round(at + OFFSET), top: TOP }
  if (at - OFFSET - tooltip.width >= 0) return { left: Math.round(at - OFFSET - tooltip.width), top: TOP }
  const left = Math.round(Math.max(0, Math.min(chart.width - tooltip.width, at - tooltip.width / 2)))
  const above = -tooltip.height - TOP
  return { left, top: chartTop + above >= 0 ? above : chart.height + TOP }
}
