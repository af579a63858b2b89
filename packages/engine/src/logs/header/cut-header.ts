import { createUtf8Line, utf8Length, utf8Text } from '../utf8-line.ts'
import { type FieldKind, kindOf } from './field.ts'
import type { LogLayout } from './find-log-layout.ts'
import { endOfField, skipBlanks } from './split-fields.ts'

const LOOSE_TAG = /^[^\s:[\]]{1,120}(?: [^\s:[\]]{1,60}){0,2}(?:\[\d{1,12}\])?(?: \([^)]{0,160}\))?:(?=\s|$)/
/** Characters that are searched for the end of a tag, and bytes that are searched for a dash. */
const MAX_TAG = 400
/** Bytes of a character at most, by its length in UTF-16. Source: RFC 3629. */
const WIDEST_CHAR = 3
/** Fields behind the header that are searched for a dash. */
const DASH_REACH = 4
const COLON = 58
const BRACKET = 91
const BAR = 124
const DASH = 45

/** Where the message of a line begins that is UTF-8 from `from` to `to`: -1 when it lacks the header that the layout asks for. */
export type HeaderCutter = (bytes: Uint8Array, from: number, to: number) => number

export function createHeaderCutter(layout: LogLayout): HeaderCutter {
  if (layout.kind === 'bare') return (_, from) => from
  if (layout.kind === 'pipes') return (bytes, from, to) => cutPipes(bytes, from, to, layout.count)
  const { kinds, tagged, dashed } = layout
  const proof = kinds.findIndex((kind) => kind === 'time' || kind === 'level')
  const isProof = createKindTest(kinds[proof] ?? 'word')
  return (bytes, from, to) => {
    let at = skipBlanks(bytes, from, to)
    let start = at
    let end = at
    for (let i = 0; i < kinds.length; i++) {
      if (at >= to) return -1
      start = at
      end = endOfField(bytes, at, to)
      at = skipBlanks(bytes, end, to)
      if (i === proof && !isProof(bytes, start, end)) return -1
    }
    if (tagged && (bytes[end - 1] !== COLON || bytes[start] === BRACKET)) return cutLooseTag(bytes, start, to)
    return dashed ? cutDash(bytes, at, to) : at
  }
}

const SLOTS = 64
const ZERO = 48
const ONE = 49
const NINE = 57

/**
 * Tells whether a field is of a kind. Answers are remembered by the form of the field: what digits it has is all the same to
 * `kindOf`, but for a 1 that it begins with.
 */
export function createKindTest(kind: FieldKind): (bytes: Uint8Array, from: number, to: number) => boolean {
  const keys = new Float64Array(SLOTS)
  const answers = new Uint8Array(SLOTS)
  return (bytes, from, to) => {
    let low = bytes[from] === ONE ? 1 : 0
    let high = 0x9e3779b9 | 0
    for (let at = from; at < to; at++) {
      const byte = bytes[at] as number
      const code = byte >= ZERO && byte <= NINE ? ZERO : byte
      low = Math.imul(low ^ code, 0x01000193)
      high = Math.imul(high ^ code, 0x85ebca6b)
      high ^= high >>> 15
    }
    const key = (high >>> 0) * 0x200000 + ((low ^ (low >>> 16)) & 0x1fffff)
    const slot = low & (SLOTS - 1)
    if (keys[slot] !== key) {
      keys[slot] = key
      answers[slot] = kindOf(utf8Text(bytes, from, to)) === kind ? 1 : 0
    }
    return answers[slot] === 1
  }
}

const utf8 = createUtf8Line()
const cutters = new WeakMap<LogLayout, HeaderCutter>()

/** Where the message of a line begins: 0 for a bare line, -1 when the line lacks the header that the layout asks for. */
export function cutHeader(line: string, layout: LogLayout): number {
  if (layout.kind === 'bare') return 0
  const cut = cutters.get(layout) ?? createHeaderCutter(layout)
  cutters.set(layout, cut)
  const to = utf8.put(line)
  const at = cut(utf8.bytes(), 0, to)
  return at < 0 ? at : utf8.countChars(0, at)
}

/** A tag of several words, or with something in parentheses behind it; without one the message begins here. */
function cutLooseTag(bytes: Uint8Array, start: number, to: number): number {
  const text = utf8Text(bytes, start, Math.min(to, start + WIDEST_CHAR * MAX_TAG)).slice(0, MAX_TAG)
  const match = LOOSE_TAG.exec(text)
  return match ? skipBlanks(bytes, start + utf8Length(match[0]), to) : start
}

function cutDash(bytes: Uint8Array, from: number, to: number): number {
  const stop = Math.min(to, from + MAX_TAG)
  let at = skipBlanks(bytes, from, stop)
  for (let i = 0; i < DASH_REACH && at < stop; i++) {
    const end = endOfField(bytes, at, stop)
    if (end - at === 1 && bytes[at] === DASH) return skipBlanks(bytes, end, to)
    at = skipBlanks(bytes, end, stop)
  }
  return from
}

function cutPipes(bytes: Uint8Array, from: number, to: number, count: number): number {
  let found = 0
  for (let at = from; at < to; at++) if (bytes[at] === BAR && ++found === count) return at + 1
  return -1
}
