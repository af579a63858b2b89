import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { hashed } from './hashed.ts'

describe('hashed', () => {
  it('lets other work run while it hashes a large chunk, and gives its hash', async () => {
    const chunk = new Uint8Array(20_000_000).map((_, at) => at)
    const { stream, sealed } = hashed([chunk])
    let turns = 0
    let isOver = false
    const count = (): void => {
      if (isOver) return
      turns++
      setImmediate(count)
    }
    setImmediate(count)
    for await (const passed of stream) expect(passed).toBe(chunk)
    isOver = true
    expect(turns).toBeGreaterThan(2)
    expect(sealed()).toEqual({ bytes: chunk.length, sha256: createHash('sha256').update(chunk).digest('hex') })
  })
})
