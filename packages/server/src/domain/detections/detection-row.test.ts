import { expect, it } from 'vitest'
import { headColumns } from './detection-row.ts'

it('reads no JSON of a detection for a list', () => {
  expect(Object.values(headColumns).map((column) => column.getSQLType())).not.toContain('jsonb')
})
