const BROWSERS = [
  [/Edg\//, 'Edge'],
  [/OPR\//, 'Opera'],
  [/Firefox\//, 'Firefox'],
  [/Chrome\//, 'Chrome'],
  [/Safari\//, 'Safari'],
  [/curl\//, 'curl'],
] as const
const SYSTEMS = [
  [/iPhone|iPad/, 'iOS'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/Mac OS X/, 'macOS'],
  [/Linux/, 'Linux'],
] as const

const firstMatch = (patterns: readonly (readonly [RegExp, string])[], text: string): string | null =>
  patterns.find(([pattern]) => pattern.test(text))?.[1] ?? null

/** Common names of browser and system; order matters, as most user agents claim to be each other. */
export const browserName = (userAgent: string): { browser: string | null; system: string | null } => ({
  browser: firstMatch(BROWSERS, userAgent),
  system: firstMatch(SYSTEMS, userAgent),
})
