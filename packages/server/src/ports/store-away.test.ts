import { expect, it } from 'vitest'
import { isStoreAway } from './store-away.ts'

const failure = (code: string) => Object.assign(new Error('write failed'), { code })

it('knows a connection that broke by its code, also behind other errors', () => {
  for (const code of ['ECONNRESET', 'EPIPE', '57P02', '08006'])
    expect(isStoreAway(new Error('Failed query', { cause: failure(code) })), code).toBe(true)
})

it('leaves faults of a request to others', () => {
  for (const code of ['23505', '42601', 'ENOSPC']) expect(isStoreAway(failure(code)), code).toBe(false)
})
