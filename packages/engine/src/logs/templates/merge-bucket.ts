import { SLOT } from '../mask/mask-branches.ts'
import { hasDigits, isDottedName, isFlag, isUnit, roleOf, type WordRole, wideEdges } from '../words/classify-word.ts'
import { createColumnKeys } from './column-keys.ts'
import { type Draft, joinDrafts } from './draft.ts'
import { groupBy } from './group-by.ts'
import type { GroupingLimits } from './grouping-limits.ts'
import type { Vocabulary } from './vocabulary.ts'

/**
 * How many distinct words make a column variable, by where it stands; chosen together on eight public sets, and flat around
 * these values. Words with several digits need `digits`, words with one digit `digit`, words of which half are known as values of
 * other columns `known`, the word that a message of two or three begins with `subject`; two columns at once need `pair` each.
 * Fitted on the Loghub sets, each set judged with what the others choose: eight of the ten sets.
 */
const ENOUGH: Readonly<Record<WordRole | 'digits' | 'digit' | 'known' | 'subject' | 'pair', number>> = {
  equals: 2,
  named: 3,
  colon: 5,
  quote: 5,
  plain: 5,
  digits: 2,
  digit: 3,
  known: 2,
  subject: 32,
  pair: 8,
}
/**
 * The most words of one place that are an enumeration. Fitted on the Loghub sets, each set judged with what the others
 * choose.
 */
const MAX_ENUMERATED = 4
/**
 * A message with at most this many constant words begins with its subject. Fitted on the Loghub sets, each set judged
 * with what the others choose.
 */
const FEW_CONSTANTS = 2
/** Two columns are merged at once where this part of the words is constant. */
const PAIR_SHARE = 0.5
/** So many drafts are merged in all columns at once that differ in this share of them. */
const MANY = 32
const WIDE_SHARE = 0.25
/** Comparisons beyond which pairs of columns are left as they are. */
const PAIR_WORK = 4_000_000
/** Passes over the columns of a group. */
const MAX_ROUNDS = 12

/** What tells constant words from variable ones: words that have stood in variable places, and limits. */
export type Evidence = { readonly known: Vocabulary; readonly limits: GroupingLimits }

/** Where a column stands: its role, and how many constant words the message has beside it. */
type ColumnContext = { readonly column: number; readonly role: WordRole; readonly constants: number }

/** Whether these words of one column are values of one variable. */
function isVariable(
  values: ReadonlySet<string>,
  { column, role, constants }: ColumnContext,
  evidence: Evidence,
): boolean {
  const words = [...values].filter((value) => !isFlag(value))
  if (words.length === 0) return false
  if (values.has(SLOT) || words.every(isUnit)) return true
  if (words.length >= ENOUGH.known && words.length === values.size && isHalf(words, (word) => evidence.known.has(word)))
    return true
  if (values.size >= evidence.limits.dottedNames && words.every(isDottedName)) return true
  const need = words.some((word) => hasDigits(word, true)) ? ENOUGH.digits : ENOUGH.digit
  if (isHalf(words, (word) => hasDigits(word)) && values.size >= need) return true
  const isSubject = role === 'plain' && column === 0 && constants > 0 && constants <= FEW_CONSTANTS
  return values.size >= ENOUGH[isSubject ? 'subject' : role]
}

const isHalf = (words: readonly string[], isOne: (word: string) => boolean): boolean =>
  words.filter(isOne).length * 2 >= words.length

/** Whether values are so many, or stand where only values stand, that their words are values elsewhere, too. */
const teaches = (values: ReadonlySet<string>, role: WordRole): boolean =>
  role === 'equals' || role === 'named' || values.size >= ENOUGH.plain

const constantsBeside = (words: readonly string[], columns: readonly number[]): number =>
  words.filter((word, i) => !columns.includes(i) && word !== SLOT).length

/** Words that are variable by their form, or as the value of a key that is no enumeration, blanked out. */
function blankOut(drafts: readonly Draft[], limits: GroupingLimits): (draft: Draft) => string {
  const isEnumerated = findEnumerations(drafts, limits)
  return ({ words, gaps }) =>
    words
      .map((word, i) => {
        if (isFlag(word)) return word
        const isValue = !word.includes(SLOT) && roleOf(words, gaps, i) === 'equals' && !isEnumerated(i, words)
        return isValue || hasDigits(word, true) ? SLOT : word
      })
      .join('\n')
}

