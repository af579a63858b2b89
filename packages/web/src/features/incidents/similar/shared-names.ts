/** What two incidents have in common, by its name: without its group and the side on which it moved. */
export const sharedNames = (shared: readonly string[]): string[] => [
  ...new Set(shared.map((feature) => feature.replace(/(?::\d+)? [+-]$/, ''))),
]
