import { SLOT } from '../mask/mask-branches.ts'
import { isOpen, isUnit } from '../words/classify-word.ts'
import type { Draft } from './draft.ts'

/**
 * A draft as constant words and the texts around them: `texts[i]` stands before `constants[i]`, the last text closes. A run of
 * words that holds a variable is one text with a slot, whatever its length.
 */
export type SlottedDraft = {
  readonly constants: readonly string[]
  readonly texts: readonly string[]
  /** Whether words have varied in a text, and not only the numbers and other forms that are masked. */
  readonly isFree: readonly boolean[]
}

const WORD_OR_SLOT = /[\p{L}\d\uE000]/u

/** Cuts a draft at its constant words. A unit behind a number is part of the variable, words of mere punctuation are of the text. */
export function cutSlots(draft: Draft): SlottedDraft {
  const constants: string[] = []
  const texts: string[] = []
  let text = ''
  const isFree = [false]
  const free = new Set(draft.free)
  let isVariable = false
  draft.words.forEach((word, i) => {
    text += draft.gaps[i]
    const isOfText = isOpen(word) || (isVariable && text.endsWith(' ') && isUnit(word)) || !WORD_OR_SLOT.test(word)
    if (!isOfText) {
      texts.push(text)
      constants.push(word)
      isFree.push(false)
    } else if (free.has(i)) isFree[isFree.length - 1] = true
    text = isOfText ? text + word : ''
    isVariable = isOfText && (isVariable || isOpen(word))
  })
  texts.push((text + draft.gaps[draft.words.length]).trimEnd())
  return { constants, texts, isFree }
}

/** Whether a text around constants holds a variable part. */
export const hasSlot = (text: string): boolean => WORD_OR_SLOT.test(text)

/**
 * One text for several between the same constant words: the punctuation that all begin and end with, around a slot, or a pair of
 * brackets or quotes that is empty in some of them. Where one is blank, the whole is optional.
 */
export function sharedText(values: readonly string[]): string {
  const [first = ''] = values
  const trimmed = values.map((value) => value.trim())
  if (trimmed.every((value) => value === trimmed[0])) return first
  if (trimmed.includes('')) return SLOT
  const pair = shareEdges(values, () => true)
  if (OPENS.test(pair.head) && CLOSES.test(pair.tail)) return pair.head + SLOT + pair.tail
  const { head, tail } = shareEdges(values, (character) => !WORD_OR_SLOT.test(character))
  return head + SLOT + tail
}

const OPENS = /[([{"']$/
const CLOSES = /^[)\]}"']/

/** What all values begin and end with, of characters that may be an edge. */
function shareEdges(values: readonly string[], mayBe: (character: string) => boolean): { head: string; tail: string } {
  const [first = ''] = values
  const isEdge = (at: number): boolean =>
    mayBe(first.at(at) as string) && values.every((value) => value.at(at) === first.at(at))
  const room = Math.min(...values.map((value) => value.length))
  let head = 0
  while (head < room && isEdge(head)) head++
  let tail = 0
  while (tail < room - head && isEdge(-1 - tail)) tail++
  return { head: first.slice(0, head), tail: first.slice(first.length - tail) }
}
