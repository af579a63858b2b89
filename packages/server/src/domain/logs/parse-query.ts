import type { LogCondition } from '../../ports/log-analysis-store.ts'
import { severityOf } from '../../protocols/severity.ts'
import { DomainError } from '../errors.ts'

/** A search as it was typed. */
export interface ParsedQuery {
  /** Undefined where nothing is searched for. */
  readonly condition: LogCondition | undefined
  /** Texts that lines have in any case, to be shown in them. */
  readonly texts: readonly string[]
  readonly patterns: readonly string[]
}

const MAX_TERMS = 50
const MAX_DEPTH = 20
const MAX_PATTERN_LENGTH = 500
const HIGHEST = 24

type Token =
  | { readonly kind: '(' | ')' | 'AND' | 'OR' | 'NOT' | 'end'; readonly at: number }
  | { readonly kind: 'term'; readonly at: number; readonly term: Term }

type Term =
  | { readonly kind: 'word' | 'phrase' | 'pattern'; readonly text: string }
  | { readonly kind: 'field'; readonly name: string; readonly operator: string; readonly value: string }

/** Words, "phrases", field=value and /expressions/, joined by AND, OR, NOT and parentheses. Rejects what cannot be read, and says where. */
export function parseLogQuery(q: string | undefined): ParsedQuery {
  const tokens = readTokens(q ?? '')
  if (tokens.length === 1) return { condition: undefined, texts: [], patterns: [] }
  if (tokens.filter(({ kind }) => kind === 'term').length > MAX_TERMS)
    throw fault(0, `has more than ${MAX_TERMS} terms`)
  const found = { texts: [] as string[], patterns: [] as string[] }
  let next = 0
  const peek = (): Token => tokens[next]!
  const readAny = (depth: number, isShown: boolean): LogCondition => {
    const of = [readAll(depth, isShown)]
    while (peek().kind === 'OR') {
      next++
      of.push(readAll(depth, isShown))
    }
    return of.length === 1 ? of[0]! : { kind: 'any', of }
  }
  const readAll = (depth: number, isShown: boolean): LogCondition => {
    const of = [readOne(depth, isShown)]
    for (;;) {
      if (peek().kind === 'AND') next++
      else if (!['term', '(', 'NOT'].includes(peek().kind)) break
      of.push(readOne(depth, isShown))
    }
    return of.length === 1 ? of[0]! : { kind: 'all', of }
  }
  const readOne = (depth: number, isShown: boolean): LogCondition => {
    const token = peek()
    if (depth > MAX_DEPTH) throw fault(token.at, `has more than ${MAX_DEPTH} levels of parentheses`)
    next++
    if (token.kind === 'NOT') return { kind: 'not', of: readOne(depth + 1, !isShown) }
    if (token.kind === '(') {
      const inner = readAny(depth + 1, isShown)
      if (peek().kind !== ')') throw fault(token.at, 'has a parenthesis that is not closed')
      next++
      return inner
    }
    if (token.kind !== 'term')
      throw fault(token.at, token.kind === 'end' ? 'ends too early' : `has ${token.kind} where a word is expected`)
    if (isShown) noteShown(token.term, found)
    return toCondition(token)
  }
  const condition = readAny(0, true)
  if (peek().kind !== 'end') throw fault(peek().at, 'has a parenthesis that was not opened')
  return { condition, ...found }
}

function noteShown(term: Term, { texts, patterns }: { texts: string[]; patterns: string[] }): void {
  if (term.kind === 'pattern') patterns.push(term.text)
  else if (term.kind !== 'field') texts.push(term.text.replace(/\*$/, ''))
}

const BLANK = /\s/
const FIELD_START = /^([A-Za-z_@][\w.@-]{0,99})(!=|>=|<=|=|:(?!\/\/))/

function readTokens(q: string): Token[] {
  const tokens: Token[] = []
  for (let at = 0; at < q.length; ) {
    const sign = q[at]!
    if (BLANK.test(sign)) at++
    else if (sign === '(' || sign === ')') tokens.push({ kind: sign, at: at++ })
    else if (sign === '-' && at + 1 < q.length && !BLANK.test(q[at + 1]!)) tokens.push({ kind: 'NOT', at: at++ })
    else {
      const { token, end } = readTerm(q, at)
      tokens.push(token)
      at = end
    }
  }
  return [...tokens, { kind: 'end', at: q.length }]
}

