import { Readable } from 'node:stream'
import { nextTurn } from '../ports/next-turn.ts'

/** JSON.stringify takes about 20 ms for so many numbers and texts. */
const LARGE_FROM = 20_000
/** Size of the part that is serialised at once. */
const VALUES_AT_ONCE = 2_000
const CHARACTERS_A_TURN = 65_536

/** Whether an answer is so large that serialising it at once would delay other requests. */
export function isLarge(value: unknown): boolean {
  return countValues(value, LARGE_FROM) >= LARGE_FROM
}

/** The same text as JSON.stringify gives, made a chunk at a time, with other requests served in between. */
export function streamJson(value: object): Readable {
  return Readable.from(textsOf(value), { objectMode: false, encoding: 'utf8' })
}

async function* textsOf(value: object): AsyncGenerator<string> {
  let text = ''
  for (const part of jsonParts(value)) {
    text += part
    if (text.length < CHARACTERS_A_TURN) continue
    yield text
    text = ''
    await nextTurn()
  }
  yield text
}

function* jsonParts(value: unknown): Generator<string> {
  if (!isContainer(value) || countValues(value, VALUES_AT_ONCE) < VALUES_AT_ONCE) yield JSON.stringify(value)
  else if (Array.isArray(value)) yield* arrayParts(value)
  else yield* objectParts(value)
}

function* arrayParts(array: readonly unknown[]): Generator<string> {
  for (let from = 0; from < array.length; from += VALUES_AT_ONCE) {
    const slice = array.slice(from, from + VALUES_AT_ONCE)
    const before = from === 0 ? '[' : ','
    if (!slice.some(isContainer)) yield before + JSON.stringify(slice).slice(1, -1)
    else for (const [index, item] of slice.entries()) yield* after(index === 0 ? before : ',', jsonParts(item ?? null))
  }
  yield ']'
}

function* objectParts(object: object): Generator<string> {
  let before = '{'
  for (const [key, item] of Object.entries(object)) {
    if (item === undefined) continue
    yield* after(`${before}${JSON.stringify(key)}:`, jsonParts(item))
    before = ','
  }
  yield before === '{' ? '{}' : '}'
}

function* after(before: string, parts: Iterable<string>): Generator<string> {
  yield before
  yield* parts
}

/** Values in a tree, counted no further than `limit`. */
function countValues(value: unknown, limit: number): number {
  if (!isContainer(value)) return 1
  const items = Array.isArray(value) ? value : Object.values(value)
  if (items.length >= limit) return limit
  let count = 1
  for (const item of items) {
    count += isContainer(item) ? countValues(item, limit - count) : 1
    if (count >= limit) return limit
  }
  return count
}

/** An object with `toJSON` counts as a single value. */
function isContainer(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !('toJSON' in value)
}
