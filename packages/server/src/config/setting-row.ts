import type { Parse } from './parsers.ts'

export interface SettingRow<T> {
  readonly env: string
  readonly default: T
  readonly about: string
  readonly parse: Parse<NonNullable<T>>
  /** Never shown in a log or a help text. */
  readonly secret?: boolean
}