function readTerm(q: string, at: number): { token: Token; end: number } {
  const termAt = (term: Term, end: number): { token: Token; end: number } => ({
    token: { kind: 'term', at, term },
    end,
  })
  if (q[at] === '"') {
    const { text, end } = readQuoted(q, at, '"')
    return termAt({ kind: 'phrase', text }, end)
  }
  if (q[at] === '/') {
    const { text, end } = readQuoted(q, at, '/')
    if (text.length > MAX_PATTERN_LENGTH)
      throw fault(at, `has an expression of more than ${MAX_PATTERN_LENGTH} characters`)
    return termAt({ kind: 'pattern', text }, end)
  }
  const [start, name, operator] = FIELD_START.exec(q.slice(at, at + 110)) ?? []
  if (start !== undefined) {
    const from = at + start.length
    const { text: value, end } = q[from] === '"' ? readQuoted(q, from, '"') : readWord(q, from)
    if (value === '') throw fault(from, `has no value for ${name}`)
    return termAt({ kind: 'field', name: name!, operator: operator === ':' ? '=' : operator!, value }, end)
  }
  const { text, end } = readWord(q, at)
  if (text === 'AND' || text === 'OR' || text === 'NOT') return { token: { kind: text, at }, end }
  return termAt({ kind: 'word', text }, end)
}

function readWord(q: string, from: number): { text: string; end: number } {
  let end = from
  while (end < q.length && !BLANK.test(q[end]!) && q[end] !== ')' && q[end] !== '(') end++
  return { text: q.slice(from, end), end }
}

/** A backslash takes its meaning from the mark; within an expression all others stay. */
function readQuoted(q: string, from: number, mark: string): { text: string; end: number } {
  let text = ''
  for (let at = from + 1; at < q.length; at++) {
    if (q[at] === mark) {
      if (text.trim() === '') throw fault(from, 'has an empty phrase or expression')
      return { text, end: at + 1 }
    }
    if (q[at] === '\\' && at + 1 < q.length) {
      const next = q[++at]!
      text += next === mark || (mark === '"' && next === '\\') ? next : `\\${next}`
    } else text += q[at]
  }
  throw fault(from, `has a ${mark} that is not closed`)
}

function toCondition({ at, term }: Extract<Token, { kind: 'term' }>): LogCondition {
  if (term.kind === 'field') return ofField(at, term)
  if (term.kind === 'pattern') return { kind: 'pattern', pattern: term.text }
  if (term.kind === 'word' && term.text.length > 1 && term.text.endsWith('*'))
    return { kind: 'prefix', text: term.text.slice(0, -1) }
  return { kind: 'phrase', text: term.text }
}

function ofField(at: number, { name, operator, value }: Extract<Term, { kind: 'field' }>): LogCondition {
  const isEqual = operator === '=' || operator === '!='
  if (name === 'level' || name === 'severity') return ofLevel(at, operator, value)
  if (!isEqual) throw fault(at, `has ${name}${operator}: only level can be compared`)
  const condition = conditionOf(at, name, value)
  return operator === '!=' ? { kind: 'not', of: condition } : condition
}

function conditionOf(at: number, name: string, value: string): LogCondition {
  if (name === 'instance' || name === 'service') return { kind: name, names: [value] }
  if (name !== 'template') return { kind: 'attribute', name, value }
  if (!/^\d{1,10}$/.test(value)) throw fault(at, 'has a template that is not a number')
  return { kind: 'template', id: Number(value) }
}

/** The four numbers of a level, as OpenTelemetry has them. */
function ofLevel(at: number, operator: string, value: string): LogCondition {
  const number = /^\d{1,2}$/.test(value) ? Number(value) : severityOf(value)
  if (number < 1 || number > HIGHEST) throw fault(at, `has a level that is not known: ${value.slice(0, 40)}`)
  const from = number - ((number - 1) % 4)
  const isNumber = /^\d/.test(value)
  const span = isNumber ? { from: number, to: number } : { from, to: from + 3 }
  if (operator === '>=') return { kind: 'severity', from: span.from, to: HIGHEST }
  if (operator === '<=') return { kind: 'severity', from: 1, to: span.to }
  const condition: LogCondition = { kind: 'severity', ...span }
  return operator === '!=' ? { kind: 'not', of: condition } : condition
}

/** `position` is in UTF-16 units. */
export function fault(position: number, message: string): DomainError {
  return new DomainError('VALIDATION_FAILED', {
    details: [
      { field: 'q', message: `${message} (at character ${position + 1})`, rule: 'format', values: { position } },
    ],
  })
}
