import { expect, it } from 'vitest'
import { placeOf, screenGroups } from './navigation-model.ts'

it('shows the accounts to admins alone', () => {
  const names = (role: 'admin' | 'member') =>
    screenGroups(role).flatMap((group) => group.screens.map(({ name }) => name))
  expect(names('admin')).toContain('accounts')
  expect(names('member')).not.toContain('accounts')
})
it('finds the screen that a deeper page hangs under', () => {
  expect(placeOf('/models/abc', 'member')).toMatchObject({ group: { name: 'models' }, screen: { name: 'modelList' } })
})
it('does not take a similar name for the same screen', () => expect(placeOf('/modelsX', 'member')).toBeNull())
