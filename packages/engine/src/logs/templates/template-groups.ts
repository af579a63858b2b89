import { SLOT } from '../mask/mask-branches.ts'
import { type Draft, renderDraft } from './draft.ts'
import { findVariants } from './find-variants.ts'
import { groupBy } from './group-by.ts'
import { findKinds, type Kind } from './kinds.ts'
import { cutSlots, sharedText } from './slots.ts'

/** The group of a draft, named by its smallest id; the text of a group is made of the drafts that are no variants. */
export type Membership = readonly [draft: number, group: number, isVariant: 0 | 1]

/** `judgedAt`: how many messages there were when relatives were last looked for among all drafts. */
export type GroupsState = { readonly groups: readonly Membership[]; readonly judgedAt: number }

/** Which drafts are one template although their words differ. */
export type TemplateGroups = {
  /**
   * Finds the groups anew. What was together stays so; `follow` gives what a former draft is now, `changed` are those that took
   * others over. Of drafts that were there before, relatives are looked for when the messages have doubled.
   */
  regroup(drafts: Iterable<Draft>, changed: ReadonlySet<number>, follow: (id: number) => number | undefined): void
  groupOf(id: number): number
  /** The text of a group, of all its drafts. */
  textOf(group: readonly Draft[]): string
  state(): GroupsState
}

/** `seldom` as of GroupingLimits. */
export function createTemplateGroups(seldom: number, saved?: GroupsState): TemplateGroups {
  let members = new Map<number, { readonly group: number; readonly isVariant: boolean }>()
  for (const [draft, group, isVariant] of saved?.groups ?? []) members.set(draft, { group, isVariant: isVariant === 1 })
  let judgedAt = saved?.judgedAt ?? 0
  return {
    regroup(drafts, changed, follow) {
      const kinds = findKinds(drafts)
      const messages = kinds.reduce((sum, { count }) => sum + count, 0)
      const isWhole = messages >= 2 * judgedAt
      if (isWhole) judgedAt = messages
      const isNew = ({ id }: Draft): boolean => changed.has(id) || !members.has(id)
      const isAsked = (kind: Kind): boolean => isWhole || kind.drafts.some(isNew)
      const kindOf = new Map(kinds.flatMap((kind) => kind.drafts.map(({ id }) => [id, kind] as const)))
      const together = createUnion(kinds)
      const kindNow = (id: number): Kind | undefined => kindOf.get(follow(id) ?? -1)
      const variants = new Set<Kind>()
      for (const [draft, { group, isVariant }] of members) {
        const [one, other] = [kindNow(draft), kindNow(group)]
        if (one && other) together.join(one, other)
        if (one && isVariant) variants.add(one)
      }
      for (const [variant, of] of findVariants(kinds, seldom, isAsked)) {
        together.join(variant, of)
        variants.add(variant)
      }
      members = new Map()
      for (const group of groupBy(kinds, together.find)) {
        const usual = group.filter((kind) => !variants.has(kind))
        const main = mostFrequent(usual.length > 0 ? usual : group)
        const id = Math.min(...group.map((kind) => kind.id))
        for (const kind of group)
          for (const draft of kind.drafts) members.set(draft.id, { group: id, isVariant: kind !== main })
      }
    },
    groupOf: (id) => members.get(id)?.group ?? id,
    textOf(group) {
      const main = group.filter(({ id }) => !members.get(id)?.isVariant)
      const drafts = main.length > 0 ? main : [...group]
      return textOfDrafts(drafts.sort((a, b) => b.count - a.count || a.id - b.id))
    },
    state: () => ({
      groups: [...members].map(([draft, { group, isVariant }]) => [draft, group, isVariant ? 1 : 0]),
      judgedAt,
    }),
  }
}

const mostFrequent = (kinds: readonly Kind[]): Kind | undefined =>
  [...kinds].sort((a, b) => b.count - a.count || a.id - b.id)[0]

function createUnion(kinds: readonly Kind[]) {
  const parents = new Map<Kind, Kind>(kinds.map((kind) => [kind, kind]))
  const find = (kind: Kind): Kind => {
    let at = kind
    while (parents.get(at) !== at) at = parents.get(at) as Kind
    parents.set(kind, at)
    return at
  }
  const join = (a: Kind, b: Kind): boolean => {
    const [one, other] = [find(a), find(b)]
    if (one !== other) parents.set(one, other)
    return one !== other
  }
  return { find, join }
}

function textOfDrafts(drafts: readonly Draft[]): string {
  const [first] = drafts as readonly [Draft]
  if (drafts.length === 1) return showSlots(renderDraft(first))
  const cut = drafts.map(cutSlots)
  const { constants } = cut[0] as (typeof cut)[number]
  const texts = [...constants, ''].map((_, i) => sharedText(cut.map(({ texts }) => texts[i] ?? '')))
  return showSlots(texts.map((text, i) => text + (constants[i] ?? '')).join(''))
}

const showSlots = (text: string): string => text.replaceAll(SLOT, '<*>')
