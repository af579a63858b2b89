import { highlightPriority } from '../highlight/highlight-color.ts'
import type { HighlightBar } from '../highlight/highlight-merge.ts'
import type { Annotation } from '../model/chart-types.ts'

export interface PlacedAnnotation {
  x: number
  number: number
  highlightId: string
  /** Further numbers that the same bar stands for. */
  others: number
}

const SPACE = 17

/** One number above each bar, that of its worst period; if two would overlap, the more severe one is kept. */
export function placeAnnotations(
  annotations: readonly Annotation[],
  bars: readonly HighlightBar[],
  plotWidth: number,
): PlacedAnnotation[] {
  const numbers = new Map(annotations.map((a) => [a.highlightId, a.number]))
  const placed: PlacedAnnotation[] = []
  for (const bar of bars.toSorted((a, b) => highlightPriority(b.worst) - highlightPriority(a.worst))) {
    const numbered = bar.members
      .filter((member) => member.id !== undefined && numbers.has(member.id))
      .sort((a, b) => highlightPriority(b) - highlightPriority(a))
    const [first] = numbered
    if (!first?.id) continue
    const others = numbered.length - 1
    const width = SPACE + (others ? 14 : 0)
    const x = Math.min(plotWidth - width + SPACE / 2 - 1, Math.max(SPACE / 2 - 8, bar.x + bar.width / 2))
    const isFree = placed.every((other) => Math.abs(other.x - x) >= SPACE + (others || other.others ? 14 : 0))
    if (isFree) placed.push({ x, number: numbers.get(first.id)!, highlightId: first.id, others })
  }
  return placed.sort((a, b) => a.x - b.x)
}
