/** A share of one with three places, or a dash for a share of nothing. */
export function share(value: number | undefined): string {
  return value === undefined ? '–' : value.toFixed(3)
}
