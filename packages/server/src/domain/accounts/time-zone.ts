import { tzOffset } from '@date-fns/tz'
import { invalidField } from '../invalid-field.ts'

/** Throws if the runtime has no time zone of that IANA name. */
export function requireTimeZone(name: string): string {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone
  } catch {
    const sentence = { en: 'There is no such time zone.', 'zh-CN': '时区无效。' }
    throw invalidField('timeZone', 'must be an IANA name like Europe/Berlin', { rule: 'wrong', sentence })
  }
}

/** Local time less UTC at a moment, in milliseconds. */
export function localOffsetMs(timeZone: string, at: number): number {
  return tzOffset(timeZone, new Date(at)) * 60_000
}
