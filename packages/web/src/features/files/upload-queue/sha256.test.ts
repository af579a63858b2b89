import { createHash } from 'node:crypto'
import { expect, it } from 'vitest'
import { sha256Of } from './sha256.ts'

const MEBIBYTE = 2 ** 20

it('digests a file', async () => {
  expect(await sha256Of(new Blob(['abc']))).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad')
})
it('digests an empty file', async () => {
  expect(await sha256Of(new Blob([]))).toBe('e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855')
})
it('digests a file of several slices', async () => {
  const bytes = Uint8Array.from({ length: 2.5 * MEBIBYTE }, (_, index) => index % 251)
  expect(await sha256Of(new Blob([bytes]))).toBe(createHash('sha256').update(bytes).digest('hex'))
})
it('reads a large file in slices and never as a whole', async () => {
  const sizes: number[] = []
  const slice = (from: number, to: number) => {
    sizes.push(to - from)
    return new Blob([new Uint8Array(8)])
  }
  const arrayBuffer = () => Promise.reject(new Error('read as a whole'))
  await sha256Of({ size: 64 * MEBIBYTE, slice, arrayBuffer } as unknown as Blob)
  expect([sizes.length, Math.max(...sizes)]).toEqual([64, MEBIBYTE])
})
it('stops once it is aborted', async () => {
  await expect(sha256Of(new Blob(['abc']), AbortSignal.abort(new Error('stopped')))).rejects.toThrow('stopped')
})
