/** The name that this computer gives a time zone, of the several that it may have; throws where there is no such zone. */
export function plainTimeZone(name: string): string {
  return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone
}
