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

function indexWords(kinds: readonly Kind[], seldom: number) {
  const postings = new Map<string, Kind[]>()
  const frequency = new Map<string, number>()
  const byCount = [...kinds].sort((a, b) => b.count - a.count || a.id - b.id)
  for (const kind of byCount) {
    for (const word of new Set(kind.constants)) {
      frequency.set(word, (frequency.get(word) ?? 0) + 1)
      const list = postings.get(word) ?? []
      if (list.length < postingsOfWord) list.push(kind)
      postings.set(word, list)
    }
  }
  const weightOf = (word: string): number => Math.log(1 + kinds.length / (frequency.get(word) ?? 1))
  const weigh = (words: readonly string[]): number => words.reduce((sum, word) => sum + weightOf(word), 0)
  return {
    weigh,
    /** The kinds that share the most, of those beside which this one is seldom and of the others. */
    candidatesOf(kind: Kind): Kind[] {
      const shared = new Map<Kind, number>()
      const words = [...new Set(kind.constants)].filter((word) => (frequency.get(word) as number) > 1)
      for (const word of words.sort((a, b) => weightOf(b) - weightOf(a)).slice(0, rarestWords))
        for (const other of postings.get(word) as Kind[])
          if (other !== kind) shared.set(other, (shared.get(other) ?? 0) + weightOf(word))
      const byShared = [...shared].sort((a, b) => b[1] - a[1] || a[0].id - b[0].id).map(([other]) => other)
      const isFrequent = (other: Kind): boolean => kind.count <= seldom * other.count
      return [
        ...byShared.filter(isFrequent).slice(0, mostCandidates),
        ...byShared.filter((other) => !isFrequent(other)).slice(0, mostCandidates),
      ]
    },
  }
}