/** Tells of the value of a key whether it is one of few that come often, as in `user=root`: these are kinds of messages. */
function findEnumerations(
  drafts: readonly Draft[],
  limits: GroupingLimits,
): (column: number, words: readonly string[]) => boolean {
  const valuesOf = new Map<string, Map<string, number>>()
  const keyOf = (column: number, words: readonly string[]): string => `${column} ${words[column - 1]}`
  for (const { words, gaps, count } of drafts) {
    for (let column = 1; column < words.length; column++) {
      if (roleOf(words, gaps, column) !== 'equals') continue
      const key = keyOf(column, words)
      const values = valuesOf.get(key) ?? new Map<string, number>()
      const word = words[column] as string
      if (values.size <= MAX_ENUMERATED) values.set(word, (values.get(word) ?? 0) + count)
      valuesOf.set(key, values)
    }
  }
  return (column, words) => isEnumeration(valuesOf.get(keyOf(column, words)) ?? new Map(), limits)
}

const isName = (word: string): boolean => /^\p{L}+$/u.test(word) || isDottedName(word)

function isEnumeration(counts: ReadonlyMap<string, number>, limits: GroupingLimits): boolean {
  if (counts.size < 2 || counts.size > MAX_ENUMERATED) return false
  const lines = [...counts.values()].reduce((sum, count) => sum + count, 0)
  return lines >= limits.enumerationLines * counts.size && [...counts.keys()].every(isName)
}

type Family = { readonly group: Draft[]; readonly values: ReadonlySet<string>; readonly role: WordRole }

function findFamilies(drafts: readonly Draft[], evidence: Evidence): Family[] {
  const families: Family[] = []
  const keys = createColumnKeys(drafts)
  const rows = drafts.map((_, row) => row)
  const [head] = drafts as readonly [Draft]
  for (let column = 0; column < head.words.length; column++) {
    if (drafts.every((draft) => draft.words[column] === head.words[column])) continue
    const wordAt = (row: number): string => (drafts[row] as Draft).words[column] as string
    const keyOf = (row: number): number | string =>
      wideEdges(wordAt(row)) ? `${keys.without(row, column)} ${wideEdges(wordAt(row))}` : keys.without(row, column)
    for (const members of groupBy(rows, keyOf)) {
      if (members.length < 2) continue
      const group = members.map((row) => drafts[row] as Draft)
      const values = new Set(members.map(wordAt))
      const sample = group[0] as Draft
      const constants = constantsBeside(sample.words, [column])
      if (constants === 0 && !wideEdges(wordAt(members[0]))) continue
      const role = roleOf(sample.words, sample.gaps, column)
      if (
        (role === 'equals' || [...values].every(isDottedName)) &&
        isEnumeration(countsOf(group, column), evidence.limits)
      )
        continue
      if (role === 'plain' && values.has(SLOT) && hasStates(group, column, evidence.limits)) continue
      if (isVariable(values, { column, role, constants }, evidence)) families.push({ group, values, role })
    }
  }
  return families.sort((a, b) => b.values.size - a.values.size)
}

/** Whether few plain words come often where there is a number otherwise: `session closed`, beside `session 7`. */
function hasStates(drafts: readonly Draft[], column: number, limits: GroupingLimits): boolean {
  if (drafts.some(({ words, free }) => words[column] === SLOT && free.includes(column))) return false
  const counts = countsOf(drafts, column)
  const numbers = counts.get(SLOT) as number
  counts.delete(SLOT)
  const lines = [...counts.values()].reduce((sum, count) => sum + count, 0)
  const isOften = lines >= limits.enumerationLines * counts.size && lines > limits.seldom * numbers
  return isOften && counts.size <= MAX_ENUMERATED && [...counts.keys()].every(isName)
}

function countsOf(drafts: readonly Draft[], column: number): Map<string, number> {
  const counts = new Map<string, number>()
  for (const { words, count } of drafts) {
    const word = words[column] as string
    counts.set(word, (counts.get(word) ?? 0) + count)
  }
  return counts
}

