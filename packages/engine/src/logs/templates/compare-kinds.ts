import type { Kind } from './kinds.ts'
import { hasSlot } from './slots.ts'

/** How a kind of message departs from another: by values in variable places alone, by words put in or left out, or replaced. */
export type Departure = {
  readonly form: 'value' | 'optional' | 'replaced'
  /** Words that only one of the two has, by where they stand. */
  readonly differences: readonly { readonly added: readonly string[]; readonly dropped: readonly string[] }[]
  /** Whether the two may say the same; an optional part must be seldom, too. */
  readonly mayJoin: boolean
}

/**
 * Words that a value in a variable place may have. Fitted on the Loghub sets, each set judged with what the others
 * choose.
 */
const MAX_WORDS_OF_VALUE = 4
/**
 * Places in which two templates that are one may differ. Fitted on the Loghub sets, each set judged with what the
 * others choose.
 */
const MAX_DIFFERENCES = 3
/** Constant words that they share at least. Fitted on the Loghub sets, each set judged with what the others choose. */
const FEWEST_SHARED = 2

type Form = 'value' | 'apart' | 'inside' | 'replaced'

/** Words at one place that only one of two lists has: `a.slice(aFrom, aTo)` stands where the other has `b.slice(bFrom, bTo)`. */
type Difference = { readonly aFrom: number; readonly aTo: number; readonly bFrom: number; readonly bTo: number }

/**
 * How `one` departs from `other`. `isSeldom` says that `one` has few lines beside `other`: then a value may be a phrase that holds
 * variable parts itself. Undefined where they share no word, or all, or differ in too many places.
 */
export function compareKinds(one: Kind, other: Kind, isSeldom: boolean): Departure | undefined {
  const a = one.constants
  const b = other.constants
  const runs = alignWords(a, b)
  const shared = a.length - runs.reduce((sum, { aFrom, aTo }) => sum + aTo - aFrom, 0)
  if (shared === 0 || runs.length === 0 || runs.length > MAX_DIFFERENCES) return undefined
  const differences = runs.map(({ aFrom, aTo, bFrom, bTo }) => ({
    added: a.slice(aFrom, aTo),
    dropped: b.slice(bFrom, bTo),
  }))
  const forms = runs.map((run) => formOf(one, other, run, isSeldom))
  if (forms.includes('replaced')) return { form: 'replaced', differences, mayJoin: false }
  const isValue = forms.every((form) => form === 'value')
  const optional = forms.filter((form) => form === 'apart' || form === 'inside')
  const isAlike = shared >= FEWEST_SHARED || (isSeldom && shared === Math.min(a.length, b.length))
  return {
    form: isValue ? 'value' : 'optional',
    differences,
    mayJoin: isAlike && optional.length <= 1 && !optional.includes('inside'),
  }
}

function formOf(one: Kind, other: Kind, { aFrom, aTo, bFrom, bTo }: Difference, isSeldom: boolean): Form {
  if (aTo > aFrom && bTo > bFrom) return 'replaced'
  if (aTo > aFrom) {
    const takesWords = isSeldom || (other.isFree[bFrom] as boolean)
    if (
      isValueOf(
        textOfRun(one, aFrom, aTo),
        one.constants.slice(aFrom, aTo),
        textsAt(other, bFrom),
        takesWords,
        isSeldom,
      )
    )
      return 'value'
    return isSetApart(one, aFrom, aTo, false) ? 'apart' : 'inside'
  }
  const isFilled = textsAt(one, aFrom).some(hasSlot) && !hasSlot(textOfGaps(other, bFrom, bTo))
  if (isFilled) return 'replaced'
  return isSetApart(other, bFrom, bTo, true) ? 'apart' : 'inside'
}

const textsAt = (kind: Kind, gap: number): string[] => kind.variants.map((texts) => texts[gap] as string)

const textOfGaps = (kind: Kind, from: number, to: number): string =>
  (kind.variants[0] as readonly string[]).slice(from, to + 1).join('')

/** The text from the constant before a run to that after it, in the usual variant. */
function textOfRun(kind: Kind, from: number, to: number): string {
  const texts = kind.variants[0] as readonly string[]
  let text = texts[from] as string
  for (let i = from; i < to; i++) text += (kind.constants[i] as string) + (texts[i + 1] as string)
  return text
}

const PLAIN_WORD = /^\p{L}+$/u

/**
 * Whether a run of words stands where the other has a variable part between the same punctuation. Plain words are a state rather than
 * a value where the place has taken nothing but numbers and their like, unless they are seldom.
 */
