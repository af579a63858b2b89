/** What is wrong with a search, and where: the offset of the first character concerned. */
export interface QueryFault {
  readonly kind: 'quote' | 'regex' | 'parenthesis' | 'operator' | 'value'
  readonly at: number
}

type Token = { readonly kind: 'term' | 'and' | 'or' | 'not' | 'open' | 'close'; readonly at: number }

const OPERATORS: Record<string, 'and' | 'or' | 'not'> = { AND: 'and', OR: 'or', NOT: 'not' }

/** The first fault of a search that can be told without a server; null for none. */
export function checkQuery(text: string): QueryFault | null {
  const tokens: Token[] = []
  for (let at = 0; at < text.length; ) {
    const next = readToken(text, at)
    if (next === null) {
      at++
      continue
    }
    if ('fault' in next) return next.fault
    tokens.push(next.token)
    at = next.end
  }
  return orderFault(tokens)
}

type Read = { readonly token: Token; readonly end: number } | { readonly fault: QueryFault } | null

function readToken(text: string, at: number): Read {
  const first = text[at] as string
  if (/\s/.test(first)) return null
  if (first === '(') return { token: { kind: 'open', at }, end: at + 1 }
  if (first === ')') return { token: { kind: 'close', at }, end: at + 1 }
  if (first === '"' || first === '/') return readClosed(text, at, first)
  const word = /^[^\s()"]+/.exec(text.slice(at))?.[0] ?? first
  const operator = OPERATORS[word]
  if (operator !== undefined) return { token: { kind: operator, at }, end: at + word.length }
  const end = at + word.length
  if (!/^[^=<>]+(>=|<=|=)$/.test(word)) return { token: { kind: 'term', at }, end }
  if (text[end] !== '"') return { fault: { kind: 'value', at: end } }
  const value = readClosed(text, end, '"')
  return value !== null && 'fault' in value ? value : { token: { kind: 'term', at }, end: value?.end ?? end }
}

function readClosed(text: string, at: number, mark: '"' | '/'): Read {
  for (let i = at + 1; i < text.length; i++) {
    if (text[i] === '\\') i++
    else if (text[i] === mark) return { token: { kind: 'term', at }, end: i + 1 }
  }
  return { fault: { kind: mark === '"' ? 'quote' : 'regex', at } }
}

/** Parentheses that do not meet, and operators without what they join. */
function orderFault(tokens: readonly Token[]): QueryFault | null {
  const open: number[] = []
  let before: Token['kind'] | 'start' = 'start'
  for (const { kind, at } of tokens) {
    const needsTerm = before === 'start' || before === 'open' || before === 'and' || before === 'or' || before === 'not'
    if ((kind === 'and' || kind === 'or') && needsTerm) return { kind: 'operator', at }
    if (kind === 'open') open.push(at)
    if (kind === 'close') {
      if (open.pop() === undefined || before === 'open') return { kind: 'parenthesis', at }
      if (needsTerm) return { kind: 'operator', at }
    }
    before = kind
  }
  const last = tokens.at(-1)
  if (last !== undefined && (last.kind === 'and' || last.kind === 'or' || last.kind === 'not'))
    return { kind: 'operator', at: last.at }
  const unclosed = open.at(-1)
  return unclosed === undefined ? null : { kind: 'parenthesis', at: unclosed }
}
