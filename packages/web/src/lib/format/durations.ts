const steps: readonly (readonly [unit: string, ms: number])[] = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
  ['second', 1000],
]

const figureBeforeHan = /(?<=\d)(?=\p{Script=Han})/u

/** How long ago (or until), in the largest unit that fits: "3 minutes ago", "3 分钟前". */
export const formatRelative = (time: number, now: number, locale: string): string => {
  const difference = time - now
  const size = Math.abs(difference)
  const words = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' })
  if (size < 45_000) return locale.startsWith('zh') ? '刚刚' : words.format(0, 'second')
  const step = steps.find(([, length]) => size >= length * 0.95) ?? steps[2]!
  const text = words.format(Math.round(difference / step[1]), step[0] as Intl.RelativeTimeFormatUnit)
  return text.replace(figureBeforeHan, ' ')
}
