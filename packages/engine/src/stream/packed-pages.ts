import { createBitReader } from '../stats/bit-reader.ts'
import { createBitWriter } from '../stats/bit-writer.ts'
import type { Packable } from '../stats/packable.ts'
import { createBlockPool, lengthen, type SavedBlocks } from './block-pool.ts'

/** States of many detectors: the first block of each page. A page is the lengths of sixteen in words, then their words. */
export type PackedPages = { count: number; firsts: Int32Array; blocks: SavedBlocks }

/** Packed states that are read and written one after another: a page is put together anew as it is gone through. */
export type PageStore = {
  /** Adds a state of no bits. */
  add(): void
  read(index: number, target: Packable): void
  /** Replaces a state, by that of no bits where there is none. */
  write(index: number, source: Packable | undefined): void
  /** All pages, to be copied before the next call. */
  save(): PackedPages
}

/** States of a page. */
const PER_PAGE = 16
const FIRST_WORDS = 1024

const nothing = new Uint32Array(0)

/** A store with the states that were saved. */
export function createPackedPages(saved?: PackedPages): PageStore {
  const pool = createBlockPool(saved?.blocks)
  const firsts = Array.from(saved?.firsts ?? [])
  const writer = createBitWriter()
  const reader = createBitReader()
  let count = saved?.count ?? 0
  /** The page that is gone through, as it was and as it will be up to an entry. */
  let page = -1
  let words: Uint32Array = new Uint32Array(FIRST_WORDS)
  let draft: Uint32Array = new Uint32Array(FIRST_WORDS)
  let entry = 0
  let readAt = 0
  let writtenAt = 0

  const append = (added: Uint32Array): void => {
    const end = writtenAt + added.length
    if (end > draft.length) draft = lengthen(draft, end)
    draft.set(added, writtenAt)
    draft[entry] = added.length
    writtenAt = end
    readAt += words[entry]!
    entry++
  }
  const copyUntil = (end: number): void => {
    while (entry < end) append(words.subarray(readAt, readAt + words[entry]!))
  }
  const finish = (): void => {
    if (page < 0) return
    copyUntil(PER_PAGE)
    firsts[page] = pool.write(firsts[page]!, draft, writtenAt)
    page = -1
  }
  const seek = (index: number): void => {
    const wanted = Math.floor(index / PER_PAGE)
    if (wanted !== page || index % PER_PAGE < entry) {
      finish()
      page = wanted
      words.fill(0, 0, PER_PAGE)
      words = pool.read(firsts[page]!, words)
      entry = 0
      readAt = writtenAt = PER_PAGE
    }
    copyUntil(index % PER_PAGE)
  }
  return {
    add() {
      finish()
      if (count % PER_PAGE === 0) firsts.push(-1)
      count++
    },
    read(index, target) {
      seek(index)
      reader.start(words[entry] === 0 ? nothing : words, readAt, readAt + words[entry]!)
      target.unpack(reader)
    },
    write(index, source) {
      seek(index)
      source?.pack(writer)
      append(source === undefined ? nothing : writer.end())
    },
    save() {
      finish()
      return { count, firsts: Int32Array.from(firsts), blocks: pool.save() }
    },
  }
}
