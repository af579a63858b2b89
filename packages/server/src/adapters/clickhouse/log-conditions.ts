import type { CountFilters, LogCondition } from '../../ports/log-analysis-store.ts'
import { textLiteral } from './sql-text.ts'

const NOTHING = '0'

/** A condition on lines in SQL. Words are looked up in the index of the table, which holds them in lower case. */
export function lineCondition(condition: LogCondition): string {
  switch (condition.kind) {
    case 'all':
      return joined(condition.of, ' AND ', '1')
    case 'any':
      return joined(condition.of, ' OR ', NOTHING)
    case 'not':
      return `NOT (${lineCondition(condition.of)})`
    case 'phrase':
      return hasPhrase(condition.text)
    case 'prefix':
      return `match(line, ${textLiteral(`(?i)(?:^|[^0-9A-Za-z])${escapePattern(condition.text)}`)})`
    case 'pattern':
      return `match(line, ${textLiteral(condition.pattern)})`
    case 'instance':
    case 'service':
      return isOneOf(condition.kind, condition.names)
    case 'severity':
      return `severity BETWEEN ${Math.trunc(condition.from)} AND ${Math.trunc(condition.to)}`
    case 'template':
      return `template = ${Math.trunc(condition.id)}`
    case 'templateText':
      return fitsText(condition.text)
    case 'attribute':
      return hasAttribute(condition.name, condition.value)
  }
}

/** A condition on counts. */
export function countConditions({ minSeverity = 0, instances, services }: CountFilters): string[] {
  return [
    ...(minSeverity > 0 ? [`severity >= ${Math.trunc(minSeverity)}`] : []),
    ...(instances ? [isOneOf('instance', instances)] : []),
    ...(services ? [isOneOf('service', services)] : []),
  ]
}

/** How many places of a template a line has. */
export function countPlaces(text: string): number {
  return piecesOf(text).pieces.length - 1
}

/** An expression of RE2 that captures the first places of a template, and reads no further; lines may begin with a header. */
export function placesPattern(text: string, maxPlaces: number): string {
  const { pieces, isOpen } = piecesOf(text)
  const read = pieces.slice(0, maxPlaces + 1)
  const isWhole = read.length === pieces.length
  const last = pieces.length - 1
  const places = read.map(
    (piece, k) => `${k === 0 ? '' : k === last && piece === '' ? '(.*)' : '(.*?)'}${escapePattern(piece)}`,
  )
  return `(?s)${places.join('')}${isWhole && !isOpen ? '$' : ''}`
}

function joined(of: readonly LogCondition[], operator: string, empty: string): string {
  return of.length === 0 ? empty : `(${of.map(lineCondition).join(operator)})`
}

function isOneOf(column: string, names: readonly string[]): string {
  return names.length === 0 ? NOTHING : `${column} IN (${names.map(textLiteral).join(', ')})`
}

/** As ClickHouse splits texts: what is not ASCII belongs to a word. */
const WORDS = /[0-9a-z\u0080-\uffff]+/g
const ASCII_WORD = /^[0-9a-z]+$/

function hasPhrase(text: string): string {
  const lower = toLower(text)
  const found = lower.match(WORDS) ?? []
  const tokens = [...new Set(found.filter((word) => ASCII_WORD.test(word)))].slice(0, 20).map(hasToken)
  const isWord = found.length === 1 && found[0] === lower && tokens.length === 1
  return isWord ? tokens[0]! : `(${[...tokens, `position(lower(line), ${textLiteral(lower)}) > 0`].join(' AND ')})`
}

function hasToken(word: string): string {
  return `hasToken(lower(line), ${textLiteral(word)})`
}

/** Only A to Z, as ClickHouse's `lower`. */
function toLower(text: string): string {
  return text.replace(/[A-Z]/g, (letter) => letter.toLowerCase())
}

/** The constant pieces of a template; `isOpen` where lines may go on after them. */
function piecesOf(text: string): { pieces: string[]; isOpen: boolean } {
  const isOpen = text.endsWith('…')
  return { pieces: (isOpen ? text.slice(0, -1) : text).split('<*>'), isOpen }
}

function fitsText(text: string): string {
  const { pieces, isOpen } = piecesOf(text)
  const like = pieces.map((piece) => piece.replace(/[\\%_]/g, (sign) => `\\${sign}`)).join('%')
  // Words between other words of a piece are whole ones in the line, too
  const inner = pieces.flatMap(
    (piece) => toLower(piece).match(/(?<=[^0-9a-z\u0080-\uffff])[0-9a-z]+(?=[^0-9a-z\u0080-\uffff])/g) ?? [],
  )
  const tokens = [...new Set(inner)]
    .sort((a, b) => b.length - a.length)
    .slice(0, 3)
    .map(hasToken)
  return `(${[...tokens, `line LIKE ${textLiteral(`%${like}${isOpen ? '%' : ''}`)}`].join(' AND ')})`
}

function escapePattern(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, (sign) => `\\${sign}`)
}

/** By its whole name, or step by step where the name has dots. */
function hasAttribute(name: string, value: string): string {
  const path = name.split('.')
  const paths = [[name], ...(path.length > 1 ? [path] : [])]
  const isEqual = (keys: readonly string[]): string => {
    const at = keys.map(textLiteral).join(', ')
    return `if(JSONType(attributes, ${at}) = 'String', JSONExtractString(attributes, ${at}), JSONExtractRaw(attributes, ${at})) = ${textLiteral(value)}`
  }
  return `(attributes != '' AND (${paths.map(isEqual).join(' OR ')}))`
}
