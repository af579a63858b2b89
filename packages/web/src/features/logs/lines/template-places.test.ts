import { describe, expect, it } from 'vitest'
import { templatePlaces } from './template-places.ts'

const found = (template: string, line: string) =>
  templatePlaces(template, line)?.map(([from, to]) => line.slice(from, to)) ?? null

describe('templatePlaces', () => {
  it('finds what differs behind a header', () => {
    const line = '2026-10-25T10:00:40Z WARN orders[node3] rules compiled again in 357 ms: cache key changed'
    expect(found('rules compiled again in <*> ms: cache key changed', line)).toEqual(['357'])
  })

  it('gives the rest to a last place', () => {
    expect(found('failed: <*>', 'order failed: no worker free')).toEqual(['no worker free'])
    expect(found('<*> sent to <*>', '12 sent to a b')).toEqual(['12', 'a b'])
  })

  it('looks for a later beginning where the first one does not fit', () => {
    expect(found('in <*> ms', 'in all: in 5 ms')).toEqual(['all: in 5'])
    expect(found('in <*> ms', 'in 5 s')).toBeNull()
  })

  it('does not know a line of another template', () => {
    expect(templatePlaces('user <*> logged in', 'user 7 logged out')).toBeNull()
    expect(templatePlaces('<*> <*>', 'anything at all')).toBeNull()
  })

  it('knows a template without places', () => {
    expect(found('Heartbeat sent', 'INFO Heartbeat sent')).toEqual([])
  })
})
