import { describe, expect, test } from 'vitest'
import { readLogRows } from './newrelic-logs.ts'

const read = (...results: Record<string, unknown>[]) =>
  readLogRows({ results, facets: [], eventTypes: ['Log'], messages: [] }, { from: 10, to: 20 })

describe('readLogRows', () => {
  test('orders lines by time, and those of one millisecond as they were written', () => {
    const { lines } = read(
      { timestamp: 15, message: 'third' },
      { timestamp: 12, message: 'second' },
      { timestamp: 12, message: 'first' },
    )
    expect(lines.map(({ line }) => line)).toEqual(['first', 'second', 'third'])
  })

  test('finds instance, service and severity by the names that forwarders give them', () => {
    const row = {
      timestamp: 10,
      message: 'm',
      'host.name': 'a',
      'service.name': 'b',
      'log.level': 'WARN',
      messageId: '1',
    }
    expect(read(row).lines).toEqual([
      {
        time: 10,
        line: 'm',
        instance: 'a',
        service: 'b',
        severity: 13,
        attributes: { 'host.name': 'a', 'service.name': 'b', 'log.level': 'WARN' },
      },
    ])
  })

  test('takes the attributes of an event without a message for its line', () => {
    expect(read({ timestamp: 10, code: 7 }).lines[0]?.line).toBe('{"code":7}')
  })

  test('notes events without a time, and leaves out those of another', () => {
    const { lines, notes } = read({ message: 'when?' }, { timestamp: 9, message: 'a' }, { timestamp: 20, message: 'b' })
    expect(lines).toEqual([])
    expect(notes).toEqual(['1 of 3 log events have no time and were left out.'])
  })
})
