import { compareKinds, type Departure } from './compare-kinds.ts'
import type { Kind } from './kinds.ts'

/** Words by which relatives of a template are looked for, the rarest. */
const rarestWords = 6
/** Templates that are kept for each word. */
const postingsOfWord = 64
/** Candidates that are compared, those with most words in common. */
const mostCandidates = 8

type Relative = { readonly kind: Kind; readonly mayJoin: boolean; readonly likeness: number }

/**
 * Pairs of a kind and the one that it is a variant of. A kind joins its nearest relative, by the share of words that they have in common (rare
 * ones weigh more, replaced ones count once), where it has values in variable places of that, or is at most `seldom` of its lines and lacks or adds one run of words
 * that is set apart. A kind that replaces words of its nearest relative says something else, and stays. `isAsked` leaves kinds out as variants.
 */
export function findVariants(
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
      if (posting.places.length < postingsOfWord) posting.places.push(place)
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
    if (at === mostCandidates) return
    best.splice(at, 0, place)
    if (best.length > mostCandidates) best.pop()
  }
  return {
    weigh,
    /** The kinds that share the most, of those beside which this one is seldom and of the others. */
    candidatesOf(kind: Kind): Kind[] {
      const rarest = [...new Set(kind.constants)]
        .map((word) => postings.get(word) as Posting)
        .filter(({ count }) => count > 1)
        .sort((a, b) => b.weight - a.weight)
        .slice(0, rarestWords)
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
