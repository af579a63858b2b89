import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { SecretBoxError } from '../../ports/secret-box.ts'
import { createAesSecretBox } from './aes-secret-box.ts'

const [first, second] = [randomBytes(32), randomBytes(32)]

test('opens what it sealed, and what another box with the key sealed', () => {
  const sealed = createAesSecretBox([first]).seal('p@ss 密码', 'integration:1')
  expect(createAesSecretBox([first]).open(sealed, 'integration:1')).toBe('p@ss 密码')
  expect(Buffer.from(sealed).includes('p@ss')).toBe(false)
  expect(createAesSecretBox([first]).open(createAesSecretBox([first]).seal('', 'a'), 'a')).toBe('')
})

test('the same secret is sealed differently each time', () => {
  const box = createAesSecretBox([first])
  expect(box.seal('same', 'a')).not.toEqual(box.seal('same', 'a'))
})

test('does not open it for something else, nor after any byte was changed or cut', () => {
  const box = createAesSecretBox([first])
  const sealed = box.seal('secret', 'integration:1')
  expect(() => box.open(sealed, 'integration:2')).toThrow(SecretBoxError)
  for (let at = 0; at < sealed.length; at++) {
    const changed = Uint8Array.from(sealed, (byte, index) => (index === at ? byte ^ 1 : byte))
    expect(() => box.open(changed, 'integration:1')).toThrow(SecretBoxError)
    expect(() => box.open(sealed.slice(0, at), 'integration:1')).toThrow(SecretBoxError)
  }
})

test('a replaced key still opens, and what it sealed is outdated', () => {
  const old = createAesSecretBox([first]).seal('secret', 'a')
  const rotated = createAesSecretBox([second, first])
  expect(rotated.open(old, 'a')).toBe('secret')
  expect(rotated.isOutdated(old)).toBe(true)
  expect(rotated.isOutdated(rotated.seal('secret', 'a'))).toBe(false)
  expect(() => createAesSecretBox([second]).open(old, 'a')).toThrow(/a key that this server does not have/)
})
