import { describe, expect, it } from 'vitest'
import { createArena } from '../stats/arena.ts'
import { createBitReader } from '../stats/bit-reader.ts'
import { createBitWriter } from '../stats/bit-writer.ts'
import { createRandom, normal, type Random } from '../stats/random.ts'
import { createBlockMaxima } from './block-maxima.ts'

const STEP_MS = 300_000
const CHANNEL = { offset: 0.3, min: { deviation: 0.1, ofMean: 0 }, reach: 5, ofNoise: 0.15 }
const open = (one = CHANNEL) => createBlockMaxima(createArena(new ArrayBuffer(4096)), [one], 40)

function learn(draw: (random: Random) => number, points: number, seed = 41, one = CHANNEL) {
  const maxima = open(one)
  const random = createRandom(seed)
  for (let k = 0; k < points; k++) maxima.add(Float64Array.of(Math.abs(draw(random))), STEP_MS)
  return maxima
}

describe('createBlockMaxima', () => {
  it('is ready after ten blocks', () => {
    expect(learn(normal, 1439).isReady).toBe(false)
    expect(learn(normal, 1440).isReady).toBe(true)
  })

  it('sets the mean of earlier maxima to 0 and an alarm far above all of them', () => {
    const maxima = learn(normal, 40 * 144)
    expect(maxima.level(0, 2.9)).toBeCloseTo(0, 0)
    expect(maxima.level(0, 4.5)).toBeLessThan(1)
    expect(maxima.level(0, 9)).toBeGreaterThan(1)
  })

  it('asks for more where the tail is heavy', () => {
    const heavy = learn((random) => normal(random) / Math.max(0.02, random()), 40 * 144)
    expect(heavy.level(0, 9)).toBeLessThan(0.5)
  })

  it('asks for more where maxima vary more than those of noise, whatever power they are taken for', () => {
    const draw = (random: Random) => normal(random) * (1 + 2 * random() ** 8)
    const usual = learn(draw, 40 * 144)
    const wary = learn(draw, 40 * 144, 41, { ...CHANNEL, ofNoise: 0.05 })
    expect(wary.level(0, 9)).toBeLessThan(0.8 * usual.level(0, 9))
  })

  it('asks for more the fewer blocks there are', () => {
    expect(learn(normal, 11 * 144).level(0, 7)).toBeLessThan(learn(normal, 40 * 144).level(0, 7))
  })

  it('does not raise its limit by an incident before two more blocks have ended', () => {
    const maxima = learn(normal, 40 * 144)
    const before = maxima.level(0, 9)
    for (let k = 0; k < 2 * 144; k++) maxima.add(Float64Array.of(k < 144 ? 50 : 0.5), STEP_MS)
    expect(maxima.level(0, 9)).toBeCloseTo(before, 0)
    expect(maxima.level(0, 9)).toBeGreaterThan(1)
  })

  it('is packed and read back as it was', () => {
    const maxima = learn(normal, 30 * 144 + 50)
    const writer = createBitWriter()
    maxima.pack(writer)
    const words = writer.end().slice()
    const reader = createBitReader()
    reader.start(words, 0)
    const restored = open()
    restored.unpack(reader)
    expect(restored.level(0, 5)).toBeCloseTo(maxima.level(0, 5), 5)
    restored.pack(writer)
    expect(writer.end()).toEqual(words)
  })
})
