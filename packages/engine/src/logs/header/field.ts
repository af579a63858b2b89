/** What a piece of a line's beginning looks like; `word` is everything that proves nothing. */
export type FieldKind = 'time' | 'int' | 'level' | 'bracket' | 'tag' | 'separator' | 'word'

/** One piece of the beginning of a line; `end` is where it stops, `next` where the following piece begins. */
export type Field = { readonly kind: FieldKind; readonly start: number; readonly end: number; readonly next: number }

const LEVEL_WORDS =
  'trace|verbose|debug|fine|finer|finest|info|information|notice|warn|warning|err|error|severe|crit|critical|fatal|alert|emerg|emergency|panic|调试|信息|提示|警告|错误|严重|致命'

const level = new RegExp(`^[\\[<(]?(?:${LEVEL_WORDS}|[VDIWEF])[\\]>)]?[:,]?$`, 'i')
const SINGLE_LETTER = /^[a-z]$/
const CLOCK = /\d{1,2}:\d{2}:\d{2}/
const DATE = /^\d{4}[-/.]\d{1,2}[-/.]\d{1,2}|^\d{1,2}[-/.]\d{1,2}(?:[-/.]\d{2,4})?,?$|^\d{8}-\d{1,2}:/
const MONTH_OR_DAY = /^(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec|Mon|Tue|Wed|Thu|Fri|Sat|Sun),?$/
const EPOCH = /^1[0-9]\d{8}(?:\.\d{1,9}|\d{3}|\d{6}|\d{9})?$/
const INTEGER = /^[-+]?\d{1,19}$/
const SEPARATOR = /^(?:[-|:>*–—]|--|---|\|\||->)$/
const TAG = /^[^\s:[\]"'=]{1,120}(?:\[[^\]\s]{0,60}\])?:$|^[\w./-]{1,120}:\d{1,6}\]$/

/** The kind of one piece of text that stands between blanks. */
export function kindOf(text: string): FieldKind {
  if (SEPARATOR.test(text)) return 'separator'
  if (EPOCH.test(text)) return 'time'
  if (INTEGER.test(text)) return 'int'
  if (CLOCK.test(text) || DATE.test(text) || MONTH_OR_DAY.test(text)) return 'time'
  if (level.test(text) && !SINGLE_LETTER.test(text)) return 'level'
  if (text.startsWith('[')) return 'bracket'
  return TAG.test(text) ? 'tag' : 'word'
}
