interface Slot {
  readonly start: number
  readonly end: number
}

/** Where a moment lies in bars that follow each other, as 2.5 in the middle of the third; undefined outside them. */
export function placeInBars(slots: readonly Slot[], at: number): number | undefined {
  const index = slots.findIndex(({ start, end }) => at >= start && at < end)
  if (index < 0) return undefined
  const { start, end } = slots[index]!
  return index + (at - start) / (end - start)
}
