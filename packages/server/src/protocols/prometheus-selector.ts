import { NAME_LABEL } from './prometheus-series.ts'

export type MatchOperator = '=' | '!=' | '=~' | '!~'

export interface Matcher {
  readonly name: string
  readonly operator: MatchOperator
  readonly value: string
}

/** `rangeMs` is there for `metric[5m]`. */
export interface Selector {
  readonly matchers: readonly Matcher[]
  readonly rangeMs?: number
}

export class SelectorError extends Error {}

const PLAIN =
  'only plain selectors are evaluated here, as in metric{label="value"}; for functions and operators let a Prometheus read from here by remote_read'

/** A selector as PromQL writes it. https://prometheus.io/docs/prometheus/latest/querying/basics/ */
export function parseSelector(text: string): Selector {
  const scanner = new Scanner(text)
  const matchers: Matcher[] = []
  const name = scanner.take(/[a-zA-Z_:][a-zA-Z0-9_:]*/y)
  if (name) matchers.push({ name: NAME_LABEL, operator: '=', value: name })
  if (scanner.take(/\{/y)) readMatchers(scanner, matchers)
  else if (!name) throw new SelectorError(PLAIN)
  const range = scanner.take(/\[\s*\w+\s*\]/y)
  if (!scanner.isAtEnd) throw new SelectorError(PLAIN)
  if (matchers.every(matchesEmpty))
    throw new SelectorError('a selector must have at least one matcher that does not match the empty text')
  if (range === undefined) return { matchers }
  const rangeMs = parseDuration(range.slice(1, -1).trim())
  if (rangeMs === undefined || rangeMs <= 0) throw new SelectorError(`${range} is no duration`)
  return { matchers, rangeMs }
}

function matchesEmpty({ operator, value }: Matcher): boolean {
  if (operator === '=') return value === ''
  if (operator === '!=') return value !== ''
  return operator === '!~' || /^(\.\*|)$/.test(value)
}

function readMatchers(scanner: Scanner, matchers: Matcher[]): void {
  while (!scanner.take(/\}/y)) {
    const quoted = scanner.takeText()
    const name = quoted ?? scanner.take(/[a-zA-Z_][a-zA-Z0-9_]*/y)
    if (name === undefined) throw scanner.unexpected()
    const operator = scanner.take(/=~|!~|!=|=/y) as MatchOperator | undefined
    if (operator === undefined && quoted !== undefined)
      matchers.push({ name: NAME_LABEL, operator: '=', value: quoted })
    else {
      const value = operator && scanner.takeText()
      if (operator === undefined || value === undefined) throw scanner.unexpected()
      matchers.push({ name, operator, value })
    }
    if (scanner.take(/,/y)) continue
    if (scanner.take(/\}/y)) return
    throw scanner.unexpected()
  }
}

const ESCAPES: Readonly<Record<string, string>> = {
  a: '\x07',
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v',
  '\\': '\\',
  "'": "'",
  '"': '"',
}

class Scanner {
  readonly #text: string
  #at = 0

  constructor(text: string) {
    this.#text = text
    this.#skipSpace()
  }

  get isAtEnd(): boolean {
    return this.#at === this.#text.length
  }

  /** What the pattern (sticky) matches here, undefined where it does not. */
  take(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.#at
    const [found] = pattern.exec(this.#text) ?? []
    if (found === undefined) return undefined
    this.#at += found.length
    this.#skipSpace()
    return found
  }

  /** A text in quotes, with the escapes of Go. */
  takeText(): string | undefined {
    const raw = this.take(/`[^`]*`/y)
    if (raw !== undefined) return raw.slice(1, -1)
    const quoted = this.take(/"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'/y)
    return quoted?.slice(1, -1).replace(/\\(x[0-9a-fA-F]{2}|u[0-9a-fA-F]{4}|.)/g, (_, written: string) => {
      if (written.length > 1) return String.fromCharCode(Number.parseInt(written.slice(1), 16))
      const character = ESCAPES[written]
      if (character === undefined) throw new SelectorError(`unknown escape sequence \\${written}`)
      return character
    })
  }

  unexpected(): SelectorError {
    return new SelectorError(`unexpected text at position ${this.#at}: ${this.#text.slice(this.#at, this.#at + 20)}`)
  }

  #skipSpace(): void {
    while (/\s/.test(this.#text[this.#at] ?? '')) this.#at++
  }
}

const UNIT_MS: Readonly<Record<string, number>> = {
  ms: 1,
  s: 1000,
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
  w: 7 * 86_400_000,
  y: 365 * 86_400_000,
}

/** Milliseconds of `1h30m`; undefined for what is no duration. */
export function parseDuration(text: string): number | undefined {
  if (!/^(\d+(ms|[smhdwy]))+$/.test(text)) return undefined
  let sum = 0
  for (const [, count, unit] of text.matchAll(/(\d+)(ms|[smhdwy])/g)) sum += Number(count) * UNIT_MS[unit!]!
  return sum
}
