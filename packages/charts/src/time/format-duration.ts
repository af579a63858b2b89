const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

const UNITS: readonly { ms: number; en: (count: number) => string; zh: string }[] = [
  { ms: DAY, en: (count) => (count === 1 ? 'day' : 'days'), zh: '天' },
  { ms: HOUR, en: () => 'h', zh: '小时' },
  { ms: MINUTE, en: () => 'min', zh: '分钟' },
  { ms: SECOND, en: () => 's', zh: '秒' },
]
/** What a duration is rounded to, by how long it is: "10 min", not "10 min 2 s". */
const ROUNDED: readonly (readonly [below: number, toMs: number])[] = [
  [5 * MINUTE, SECOND],
  [10 * HOUR, MINUTE],
  [DAY, 10 * MINUTE],
  [14 * DAY, HOUR],
  [Number.POSITIVE_INFINITY, DAY],
]

/** A duration in at most two units, as the sentences of findings have it: "1 h 15 min", "1 小时 15 分钟". Below a second: ms. */
export function formatDuration(ms: number, locale: string): string {
  const size = Math.abs(ms)
  const isChinese = locale.startsWith('zh')
  if (size < SECOND) return `${Math.round(size)} ${isChinese ? '毫秒' : 'ms'}`
  const step = ROUNDED.find(([below]) => size < below)?.[1] ?? SECOND
  let left = Math.round(size / step) * step
  const parts: string[] = []
  for (const unit of UNITS) {
    const count = Math.floor(left / unit.ms)
    left -= count * unit.ms
    if (count > 0 && parts.length < 2) parts.push(`${count} ${isChinese ? unit.zh : unit.en(count)}`)
    else if (parts.length > 0) break
  }
  return parts.join(' ')
}
