/** Lists of words that change their lengths, in blocks that are used again. */
export type BlockPool = {
  /** Copies a list into `target`, or into a longer array where it has no room; a list is named by its first block, -1 where it is empty. */
  read(first: number, target: Uint32Array): Uint32Array
  /** Replaces a list by the first words of `source`; gives its first block from then on. */
  write(first: number, source: Uint32Array, length: number): number
  /** All blocks, to be copied before the next call. */
  save(): SavedBlocks
}

/** Slabs of blocks, the block that follows each, and the first that is free; -1 for none. */
export type SavedBlocks = { slabs: readonly Uint32Array[]; next: Int32Array; free: number }

/** Words of a block. */
const BLOCK_WORDS = 256
/** Few: there may be many pools with few lists. */
const BLOCKS_PER_SLAB = 64
const NONE = -1

/**
 * A pool of blocks of 1 kB. Arrays of their own would be replaced with each change of length, and what was replaced held until garbage is collected: a
 * third of the memory.
 */
export function createBlockPool(saved: SavedBlocks = { slabs: [], next: new Int32Array(0), free: NONE }): BlockPool {
  const slabs = saved.slabs.map(onItsOwn)
  let next = saved.next.slice()
  let { free } = saved

  const blockAt = (block: number): Uint32Array => {
    const at = (block % BLOCKS_PER_SLAB) * BLOCK_WORDS
    return slabs[Math.floor(block / BLOCKS_PER_SLAB)]!.subarray(at, at + BLOCK_WORDS)
  }
  const addSlab = (): void => {
    const from = slabs.length * BLOCKS_PER_SLAB
    slabs.push(new Uint32Array(BLOCKS_PER_SLAB * BLOCK_WORDS))
    const grown = new Int32Array(from + BLOCKS_PER_SLAB)
    grown.set(next)
    for (let block = from; block < grown.length; block++) grown[block] = block + 1
    grown[grown.length - 1] = NONE
    next = grown
    free = from
  }
  const take = (): number => {
    if (free === NONE) addSlab()
    const block = free
    free = next[block]!
    next[block] = NONE
    return block
  }
  const release = (first: number): void => {
    let block = first
    while (block !== NONE) {
      const following = next[block]!
      next[block] = free
      free = block
      block = following
    }
  }
  return {
    read(first, target) {
      let room = target
      let at = 0
      for (let block = first; block !== NONE; block = next[block]!, at += BLOCK_WORDS) {
        if (at + BLOCK_WORDS > room.length) room = lengthen(room, at + BLOCK_WORDS)
        room.set(blockAt(block), at)
      }
      return room
    },
    write(first, source, length) {
      let head = first
      let last = NONE
      for (let at = 0; at < length; at += BLOCK_WORDS) {
        let block = last === NONE ? head : next[last]!
        if (block === NONE) {
          block = take()
          if (last === NONE) head = block
          else next[last] = block
        }
        blockAt(block).set(source.subarray(at, Math.min(length, at + BLOCK_WORDS)))
        last = block
      }
      if (last === NONE) {
        release(head)
        return NONE
      }
      release(next[last]!)
      next[last] = NONE
      return head
    },
    save: () => ({ slabs, next, free }),
  }
}

/** Read from a file, a slab may be part of one array with others, which would be held for as long as any of them. */
function onItsOwn(slab: Uint32Array): Uint32Array {
  return slab.byteLength === slab.buffer.byteLength ? slab : slab.slice()
}

/** A copy with room for at least so many words. */
export function lengthen(words: Uint32Array, min: number): Uint32Array {
  const longer = new Uint32Array(Math.max(min, 2 * words.length))
  longer.set(words)
  return longer
}
