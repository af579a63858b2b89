import { invalidField } from '../invalid-field.ts'

/** Throws where the runtime knows no zone of that IANA name. */
export function requireTimeZone(name: string): string {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone
  } catch {
    throw invalidField('timeZone', 'must be an IANA name like Europe/Berlin', {
      en: 'There is no such time zone.',
      'zh-CN': '时区无效。',
    })
  }
}
