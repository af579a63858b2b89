/** All zones that the browser knows, with UTC, and the current one even if it is not among them. */
export const timeZones = (current: string): string[] =>
  [...new Set(['UTC', ...Intl.supportedValuesOf('timeZone'), current])].sort()
