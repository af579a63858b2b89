import type { Highlight } from '../model/chart-types.ts'

const DOWN_BLUE = '#2185D0'
const PALE_BLUE = [190, 219, 241] as const
const FULL_BLUE = [33, 133, 208] as const
const SEVERITY_CAP = 10
const BASE_CHANNEL = 205
// JSON keeps 17 digits, a decimal column in a store may keep fewer.
const PI_TOLERANCE = 1e-6

/** True for val = -pi, which marks an instance that is down; tolerates a round trip through JSON. */
export function isInstanceDown(val: number): boolean {
  return Math.abs(val + Math.PI) < PI_TOLERANCE
}

/** Severity as a share of the ramp: 0 at 1 or less, 1 at 10 or more. */
function rampShare(val: number): number {
  const capped = Math.min(Math.abs(val), SEVERITY_CAP)
  return capped > 1 ? (capped - 1) / (SEVERITY_CAP - 1) : 0
}

/** Colour of a signed severity: yellow to red above normal, pale to full blue below, full blue for an instance down. */
export function severityColor(val: number): string {
  if (isInstanceDown(val)) return DOWN_BLUE
  const share = rampShare(val)
  if (!(val < 0)) return `rgb(255, ${Math.round(BASE_CHANNEL - share * BASE_CHANNEL)}, 0)`
  if (share === 1) return DOWN_BLUE
  const [r, g, b] = PALE_BLUE.map((pale, i) => Math.round(pale + (FULL_BLUE[i]! - pale) * share))
  return `rgb(${r}, ${g}, ${b})`
}

/** A highlight's own colour overrides the ramp. */
export function highlightColor(highlight: Pick<Highlight, 'val' | 'color'>): string {
  return highlight.color ? highlight.color : severityColor(highlight.val)
}

/** Priority: an instance down before any degree, any degree before missing values. */
export function highlightPriority(highlight: Pick<Highlight, 'val' | 'isMissingValue'>): number {
  if (isInstanceDown(highlight.val)) return SEVERITY_CAP + 1
  return highlight.isMissingValue ? -1 : Math.abs(highlight.val)
}
