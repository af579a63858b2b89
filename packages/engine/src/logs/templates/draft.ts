import { SLOT } from '../mask/mask-branches.ts'
import { wideEdges } from '../words/classify-word.ts'

/**
 * One candidate template: `words` between `gaps` (see split-words.ts). `free` lists the columns that have varied and match
 * anything; a masked column that never differed is not free. `first` and `last` are line numbers.
 */
export type Draft = {
  readonly id: number
  readonly words: readonly string[]
  readonly gaps: readonly string[]
  readonly free: readonly number[]
  count: number
  readonly first: number
  last: number
  /** Ids of drafts that were merged into this one since it was last settled. */
  readonly absorbed: readonly number[]
}

const LETTERS_BEFORE_DIGITS = /^[A-Za-z][A-Za-z_-]*(?=[\d\uE000])/
const DIGITS_ONLY = /^[\d\uE000]+$/

/** What all values of a column share around a slot: the edges of wide script, letters before digits, or nothing. */
function shapeOf(values: readonly string[]): string {
  const [first = ''] = values
  if (values.every((value) => value === first)) return first
  const edges = wideEdges(first)
  if (edges && values.every((value) => wideEdges(value) === edges)) return edges
  const prefix = LETTERS_BEFORE_DIGITS.exec(first)?.[0] ?? ''
  const isShared = (value: string): boolean => value.startsWith(prefix) && DIGITS_ONLY.test(value.slice(prefix.length))
  return prefix && values.every(isShared) ? prefix + SLOT : SLOT
}

/** One draft for several of the same gaps; it takes the smallest id. */
export function joinDrafts(group: readonly [Draft, ...Draft[]]): Draft {
  if (group.length === 1) return group[0]
  const [head] = group
  const free = new Set(group.flatMap((draft) => draft.free))
  const words = head.words.map((word, i) => {
    if (group.every((draft) => draft.words[i] === word)) return word
    free.add(i)
    return shapeOf([...new Set(group.map((draft) => draft.words[i] as string))])
  })
  const id = group.reduce((min, draft) => Math.min(min, draft.id), Number.POSITIVE_INFINITY)
  return {
    id,
    words,
    gaps: head.gaps,
    free: [...free].sort((a, b) => a - b),
    count: group.reduce((sum, draft) => sum + draft.count, 0),
    first: group.reduce((min, draft) => Math.min(min, draft.first), Number.POSITIVE_INFINITY),
    last: group.reduce((max, draft) => Math.max(max, draft.last), 0),
    absorbed: group.flatMap((draft) => (draft.id === id ? draft.absorbed : [draft.id, ...draft.absorbed])),
  }
}

/** Whether a line's words fit a draft of the same gaps. */
export function fitsDraft(draft: Draft, words: readonly string[]): boolean {
  let at = 0
  for (let i = 0; i < words.length; i++) {
    const isFree = draft.free[at] === i
    if (isFree) at++
    const mine = draft.words[i] as string
    if (mine === words[i] || (isFree && (mine === SLOT || fitsShape(mine, words[i] as string)))) continue
    return false
  }
  return true
}

function fitsShape(shape: string, word: string): boolean {
  const at = shape.indexOf(SLOT)
  return at >= 0 && word.startsWith(shape.slice(0, at)) && word.endsWith(shape.slice(at + 1))
}

/** The text of a draft, with slots. */
export const renderDraft = (draft: Draft): string => draft.gaps.map((gap, i) => gap + (draft.words[i] ?? '')).join('')
