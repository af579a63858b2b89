import type { Format } from '../../../lib/format/use-format.ts'

const MINUTE_MS = 60_000

/** Hour and minute of an onset, with its seconds where it has some. */
export const onsetText = (time: number, { locale, timeZone }: Pick<Format, 'locale' | 'timeZone'>): string =>
  new Intl.DateTimeFormat(locale, {
    timeZone,
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    ...(time % MINUTE_MS !== 0 && { second: '2-digit' }),
  }).format(time)
