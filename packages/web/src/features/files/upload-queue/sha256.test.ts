import { expect, it } from 'vitest'
import { hashableBytes, sha256Of } from './sha256.ts'

it('digests a file', async () => {
  expect(await sha256Of(new Blob(['abc']))).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad')
})
it('leaves a large file to the server', async () => {
  const large = { size: hashableBytes + 1 } as Blob
  expect(await sha256Of(large)).toBeUndefined()
})
