import { expect, test } from 'vitest'
import { describeRotation } from './rotate-secrets.ts'

test('what the old key is still needed for is said: backups and the links in mails', () => {
  const [done, next] = describeRotation({ total: 3, resealed: 2, unreadable: 0 })
  expect(done).toBe('2 of 3 secrets were sealed anew with the first key.')
  expect(next).toMatch(/backups.*links in mails.*unsubscribe/)
})

test('what cannot be opened is said first', () => {
  expect(describeRotation({ total: 3, resealed: 2, unreadable: 1 })[1]).toMatch(/^1 cannot be opened/)
})
