import { expect, it } from 'vitest'
import { breadcrumbOf, screenGroups } from './navigation-model.ts'

it('shows the accounts to admins only', () => {
  const names = (role: 'admin' | 'member') =>
    screenGroups(role).flatMap((group) => group.screens.map(({ name }) => name))
  expect(names('admin')).toContain('accounts')
  expect(names('member')).not.toContain('accounts')
})
it('finds the screen that a nested page belongs to', () => {
  expect(breadcrumbOf('/models/abc', 'member')).toMatchObject({
    group: { name: 'models' },
    screen: { name: 'modelList' },
  })
})
it('finds the screen of pages with a path of their own', () =>
  expect(breadcrumbOf('/project-model/shop', 'member')).toMatchObject({ screen: { name: 'projects' } }))
it('does not match a path with the same prefix', () => expect(breadcrumbOf('/modelsX', 'member')).toBeNull())
