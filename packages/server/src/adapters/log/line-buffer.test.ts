import { expect, test } from 'vitest'
import { createLineBuffer, type LineBuffer } from './line-buffer.ts'
import type { LineTarget } from './line-target.ts'

interface TestTarget extends LineTarget {
  text: string
  /** What a write answers; by default all is taken. */
  answer: (bytes: Uint8Array) => Promise<number>
}

function createTarget(): TestTarget {
  const target: TestTarget = {
    text: '',
    answer: async (bytes) => bytes.length,
    async write(bytes) {
      const taken = await target.answer(bytes)
      target.text += Buffer.from(bytes.subarray(0, taken)).toString()
      return taken
    },
    writeNow(bytes) {
      target.text += Buffer.from(bytes).toString()
    },
  }
  return target
}

function createBuffer(target: LineTarget, maxBytes = 1_000): LineBuffer {
  return createLineBuffer({ target, maxBytes, retryMs: 1, tellDropped: (count) => `${count} dropped` })
}

test('lines are written in their order', async () => {
  const target = createTarget()
  const buffer = createBuffer(target)
  for (const line of ['one', 'two', 'three']) buffer.add(line)
  await buffer.flush(1_000)
  expect(target.text).toBe('one\ntwo\nthree\n')
})

test('what is taken in part is written to its end', async () => {
  const target = createTarget()
  target.answer = async (bytes) => Math.min(2, bytes.length)
  const buffer = createBuffer(target)
  buffer.add('in many parts')
  await buffer.flush(1_000)
  expect(target.text).toBe('in many parts\n')
})

test('a log that cannot be written drops lines and reports their number once it can', async () => {
  const target = createTarget()
  let isFull = true
  target.answer = async (bytes) => {
    if (isFull) throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' })
    return bytes.length
  }
  const buffer = createBuffer(target, 20)
  for (let line = 0; line < 10; line++) buffer.add(`line ${line}`)
  await buffer.flush(20)
  isFull = false
  await buffer.flush(1_000)
  buffer.add('later')
  await buffer.flush(1_000)
  expect(target.text).toBe('line 0\nline 1\nline 2\n7 dropped\nlater\n')
})

test('a reader that has stopped reading blocks nothing, and memory stays bounded', async () => {
  const target = createTarget()
  const read = Promise.withResolvers<void>()
  target.answer = async (bytes) => {
    await read.promise
    return bytes.length
  }
  const buffer = createBuffer(target, 700)
  for (let line = 0; line < 100_000; line++) buffer.add('seven..')
  read.resolve()
  await buffer.flush(1_000)
  const lines = target.text.trimEnd().split('\n')
  expect(lines.at(-1)).toBe(`${100_000 - (lines.length - 1)} dropped`)
  expect(lines.length).toBeLessThan(100)
})

test('buffered lines are written synchronously when the process exits', () => {
  const target = createTarget()
  target.answer = () => new Promise(() => {})
  const buffer = createBuffer(target)
  buffer.add('on its way')
  buffer.add('still waiting')
  buffer.flushNow()
  expect(target.text).toBe('still waiting\n')
})
