import type { Random } from '../../../packages/engine/src/stats/random.ts'
import type { LogSet } from './log-sets.ts'

/** A line of a stress log, and its true group; `odd` names the variation it was given, `isNew` a rare event that was added. */
export type StressLine = {
  readonly line: string
  /** The line without its header. */
  readonly message: string
  readonly group: string
  readonly odd?: OddKind
  readonly isNew: boolean
}

const ODD_KINDS = ['empty', 'address', 'word', 'clause', 'hint', 'list'] as const
export type OddKind = (typeof ODD_KINDS)[number]

const ODD_SHARE = 0.01
/** Lines of an event that make it one with a usual form. */
const FREQUENT = 50
const NEW_EVENTS = 15
const LINES_OF_NEW = [1, 1, 2]

const NUMBER = /(?<![\w.:/-])\d+(?![\w.:/-])/g
const ADDRESS = /(?<![\w.])(?:\d{1,3}\.){3}\d{1,3}(?!\w|\.\d)/
const PAIR = /\(([^()]+)\)|\[([^[\]]+)\]|"([^"]+)"/
const CLOSING = /(?:[,;] [^,;]{3,60}|\s[\w-]+=[^\s=]+)$/
const CONSTANT = /(?<![\w=.:/@$"'-])[A-Za-z][a-z]{3,}(?![\w=.:/@$"'-])/g

const pick = <Item>(random: Random, items: readonly Item[]): Item => items[Math.floor(random() * items.length)] as Item
const below = (random: Random, max: number): number => Math.floor(random() * max)

const ABSENT = ['unknown', 'none', 'n/a', 'unlimited', 'auto', '-', 'NaN']
const HINTS = [' (retrying)', ' [cached]', ' (see the manual)', '; will be tried again', ' - ignored', ' (code 7)']

/** Replaces one of the matches, or gives undefined where there is none. */
function replaceOne(text: string, pattern: RegExp, random: Random, by: () => string): string | undefined {
  const matches = [...text.matchAll(pattern)]
  if (matches.length === 0) return undefined
  const { 0: found, index } = pick(random, matches)
  return text.slice(0, index) + by() + text.slice(index + found.length)
}

/** What real logs do to a message now and then; undefined where the message has nothing of the sort. */
const variations: Readonly<Record<OddKind, (text: string, random: Random) => string | undefined>> = {
  empty: (text) => {
    const found = PAIR.exec(text)
    if (!found || !/\d/.test(found[0])) return undefined
    return text.replace(found[0], found[0].charAt(0) + found[0].slice(-1))
  },
  address: (text, random) => (ADDRESS.test(text) ? text.replace(ADDRESS, writeIpv6(random)) : undefined),
  word: (text, random) => replaceOne(text, NUMBER, random, () => pick(random, ABSENT)),
  clause: (text) => (CLOSING.test(text) ? text.replace(CLOSING, '') : undefined),
  hint: (text, random) => text.trimEnd() + pick(random, HINTS),
  list: (text, random) =>
    replaceOne(text, NUMBER, random, () =>
      Array.from({ length: 2 + below(random, 4) }, () => below(random, 99)).join(', '),
    ),
}

const writeIpv6 = (random: Random): string => {
  const groups = Array.from({ length: 4 }, () => below(random, 65_536).toString(16))
  return `2001:db8::${groups.join(':')}`
}

const SYLLABLES = ['ba', 're', 'mi', 'lo', 'tu', 'ka', 'ne', 'si', 'do', 'vu']
const inventWord = (random: Random): string => Array.from({ length: 3 }, () => pick(random, SYLLABLES)).join('')

/** A message that says something else in nearly the same words: a word replaced, a word put in, or every word replaced. */
function inventEvent(text: string, random: Random): string | undefined {
  if ([...text.matchAll(CONSTANT)].length < 3) return undefined
  const kind = below(random, 3)
  if (kind === 0) return replaceOne(text, CONSTANT, random, () => inventWord(random))
  if (kind === 2) return text.replace(CONSTANT, () => inventWord(random))
  return replaceOne(text, /(?<=[a-z]) (?=[a-z]{3,} )/g, random, () => ` ${inventWord(random)} `)
}

/**
 * A set of logs in which one in a hundred lines of the frequent events varies in form but not in what it says, and to which
 * fifteen rare events are added that differ from frequent ones by their words, so that they must stay apart.
 */
export function stressLog({ lines, messages, truth }: LogSet, random: Random): StressLine[] {
  const counts = new Map<string | number, number>()
  for (const { group } of truth) counts.set(group, (counts.get(group) ?? 0) + 1)
  const isFrequent = (i: number): boolean => (counts.get(truth[i]!.group) as number) >= FREQUENT
  const made = lines.map((line, i): StressLine => {
    const plain = { line, message: messages[i]!, group: String(truth[i]!.group), isNew: false }
    if (!isFrequent(i) || random() >= ODD_SHARE) return plain
    const odd = varyMessage(messages[i]!, random)
    return odd
      ? { ...plain, line: replaceMessage(line, messages[i]!, odd.text), message: odd.text, odd: odd.kind }
      : plain
  })
  for (let event = 0, tries = 0; event < NEW_EVENTS && tries < 1000; tries++) {
    const from = below(random, lines.length)
    const text = isFrequent(from) ? inventEvent(messages[from]!, random) : undefined
    if (text === undefined) continue
    const line = replaceMessage(lines[from]!, messages[from]!, text)
    const copies = Array.from({ length: pick(random, LINES_OF_NEW) }, () => ({
      line,
      message: text,
      group: `new ${event}`,
      isNew: true,
    }))
    for (const copy of copies) made.splice(below(random, made.length + 1), 0, copy)
    event++
  }
  return made
}

function varyMessage(message: string, random: Random): { kind: OddKind; text: string } | undefined {
  const order = [...ODD_KINDS].map((kind) => ({ kind, at: random() })).sort((a, b) => a.at - b.at)
  for (const { kind } of order) {
    const text = variations[kind](message, random)
    if (text !== undefined && text !== message) return { kind, text }
  }
  return undefined
}

const replaceMessage = (line: string, message: string, by: string): string => {
  const at = line.lastIndexOf(message)
  return at < 0 ? line : line.slice(0, at) + by
}
