export type Check = 'stores' | 'folder' | 'rows' | 'secrets' | 'stored' | 'points' | 'found' | 'scrub'

/** The result of one check. `advice` says what to do and is set whenever there is a problem. */
export interface Finding {
  readonly check: Check
  /** `error`: data or service is at risk; `warning`: action is needed eventually. */
  readonly level: 'ok' | 'warning' | 'error'
  readonly text: string
  readonly advice?: string
}

export const ok = (check: Check, text: string): Finding => ({ check, level: 'ok', text })
export const warning = (check: Check, text: string, advice: string): Finding => ({
  check,
  level: 'warning',
  text,
  advice,
})
export const failure = (check: Check, text: string, advice: string): Finding => ({
  check,
  level: 'error',
  text,
  advice,
})
