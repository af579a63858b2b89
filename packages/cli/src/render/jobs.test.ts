import { expect, it } from 'vitest'
import { versionText } from './jobs.ts'

it('says of a version that it is not in use', () => {
  const version = { modelName: 'checkout', modelType: 'Split', version: 3 }
  expect(versionText({ ...version, live: true })).toBe('checkout v3 (Split)')
  expect(versionText({ ...version, live: false })).toBe('checkout v3 (Split), not live')
})
