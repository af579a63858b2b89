import { expect, it } from 'vitest'
import { createEventLog } from './event-log.ts'

it('keeps records in their order across blocks, and settles what their templates have become', () => {
  const events = createEventLog()
  const count = 70_000
  for (let i = 0; i < count; i++) events.push(1 + (i % 3), i + 1, i * 10, i % 7)
  events.settle((id) => (id === 3 ? 1 : id))
  expect(events.length).toBe(count)
  for (const i of [0, 2, 65_535, 65_536, count - 1]) {
    expect([events.templateAt(i), events.lineAt(i), events.timeAt(i), events.sourceAt(i)]).toEqual([
      i % 3 === 1 ? 2 : 1,
      i + 1,
      i * 10,
      i % 7,
    ])
  }
})
