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

/** Local time less UTC at a moment, in milliseconds. */
export function localOffsetMs(timeZone: string, at: number): number {
  const format = new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longOffset' })
  const name = format.formatToParts(at).find(({ type }) => type === 'timeZoneName')?.value ?? ''
  const [, sign = '+', hours = '0', minutes = '0'] = /GMT([+-])(\d{2}):(\d{2})/.exec(name) ?? []
  return (sign === '-' ? -60_000 : 60_000) * (Number(hours) * 60 + Number(minutes))
}
