/**
 * The series of a source that have a number already, found by a hash of 128 bits of what names them in a body. It lies in
 * shared memory: one thread writes, the threads that decode read while it does. Nothing is ever overwritten or removed; a
 * table that is full is replaced by a larger one.
 */
export interface SeriesTable {
  /** Two words of seed; then five a slot: the hash, and the number + 1, 0 where the slot is free. */
  readonly words: Uint32Array<SharedArrayBuffer>
}

/** The four words of a hash. */
export type SeriesHash = Uint32Array

const SEED_WORDS = 2
const SLOT_WORDS = 5
const FIRST_SLOTS = 1024

/** The seed is random, so that nobody can send series whose hashes meet. */
export function createSeriesTable(slots: number = FIRST_SLOTS): SeriesTable {
  const words = new Uint32Array(new SharedArrayBuffer(4 * (SEED_WORDS + slots * SLOT_WORDS)))
  words.set(crypto.getRandomValues(new Uint32Array(SEED_WORDS)))
  return { words }
}

/** The same with room for twice as many. */
export function enlargeSeriesTable({ words }: SeriesTable): SeriesTable {
  const larger = createSeriesTable(2 * slotsOf(words))
  larger.words.set(words.subarray(0, SEED_WORDS))
  for (let at = SEED_WORDS; at < words.length; at += SLOT_WORDS)
    if (words[at + 4] !== 0) put(larger.words, words.subarray(at, at + 4), words[at + 4]!)
  return larger
}

function slotsOf(words: Uint32Array): number {
  return (words.length - SEED_WORDS) / SLOT_WORDS
}

/** Series that a table holds before it is to be enlarged. */
export function seriesRoom({ words }: SeriesTable): number {
  return slotsOf(words) / 2
}

/** The number of a series, -1 where it is not known. */
export function findSeries({ words }: SeriesTable, hash: SeriesHash): number {
  return Atomics.load(words, slotOf(words, hash) + 4) - 1
}

/** False where the series was known. The table must have room. */
export function addSeries({ words }: SeriesTable, hash: SeriesHash, number: number): boolean {
  return put(words, hash, number + 1)
}

function put(words: Uint32Array, hash: SeriesHash, stored: number): boolean {
  const at = slotOf(words, hash)
  if (words[at + 4] !== 0) return false
  for (let word = 0; word < 4; word++) words[at + word] = hash[word]!
  // Last: whoever sees the number sees the hash
  Atomics.store(words, at + 4, stored)
  return true
}

/**
 * Where the slot of a hash begins, or the free one that it would take. A slot is written once, its number last: a hash that is
 * read as equal is whole, and one that is read too early is taken for another or a free one, which is that of a series not known.
 */
function slotOf(words: Uint32Array, hash: SeriesHash): number {
  const mask = slotsOf(words) - 1
  const [h1, h2, h3, h4] = [hash[0]!, hash[1]!, hash[2]!, hash[3]!]
  for (let slot = h1 & mask; ; slot = (slot + 1) & mask) {
    const at = SEED_WORDS + slot * SLOT_WORDS
    if (words[at] === h1 && words[at + 1] === h2 && words[at + 2] === h3 && words[at + 3] === h4) return at
    if (words[at + 4] === 0) return at
  }
}

/**
 * MurmurHash3_x86_128 of the bytes from `from` up to `to`, with the table's seed, into `hash`.
 * https://github.com/aappleby/smhasher/blob/master/src/MurmurHash3.cpp
 */
export function hashSeries(
  { words }: SeriesTable,
  bytes: Uint8Array,
  from: number,
  to: number,
  hash: SeriesHash,
): void {
  let [h1, h2] = [words[0]! | 0, words[1]! | 0]
  let [h3, h4] = [h1, h2]
  const end = from + ((to - from) & ~15)
  const view = viewOf(bytes)
  let at = from
  for (; at < end; at += 16) {
    h1 ^= Math.imul(rotate(Math.imul(view.getInt32(at, true), C1), 15), C2)
    h1 = (Math.imul(rotate(h1, 19) + h2, 5) + 0x561ccd1b) | 0
    h2 ^= Math.imul(rotate(Math.imul(view.getInt32(at + 4, true), C2), 16), C3)
    h2 = (Math.imul(rotate(h2, 17) + h3, 5) + 0x0bcaa747) | 0
    h3 ^= Math.imul(rotate(Math.imul(view.getInt32(at + 8, true), C3), 17), C4)
    h3 = (Math.imul(rotate(h3, 15) + h4, 5) + 0x96cd1c35) | 0
    h4 ^= Math.imul(rotate(Math.imul(view.getInt32(at + 12, true), C4), 18), C1)
    h4 = (Math.imul(rotate(h4, 13) + h1, 5) + 0x32ac3b17) | 0
  }
  if (at < to) {
    tail.fill(0)
    for (let index = 0; at + index < to; index++) tail[index] = bytes[at + index]!
    h4 ^= Math.imul(rotate(Math.imul(word(tail, 12), C4), 18), C1)
    h3 ^= Math.imul(rotate(Math.imul(word(tail, 8), C3), 17), C4)
    h2 ^= Math.imul(rotate(Math.imul(word(tail, 4), C2), 16), C3)
    h1 ^= Math.imul(rotate(Math.imul(word(tail, 0), C1), 15), C2)
  }
  const length = to - from
  h1 ^= length
  h2 ^= length
  h3 ^= length
  h4 ^= length
  h1 = (h1 + h2 + h3 + h4) | 0
  h2 = (h2 + h1) | 0
  h3 = (h3 + h1) | 0
  h4 = (h4 + h1) | 0
  h1 = mix(h1)
  h2 = mix(h2)
  h3 = mix(h3)
  h4 = mix(h4)
  h1 = (h1 + h2 + h3 + h4) | 0
  hash[0] = h1
  hash[1] = h2 + h1
  hash[2] = h3 + h1
  hash[3] = h4 + h1
}

const C1 = 0x239b961b
const C2 = 0xab0e9789
const C3 = 0x38b34ae5
const C4 = 0xa1e38b93
const tail = new Uint8Array(16)

let viewed: { readonly bytes: Uint8Array; readonly view: DataView } | undefined

/** Of the bytes that were hashed last it is there already. */
function viewOf(bytes: Uint8Array): DataView {
  if (viewed?.bytes !== bytes) viewed = { bytes, view: new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength) }
  return viewed.view
}

function word(bytes: Uint8Array, at: number): number {
  return bytes[at]! | (bytes[at + 1]! << 8) | (bytes[at + 2]! << 16) | (bytes[at + 3]! << 24)
}

function rotate(value: number, bits: number): number {
  return (value << bits) | (value >>> (32 - bits))
}

function mix(value: number): number {
  const once = Math.imul(value ^ (value >>> 16), 0x85ebca6b)
  const twice = Math.imul(once ^ (once >>> 13), 0xc2b2ae35)
  return twice ^ (twice >>> 16)
}
