import { RE2JS, RE2JSSyntaxException } from 're2js'
import { threadTime } from '../../ports/next-turn.ts'
import { type Matcher, SelectorError } from '../../protocols/prometheus-selector.ts'

type LabelFilter = (labels: Readonly<Record<string, string>>) => boolean

/**
 * One filter for each set: whether all its matchers hold for a label set. Patterns are RE2 and match the whole value, in time linear
 * in its length; together the sets may take `limitMs` milliseconds. Throws SelectorError for a pattern that is wrong or too large, and a filter
 * does so once the time is spent.
 */
export function labelFilters(sets: readonly (readonly Matcher[])[], limitMs: number = MAX_MATCHING_MS): LabelFilter[] {
  const timed = withinTime(limitMs)
  return sets.map((matchers) => {
    const tests = matchers.map(({ name, ...matcher }) => ({ name, holds: remembered(valueTest(matcher, timed)) }))
    return (labels) => tests.every(({ name, holds }) => holds(labels[name] ?? ''))
  })
}

const MAX_PATTERN_LENGTH = 10_000
/** Characters of a pattern once its repetitions are written out: a value takes up to a tenth of a second. */
const MAX_WRITTEN_OUT = 100_000
const MAX_MATCHING_MS = 10_000

type Timed = <T>(work: () => T) => T

/** Runs pieces of work until they have taken `limitMs` milliseconds in all; throws SelectorError then. */
function withinTime(limitMs: number): Timed {
  let leftMs = limitMs
  return (work) => {
    if (leftMs <= 0)
      throw new SelectorError('the regular expressions take too long on the labels of this project: simplify them')
    const began = threadTime()
    try {
      return work()
    } finally {
      leftMs -= threadTime() - began
    }
  }
}

function valueTest({ operator, value }: Omit<Matcher, 'name'>, timed: Timed): (text: string) => boolean {
  switch (operator) {
    case '=':
      return (text) => text === value
    case '!=':
      return (text) => text !== value
    case '=~': {
      const pattern = timed(() => compile(value))
      return (text) => timed(() => pattern.matches(text))
    }
    case '!~': {
      const pattern = timed(() => compile(value))
      return (text) => !timed(() => pattern.matches(text))
    }
  }
}

function compile(pattern: string): RE2JS {
  if (pattern.length > MAX_PATTERN_LENGTH) throw new SelectorError('a regular expression is too long')
  if (writtenOut(pattern) > MAX_WRITTEN_OUT)
    throw new SelectorError('the repetitions of a regular expression make it too large: use fewer, or smaller ones')
  try {
    return RE2JS.compile(pattern, RE2JS.DOTALL)
  } catch (error) {
    if (error instanceof RE2JSSyntaxException) throw new SelectorError((error as Error).message)
    throw error
  }
}

/** An upper bound of the characters that a pattern has once its repetitions are written out. RE2 nests them up to 1,000 in all. */
function writtenOut(pattern: string): number {
  const counts = [...pattern.matchAll(/\{(\d{1,4})(?:,(\d{0,4}))?\}/g)].map(([, min, max]) => Number(max || min))
  const product = counts.reduce((all, count) => Math.min(1000, all * Math.max(1, count)), 1)
  return pattern.length * product
}

/** Most series have a value that another one has as well. */
function remembered(test: (text: string) => boolean): (text: string) => boolean {
  const known = new Map<string, boolean>()
  return (text) => {
    const found = known.get(text) ?? test(text)
    known.set(text, found)
    return found
  }
}
