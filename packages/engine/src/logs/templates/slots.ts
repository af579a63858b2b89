import { SLOT } from '../mask/mask-branches.ts'
import { isOpen, isUnit } from '../words/classify-word.ts'
import type { Draft } from './draft.ts'

/** A draft as constant words and the slots between them; drafts of one `key` differ only in their slots. */
export type SlottedDraft = { readonly key: string; readonly parts: readonly string[]; readonly constants: number }

/** What is left out, as in `()`, tells messages apart from those that have it. */
const emptyPair = /\(\)|\[\]|\{\}|""/g

/** Cuts a draft at its constant words; a run of words that holds a variable counts as one slot, whatever its length. */
export function cutSlots(draft: Draft): SlottedDraft {
  const parts: string[] = []
  let key = ''
  let text = ''
  let isVariable = false
  let constants = 0
  const flush = (): void => {
    parts.push(text)
    key += isVariable ? SLOT + (text.match(emptyPair) ?? []).join('') : text.replace(/\s+/g, ' ')
    text = ''
    isVariable = false
  }
  draft.words.forEach((word, i) => {
    text += draft.gaps[i]
    if (isOpen(word) || (isVariable && text.endsWith(' ') && isUnit(word))) {
      text += word
      isVariable = true
      return
    }
    flush()
    parts.push(word)
    key += `\n${word}\n`
    constants++
  })
  text += draft.gaps[draft.words.length]
  flush()
  return { key, parts, constants }
}

const wordOrSlot = /[\w\uE000]/

/** The punctuation that every text begins and ends with, around a slot; the text itself where all are equal. */
export function sharedText(values: readonly string[]): string {
  const [first = ''] = values
  if (values.every((value) => value === first)) return first
  const isEdge = (at: number): boolean =>
    !wordOrSlot.test(first.at(at) as string) && values.every((value) => value.at(at) === first.at(at))
  const room = Math.min(...values.map((value) => value.length))
  let head = 0
  while (head < room && isEdge(head)) head++
  let tail = 0
  while (tail < room - head && isEdge(-1 - tail)) tail++
  return first.slice(0, head) + SLOT + first.slice(first.length - tail)
}
