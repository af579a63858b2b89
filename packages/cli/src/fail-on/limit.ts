import { InvalidArgumentError } from 'commander'

/** What `--fail-on` accepts for one figure. */
export interface LimitKind {
  /** Which side of the limit fails. */
  readonly fails: 'above' | 'below' | 'either'
  /** The smallest and the largest value that the figure can have: 0 and infinity if omitted. */
  readonly min?: number
  readonly max?: number
  /** A number of things: its limit is a whole number. */
  readonly isCount?: boolean
  /** Compared with each finding: without a finding the rule is not met, whatever its limit. */
  readonly isOfEach?: boolean
  /** Parses the limit; a plain number by default. */
  readonly read?: (text: string) => number | undefined
}

/** A number of things, of which too many fail. */
export const COUNT = { fails: 'above', isCount: true } as const

/** A figure, and whether a value of it fails. */
export interface Limit<Name extends string> {
  readonly name: Name
  readonly limit: number
  fails(value: number): boolean
}

const comparisons: Readonly<Record<string, (value: number, limit: number) => boolean>> = {
  '<': (value, limit) => value < limit,
  '<=': (value, limit) => value <= limit,
  '>': (value, limit) => value > limit,
  '>=': (value, limit) => value >= limit,
}

/** A rule as it is compared and reported: without white space. */
export const tidyRule = (text: string): string => text.replaceAll(/\s+/g, '')

/**
 * Reads `figure>=N` and its like. Throws commander's InvalidArgumentError with the hint for anything else, also for a
 * rule that no value, or every value, meets: its gate would say nothing.
 */
export function parseLimit<Name extends string>(
  rule: string,
  kinds: Readonly<Record<Name, LimitKind>>,
  hint: string,
): Limit<Name> {
  const [, name = '', sign = '', text = ''] = /^([a-z0-9-]+)(<=|>=|<|>)(.+)$/.exec(rule) ?? []
  const compare = comparisons[sign]
  if (compare === undefined || !Object.hasOwn(kinds, name)) throw new InvalidArgumentError(hint)
  const kind: LimitKind = kinds[name as Name]
  const { fails, min = 0, max = Number.POSITIVE_INFINITY, read = readNumber } = kind
  const limit = read(text)
  const isSide = fails === 'either' || (fails === 'above') === sign.startsWith('>')
  if (!isSide || limit === undefined || limit > max) throw new InvalidArgumentError(hint)
  if (kind.isCount && !Number.isInteger(limit) && Number.isFinite(limit))
    throw new InvalidArgumentError(`It counts ${name}: give a whole number. ${hint}`)
  const [easiest, hardest] = sign.startsWith('>') ? [max, min] : [min, max]
  if (!compare(easiest, limit)) throw new InvalidArgumentError(`It can never be met. ${hint}`)
  if (!kind.isOfEach && compare(hardest, limit)) throw new InvalidArgumentError(`It would always be met. ${hint}`)
  return { name: name as Name, limit, fails: (value) => compare(value, limit) }
}

function readNumber(text: string): number | undefined {
  return /^\d+(\.\d+)?(e[+-]?\d+)?$/.test(text) ? Number(text) : undefined
}