function isValueOf(
  run: string,
  words: readonly string[],
  texts: readonly string[],
  takesWords: boolean,
  isSeldom: boolean,
): boolean {
  if (!takesWords && words.every((word) => PLAIN_WORD.test(word))) return false
  const isGlued = !/\s/.test(run.trim())
  if (!isGlued && (words.length > MAX_WORDS_OF_VALUE || (!isSeldom && hasVariable(run, words)))) return false
  const edges = edgesOf(run)
  return texts.some((text) => hasSlot(text) && edgesOf(text) === edges)
}

const hasVariable = (run: string, words: readonly string[]): boolean =>
  hasSlot(words.reduce((text, word) => text.replace(word, ''), run))

const OUTSIDE = /^([^\p{L}\d\uE000]*).*?([^\p{L}\d\uE000]*)$/su

function edgesOf(text: string): string {
  const [, head = '', tail = ''] = OUTSIDE.exec(text) ?? []
  return `${head}\n${tail}`.replace(/[^\S\n]+/g, ' ')
}

const KEY_AND_VALUE = /^[\w-]+=\S*\s*$/
/** Punctuation at the end, or that begins the last word or goes before it: that word may be a variable part of the run. */
const ENDS_DIVIDED = /[^\s\p{L}\d\uE000]\s*$|(?:^|\s)[([{"']\S*\s*$|[,;]\s+\S+\s*$/u
const BEGINS_DIVIDED = /^\s*[^\s\p{L}\d\uE000]|^\s*\S*?[)\]}"',;][.,:;]?(?:\s|$)/u

/** Whether punctuation stands on both sides of a run of words that does not begin the message, or it is a key and its value. */
function isSetApart(kind: Kind, from: number, to: number, mayEnd: boolean): boolean {
  const texts = kind.variants[0] as readonly string[]
  const before = texts[from] as string
  if (from === 0 && !hasSlot(before)) return false
  if (KEY_AND_VALUE.test(textOfRun(kind, from, to).slice(before.length))) return true
  if (to === kind.constants.length) return mayEnd || ENDS_DIVIDED.test(before)
  return ENDS_DIVIDED.test(before) && BEGINS_DIVIDED.test(texts[to] as string)
}

/** Longer pairs of messages are not aligned. */
const MAX_CELLS = 4096

/** Where two lists of words differ when as many words as possible are paired; what differs is one where it would be too much work. */
export function alignWords(a: readonly string[], b: readonly string[]): Difference[] {
  const max = Math.min(a.length, b.length)
  let head = 0
  while (head < max && a[head] === b[head]) head++
  let tail = 0
  while (tail < max - head && a[a.length - 1 - tail] === b[b.length - 1 - tail]) tail++
  const rows = a.length - tail - head
  const columns = b.length - tail - head
  if (rows === 0 && columns === 0) return []
  const whole = { aFrom: head, aTo: head + rows, bFrom: head, bTo: head + columns }
  if (rows === 0 || columns === 0 || rows * columns > MAX_CELLS) return [whole]
  return walk(a.slice(head, head + rows), b.slice(head, head + columns), head)
}

/** Room for the longest pair: a row and a column more than there are cells. */
const lengths = new Uint16Array(2 * MAX_CELLS + 2)

/** Longest common subsequence by dynamic programming, from the end, so that the walk goes from the beginning. */
function walk(a: readonly string[], b: readonly string[], offset: number): Difference[] {
  const width = b.length + 1
  lengths.fill(0, 0, (a.length + 1) * width)
  for (let i = a.length - 1; i >= 0; i--) {
    for (let j = b.length - 1; j >= 0; j--) {
      const below = lengths[(i + 1) * width + j] as number
      const right = lengths[i * width + j + 1] as number
      lengths[i * width + j] = a[i] === b[j] ? (lengths[(i + 1) * width + j + 1] as number) + 1 : Math.max(below, right)
    }
  }
  const found: Difference[] = []
  let [aFrom, bFrom, i, j] = [0, 0, 0, 0]
  const close = (): void => {
    if (i > aFrom || j > bFrom)
      found.push({ aFrom: aFrom + offset, aTo: i + offset, bFrom: bFrom + offset, bTo: j + offset })
  }
  while (i < a.length && j < b.length) {
    if (a[i] === b[j]) {
      close()
      aFrom = ++i
      bFrom = ++j
    } else if ((lengths[(i + 1) * width + j] as number) >= (lengths[i * width + j + 1] as number)) i++
    else j++
  }
  i = a.length
  j = b.length
  close()
  return found
}
