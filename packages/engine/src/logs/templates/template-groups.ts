import { SLOT } from '../mask/mask-branches.ts'
import { compareKinds, type Departure } from './compare-kinds.ts'
import { type Draft, renderDraft } from './draft.ts'
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

/** Words by which relatives of a template are looked for, the rarest. */
const RAREST_WORDS = 6
/** Templates that are kept for each word. */
const POSTINGS_OF_WORD = 64
/** Candidates that are compared, those with most words in common. */
const MAX_CANDIDATES = 8

type Relative = { readonly kind: Kind; readonly mayJoin: boolean; readonly likeness: number }

/**
 * Pairs of a kind and the one that it is a variant of. A kind joins its nearest relative, by the share of words that they have in common (rare
 * ones weigh more, replaced ones count once), where it has values in variable places of that, or is at most `seldom` of its lines and lacks or adds one run of words
 * that is set apart. A kind that replaces words of its nearest relative says something else, and stays. `isAsked` leaves kinds out as variants.
 */
function findVariants(
  kinds: readonly Kind[],
  seldom: number,
  isAsked: (kind: Kind) => boolean = () => true,
): [variant: Kind, of: Kind][] {
  const index = indexWords(kinds, seldom)
  return kinds.filter(isAsked).flatMap((kind): [Kind, Kind][] => {
    const relatives = index.candidatesOf(kind).flatMap((other): Relative[] => {
      const isSeldom = kind.count <= seldom * other.count
      const departure = compareKinds(kind, other, isSeldom)
      if (!departure || (!isSeldom && departure.form !== 'value')) return []
      const weighAll = (of: (difference: Departure['differences'][number]) => number): number =>
        departure.differences.reduce((sum, difference) => sum + of(difference), 0)
      const shared = index.weigh(kind.constants) - weighAll(({ added }) => index.weigh(added))
      const differing = weighAll(({ added, dropped }) => Math.max(index.weigh(added), index.weigh(dropped)))
      return [{ kind: other, mayJoin: departure.mayJoin, likeness: shared / (shared + differing) }]
    })
    const nearest = relatives.reduce<Relative | undefined>((a, b) => (a && a.likeness >= b.likeness ? a : b), undefined)
    return nearest?.mayJoin ? [[kind, nearest.kind]] : []
  })
}

/** A word, how much it tells, and the most frequent kinds that have it, by their place. */
type Posting = { weight: number; count: number; readonly places: number[] }

function indexWords(kinds: readonly Kind[], seldom: number) {
  const postings = new Map<string, Posting>()
  const byCount = [...kinds].sort((a, b) => b.count - a.count || a.id - b.id)
  byCount.forEach((kind, place) => {
    for (const word of new Set(kind.constants)) {
      const posting = postings.get(word) ?? { weight: 0, count: 0, places: [] }
      posting.count++
      if (posting.places.length < POSTINGS_OF_WORD) posting.places.push(place)
      postings.set(word, posting)
    }
  })
  for (const posting of postings.values()) posting.weight = Math.log(1 + kinds.length / posting.count)
  const weigh = (words: readonly string[]): number => {
    let sum = 0
    for (const word of words) sum += postings.get(word)?.weight ?? Math.log(1 + kinds.length)
    return sum
  }
  const shared = new Float64Array(kinds.length)
  /** Puts a place among the best so far, of which there are few. */
  const rank = (best: number[], place: number): void => {
    const comesBefore = (other: number): boolean => {
      const more = (shared[place] as number) - (shared[other] as number)
      return more > 0 || (more === 0 && (byCount[place] as Kind).id < (byCount[other] as Kind).id)
    }
    let at = best.length
    while (at > 0 && comesBefore(best[at - 1] as number)) at--
    if (at === MAX_CANDIDATES) return
    best.splice(at, 0, place)
    if (best.length > MAX_CANDIDATES) best.pop()
  }
  return {
    weigh,
    /** The kinds that share the most, of those beside which this one is seldom and of the others. */
    candidatesOf(kind: Kind): Kind[] {
      const rarest = [...new Set(kind.constants)]
        .map((word) => postings.get(word) as Posting)
        .filter(({ count }) => count > 1)
        .sort((a, b) => b.weight - a.weight)
        .slice(0, RAREST_WORDS)
      const touched: number[] = []
      for (const { weight, places } of rarest) {
        for (const place of places) {
          if (shared[place] === 0) touched.push(place)
          shared[place] = (shared[place] as number) + weight
        }
      }
      const frequent: number[] = []
      const others: number[] = []
      for (const place of touched) {
        const other = byCount[place] as Kind
        if (other !== kind) rank(kind.count <= seldom * other.count ? frequent : others, place)
      }
      for (const place of touched) shared[place] = 0
      return [...frequent, ...others].map((place) => byCount[place] as Kind)
    },
  }
}
