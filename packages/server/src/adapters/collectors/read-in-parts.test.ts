import { describe, expect, test } from 'vitest'
import { CollectorError, type CollectWindow } from '../../ports/collector.ts'
import { readInParts, streamInParts } from './read-in-parts.ts'

describe('readInParts', () => {
  const window: CollectWindow = { from: 100, to: 150, stepMs: 10 }
  const all = async (limitMs: number) => {
    const parts: [number, number][] = []
    const read = async ({ from, to }: CollectWindow): Promise<[number, number]> => {
      if (to - from > limitMs) throw new CollectorError('tooMuch')
      return [from, to]
    }
    for await (const part of readInParts(window, read)) parts.push(part)
    return parts
  }

  test('reads a window at once where that is possible, else in parts of whole steps', async () => {
    expect(await all(50)).toEqual([[100, 150]])
    expect(await all(30)).toEqual([
      [100, 120],
      [120, 150],
    ])
    expect(await all(10)).toEqual([
      [100, 110],
      [110, 120],
      [120, 130],
      [130, 140],
      [140, 150],
    ])
  })

  test('rejects where a single step is too much, and whatever else is wrong', async () => {
    await expect(all(5)).rejects.toMatchObject({ fault: 'tooMuch' })
    const failing = readInParts(window, () => Promise.reject(new CollectorError('throttled')))
    await expect(failing.next()).rejects.toMatchObject({ fault: 'throttled' })
  })

  test('reads the halves of a window of which some came before it was too much', async () => {
    const parts: (readonly [number, number])[] = []
    const read = async function* ({ from, to }: CollectWindow) {
      yield [from, to] as const
      if (to - from > 30) throw new CollectorError('tooMuch')
    }
    for await (const part of streamInParts(window, read)) parts.push(part)
    expect(parts).toEqual([
      [100, 150],
      [100, 120],
      [120, 150],
    ])
  })
})
