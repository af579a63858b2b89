import { expect, it } from 'vitest'
import { changeName } from './change-name.ts'

it('has the version once', () => {
  expect(changeName({ title: 'shop deployed', version: '2.1' })).toBe('shop deployed 2.1')
  expect(changeName({ title: 'db 16.4 deployed', version: '16.4' })).toBe('db 16.4 deployed')
  expect(changeName({ title: 'restart', version: null })).toBe('restart')
})
