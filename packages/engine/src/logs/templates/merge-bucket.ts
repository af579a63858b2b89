import { SLOT } from '../mask/mask-branches.ts'
import { hasDigits, isFlag, isUnit, roleOf, type WordRole, wideEdges } from '../words/classify-word.ts'
import { createColumnKeys } from './column-keys.ts'
import { type Draft, joinDrafts } from './draft.ts'
import { groupBy } from './group-by.ts'

/**
 * How many distinct words make a column variable, by where it stands; chosen together on eight public sets, and flat around
 * these values. Words with several digits need `digits`, words with one digit `digit`; two columns at once need `pair` each.
 */
const enough: Readonly<Record<WordRole | 'digits' | 'digit' | 'pair', number>> = {
  equals: 2,
  named: 3,
  colon: 5,
  quote: 5,
  plain: 5,
  digits: 2,
  digit: 3,
  pair: 8,
}
const pairShare = 0.5
const many = 32
const wideShare = 0.25
const pairWork = 4_000_000
const maxRounds = 12

/** Whether these words of one column are values of one variable. */
function isVariable(values: ReadonlySet<string>, role: WordRole): boolean {
  const words = [...values].filter((value) => !isFlag(value))
  if (words.length === 0) return false
  if (values.has(SLOT) || words.every(isUnit)) return true
  const numbered = words.filter((word) => hasDigits(word)).length
  const need = words.some((word) => hasDigits(word, true)) ? enough.digits : enough.digit
  return (numbered * 2 >= words.length && values.size >= need) || values.size >= enough[role]
}

const blankOut = (draft: Draft): string =>
  draft.words
    .map((word, i) => {
      const isValue = !isFlag(word) && !word.includes(SLOT) && roleOf(draft.words, draft.gaps, i) === 'equals'
      return isValue || (!isFlag(word) && hasDigits(word, true)) ? SLOT : word
    })
    .join('\n')

type Family = { group: Draft[]; distinct: number }

function findFamilies(drafts: readonly Draft[]): Family[] {
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
      const constants = sample.words.filter((word, i) => i !== column && word !== SLOT).length
      if (constants === 0 && !wideEdges(wordAt(members[0]))) continue
      if (isVariable(values, roleOf(sample.words, sample.gaps, column))) families.push({ group, distinct: values.size })
    }
  }
  return families.sort((a, b) => b.distinct - a.distinct)
}

function mergeColumns(drafts: readonly Draft[]): readonly Draft[] {
  let current = drafts
  for (let round = 0; round < maxRounds && current.length > 1; round++) {
    const used = new Set<Draft>()
    const made: Draft[] = []
    for (const { group } of findFamilies(current)) {
      const [first, ...others] = group.filter((draft) => !used.has(draft))
      if (!first || others.length === 0) continue
      for (const draft of [first, ...others]) used.add(draft)
      made.push(joinDrafts([first, ...others]))
    }
    if (made.length === 0) return current
    current = [...current.filter((draft) => !used.has(draft)), ...made]
  }
  return current
}

function mergePair(drafts: readonly Draft[], a: number, b: number): Draft[] {
  const keyOf = (draft: Draft): string => draft.words.map((word, i) => (i === a || i === b ? '' : word)).join('\n')
  return groupBy(drafts, keyOf).flatMap((group) => {
    const [{ words, gaps }] = group
    const isWide = [a, b].every((column) => {
      const values = new Set(group.map((draft) => draft.words[column] as string))
      return values.size >= enough.pair && isVariable(values, roleOf(words, gaps, column))
    })
    const constants = words.filter((word, i) => i !== a && i !== b && word !== SLOT).length
    return isWide && constants >= pairShare * words.length ? [joinDrafts(group)] : group
  })
}

function mergePairs(drafts: readonly Draft[]): readonly Draft[] {
  let current = drafts
  const width = drafts[0]?.words.length ?? 0
  if (current.length * width * width > pairWork) return current
  const wide = Array.from({ length: width }, (_, column) => column).filter((c) => distinctIn(current, c) >= enough.pair)
  wide.forEach((a, at) => {
    for (const b of wide.slice(at + 1)) if (current.length >= enough.pair) current = mergePair(current, a, b)
  })
  return current
}

const distinctIn = (drafts: readonly Draft[], column: number): number =>
  new Set(drafts.map(({ words }) => words[column])).size

/** Columns that differ in so large a share of many drafts that they name things: all of them at once, where each is wide. */
function mergeWide(drafts: readonly Draft[]): readonly Draft[] {
  const [head] = drafts
  if (!head || drafts.length < many) return drafts
  const wide = head.words.flatMap((_, column) =>
    distinctIn(drafts, column) >= wideShare * drafts.length ? [column] : [],
  )
  if (wide.length < 2 || head.words.length - wide.length < wide.length) return drafts
  const keyOf = (draft: Draft): string => draft.words.map((word, i) => (wide.includes(i) ? '' : word)).join('\n')
  return groupBy(drafts, keyOf).flatMap((group) => {
    const isNamed = wide.every((column) => new Set(group.map(({ words }) => words[column])).size >= enough.pair)
    const constants = head.words.filter((word, i) => !wide.includes(i) && word !== SLOT).length
    return isNamed && constants > 0 ? [joinDrafts(group)] : group
  })
}

/**
 * Merges drafts of the same gaps into templates. First drafts that differ only where a word is variable by its form (several
 * digits, a path, the value of a key); then drafts that differ in one column, or two, where the column has taken enough
 * distinct words for its place, the widest column first; then, of many drafts, all columns at once that are wide. Sources: column statistics of Brain (Yu et al., IEEE TSC 2023)
 * and IPLoM (Makanju et al., KDD 2009), with thresholds that depend on the column instead of on the log.
 */
export function mergeBucket(drafts: readonly Draft[]): readonly Draft[] {
  return mergeWide(mergePairs(mergeColumns(groupBy(drafts, blankOut).map(joinDrafts))))
}
