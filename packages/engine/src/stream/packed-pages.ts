import { createBitReader } from '../stats/bit-reader.ts'
import { createBitWriter } from '../stats/bit-writer.ts'
import type { Packable } from '../stats/packable.ts'

/** States of many detectors: the lengths of sixteen in words, then their words. */
export type PackedPages = { count: number; pages: readonly Uint32Array[] }

/** Packed states that are read and written one after another: a page is put together anew as it is gone through. */
export type PageStore = {
  /** Adds a state of no bits. */
  add(): void
  read(index: number, target: Packable): void
  /** Replaces a state, by that of no bits where there is none. */
  write(index: number, source: Packable | undefined): void
  save(): PackedPages
}

const PER_PAGE = 16
/** A page has room for a multiple of so many words, and some to spare: it seldom has to be moved, and what it leaves fits another. */
const ROOM_STEP = 256
const SPARE_PART = 1 / 64

const nothing = new Uint32Array(0)

/** A store with the states that were saved. */
export function createPackedPages(saved: PackedPages = { count: 0, pages: [] }): PageStore {
  // Read from a file, they are parts of one block, which would be held for as long as any of them
  const pages = saved.pages.map((page) => page.slice())
  const writer = createBitWriter()
  const reader = createBitReader()
  let { count } = saved
  /** The page that is being put together: its entries so far, and the words that were read and written. */
  let draft = new Uint32Array(1024)
  let page = -1
  let entry = 0
  let readAt = 0
  let writtenAt = 0

  const append = (words: Uint32Array): void => {
    if (writtenAt + words.length > draft.length) {
      const grown = new Uint32Array(2 * (writtenAt + words.length))
      grown.set(draft)
      draft = grown
    }
    draft.set(words, writtenAt)
    draft[entry] = words.length
    writtenAt += words.length
    readAt += pages[page]![entry]!
    entry++
  }
  const copyUntil = (end: number): void => {
    while (entry < end) append(pages[page]!.subarray(readAt, readAt + pages[page]![entry]!))
  }
  const finish = (): void => {
    if (page < 0) return
    copyUntil(PER_PAGE)
    const room = Math.ceil((writtenAt * (1 + SPARE_PART)) / ROOM_STEP) * ROOM_STEP
    const kept = pages[page]!
    if (kept.length < writtenAt || kept.length > room + 2 * ROOM_STEP) pages[page] = new Uint32Array(room)
    pages[page]!.set(draft.subarray(0, writtenAt))
    page = -1
  }
  const seek = (index: number): void => {
    const wanted = Math.floor(index / PER_PAGE)
    if (wanted !== page || index % PER_PAGE < entry) {
      finish()
      page = wanted
      entry = 0
      readAt = writtenAt = PER_PAGE
    }
    copyUntil(index % PER_PAGE)
  }
  return {
    add() {
      finish()
      if (count % PER_PAGE === 0) pages.push(new Uint32Array(PER_PAGE))
      count++
    },
    read(index, target) {
      seek(index)
      const length = pages[page]![entry]!
      reader.start(length === 0 ? nothing : pages[page]!, readAt)
      target.unpack(reader)
    },
    write(index, source) {
      seek(index)
      source?.pack(writer)
      append(source === undefined ? nothing : writer.end())
    },
    save() {
      finish()
      return { count, pages }
    },
  }
}