function mergeColumns(drafts: readonly Draft[], evidence: Evidence): readonly Draft[] {
  let current = drafts
  for (let round = 0; round < MAX_ROUNDS && current.length > 1; round++) {
    const used = new Set<Draft>()
    const made: Draft[] = []
    for (const { group, values, role } of findFamilies(current, evidence)) {
      const [first, ...others] = group.filter((draft) => !used.has(draft))
      if (!first || others.length === 0) continue
      for (const draft of [first, ...others]) used.add(draft)
      made.push(joinDrafts([first, ...others]))
      if (teaches(values, role)) evidence.known.learn(values)
    }
    if (made.length === 0) return current
    current = [...current.filter((draft) => !used.has(draft)), ...made]
  }
  return current
}

/** One draft for several that agree but in two columns, where both are wide; undefined where they stay apart. */
function joinPair(group: readonly [Draft, ...Draft[]], pair: readonly number[], evidence: Evidence): Draft | undefined {
  if (group.length < ENOUGH.pair) return undefined
  const [{ words, gaps }] = group
  const constants = constantsBeside(words, pair)
  if (constants < PAIR_SHARE * words.length) return undefined
  const isWide = pair.every((column) => {
    const values = new Set(group.map((draft) => draft.words[column] as string))
    const place = { column, role: roleOf(words, gaps, column), constants }
    return values.size >= ENOUGH.pair && isVariable(values, place, evidence)
  })
  return isWide ? joinDrafts(group) : undefined
}

function mergePairs(drafts: readonly Draft[], evidence: Evidence): readonly Draft[] {
  const width = drafts[0]?.words.length ?? 0
  if (drafts.length * width * width > PAIR_WORK) return drafts
  const wide = Array.from({ length: width }, (_, column) => column).filter((c) => distinctIn(drafts, c) >= ENOUGH.pair)
  let current = drafts
  let keys = createColumnKeys(current)
  const mergePair = (a: number, b: number): void => {
    if (current.length < ENOUGH.pair) return
    const groups = groupBy([...current.keys()], (row) => keys.without(row, a, b))
    if (groups.length === current.length) return
    const merged = groups.flatMap((rows) => {
      const [first, ...others] = rows.map((row) => current[row] as Draft) as [Draft, ...Draft[]]
      return joinPair([first, ...others], [a, b], evidence) ?? [first, ...others]
    })
    keys = createColumnKeys(merged)
    current = merged
  }
  wide.forEach((a, at) => {
    for (const b of wide.slice(at + 1)) mergePair(a, b)
  })
  return current
}

const distinctIn = (drafts: readonly Draft[], column: number): number =>
  new Set(drafts.map(({ words }) => words[column])).size

/** Columns that differ in so large a share of many drafts that they name things: all of them at once, where each is wide. */
function mergeWide(drafts: readonly Draft[]): readonly Draft[] {
  const [head] = drafts
  if (!head || drafts.length < MANY) return drafts
  const wide = head.words.flatMap((_, column) =>
    distinctIn(drafts, column) >= WIDE_SHARE * drafts.length ? [column] : [],
  )
  if (wide.length < 2 || head.words.length - wide.length < wide.length) return drafts
  const keyOf = (draft: Draft): string => draft.words.map((word, i) => (wide.includes(i) ? '' : word)).join('\n')
  return groupBy(drafts, keyOf).flatMap((group) => {
    const isNamed = wide.every((column) => new Set(group.map(({ words }) => words[column])).size >= ENOUGH.pair)
    const constants = constantsBeside(head.words, wide)
    return isNamed && constants > 0 ? [joinDrafts(group)] : group
  })
}

/**
 * Merges drafts of the same gaps into templates. First drafts that differ only where a word is variable by its form (several
 * digits, a path, the value of a key); then drafts that differ in one column, or two, where the column has taken enough
 * distinct words for its place, the widest column first; then, of many drafts, all columns at once that are wide. The known
 * words are those of columns found variable so far, and grow. Sources: column statistics of Brain (Yu et al., IEEE TSC 2023)
 * and IPLoM (Makanju et al., KDD 2009), with thresholds that depend on the column instead of on the log.
 */
export function mergeBucket(drafts: readonly Draft[], evidence: Evidence): readonly Draft[] {
  return mergeWide(
    mergePairs(mergeColumns(groupBy(drafts, blankOut(drafts, evidence.limits)).map(joinDrafts), evidence), evidence),
  )
}
