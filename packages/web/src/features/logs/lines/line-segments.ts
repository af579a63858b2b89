/** A piece of a line as it is drawn. */
export interface LineSegment {
  readonly text: string
  /** What was searched for, what differs from line to line, or a character that cannot be seen. */
  readonly kind: 'text' | 'match' | 'variable' | 'hidden'
}

/** From and to, in UTF-16 units. */
export type Span = readonly [from: number, to: number]

/**
 * Characters without a shape of their own: controls, marks that turn the direction of text, and spaces of no width. Tabs and line ends keep
 * their meaning, since the lines of a record go on below each other.
 */
const HIDDEN = /(?![\t\n])[\p{Cc}\p{Cf}\u2028\u2029]/gu

const PICTURES = 0x2400
const DELETE_PICTURE = '\u2421'

/** What stands for a character that cannot be seen: "␀", "U+202E". */
export function visibleName(character: string): string {
  const code = character.codePointAt(0) ?? 0
  if (code < 0x20) return String.fromCharCode(PICTURES + code)
  if (code === 0x7f) return DELETE_PICTURE
  return `U+${code.toString(16).toUpperCase().padStart(4, '0')}`
}

interface Marks {
  readonly matches?: readonly Span[] | undefined
  readonly variables?: readonly Span[] | undefined
}

/** A line cut into pieces that are drawn alike, up to so many characters. Matches come before variables where both lie. */
export function lineSegments(
  line: string,
  { matches = [], variables = [] }: Marks,
  limit = line.length,
): LineSegment[] {
  const text = line.slice(0, wholeCharacters(line, limit))
  const kinds = new Array<'text' | 'match' | 'variable'>(text.length).fill('text')
  for (const [spans, kind] of [
    [variables, 'variable'],
    [matches, 'match'],
  ] as const)
    for (const [from, to] of spans) kinds.fill(kind, Math.max(0, from), Math.min(text.length, Math.max(from, to)))
  const segments: LineSegment[] = []
  let start = 0
  const close = (end: number) => {
    if (end > start) segments.push(...withNames(text.slice(start, end), kinds[start] ?? 'text'))
    start = end
  }
  for (let i = 1; i < text.length; i++) if (kinds[i] !== kinds[i - 1]) close(i)
  close(text.length)
  return segments
}

/** Not within a pair of surrogates. */
const wholeCharacters = (line: string, limit: number): number => {
  const code = line.charCodeAt(limit - 1)
  return limit < line.length && code >= 0xd800 && code <= 0xdbff ? limit - 1 : limit
}

function withNames(text: string, kind: LineSegment['kind']): LineSegment[] {
  const segments: LineSegment[] = []
  let from = 0
  for (const { 0: character, index } of text.matchAll(HIDDEN)) {
    if (index > from) segments.push({ text: text.slice(from, index), kind })
    segments.push({ text: visibleName(character), kind: 'hidden' })
    from = index + character.length
  }
  if (from < text.length) segments.push({ text: text.slice(from), kind })
  return segments
}
