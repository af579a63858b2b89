import type { Draft } from './draft.ts'
import { groupBy } from './group-by.ts'
import { cutSlots, hasSlot, type SlottedDraft } from './slots.ts'

/** Drafts that say the same: their constant words agree. `variants` are the texts around the constants, of the most frequent draft first. */
export type Kind = {
  readonly id: number
  readonly drafts: readonly Draft[]
  readonly count: number
  readonly constants: readonly string[]
  readonly variants: readonly (readonly string[])[]
  /** As of SlottedDraft, in any of the drafts. */
  readonly isFree: readonly boolean[]
}

const NAMES_KIND = /^\p{L}{4}/u

/**
 * Whether drafts with these constant words and a variable part are one kind, whatever stands between: lists of different
 * lengths, an optional size in brackets, an empty pair. One word is enough when it is long and a variable stands beside it.
 */
const isTelling = (constants: readonly string[]): boolean =>
  constants.length >= 2 || (constants.length === 1 && NAMES_KIND.test(constants[0] as string))

const BLANKS = /\s+/g

/** A draft's words never change, and most drafts stay from one time to the next. */
const cuts = new WeakMap<Draft, SlottedDraft>()

function cutOnce(draft: Draft): SlottedDraft {
  const cut = cuts.get(draft) ?? cutSlots(draft)
  cuts.set(draft, cut)
  return cut
}

/** Puts drafts together whose constant words agree, where one of them has a variable part or their texts agree but for blanks. */
export function findKinds(drafts: Iterable<Draft>): Kind[] {
  const cut = Array.from(drafts, (draft) => ({ draft, ...cutOnce(draft) }))
  const groups = groupBy(cut, ({ draft, constants }) => (isTelling(constants) ? constants.join('\n') : draft.id))
  return groups.flatMap((group) => {
    const isOne = group.some(({ texts }) => texts.some(hasSlot))
    return (isOne ? [group] : groupBy(group, ({ texts }) => texts.join('\n').replace(BLANKS, ' '))).map(makeKind)
  })
}

function makeKind(members: readonly (SlottedDraft & { readonly draft: Draft })[]): Kind {
  const byCount = [...members].sort((a, b) => b.draft.count - a.draft.count || a.draft.id - b.draft.id)
  const drafts = byCount.map(({ draft }) => draft)
  return {
    id: Math.min(...drafts.map(({ id }) => id)),
    drafts,
    count: drafts.reduce((sum, { count }) => sum + count, 0),
    constants: (byCount[0] as (typeof byCount)[number]).constants,
    variants: byCount.map(({ texts }) => texts),
    isFree: (byCount[0] as (typeof byCount)[number]).isFree.map((_, i) => members.some((one) => one.isFree[i])),
  }
}
