import { describe, expect, test } from 'vitest'
import { readLogAnswer } from './datadog-logs.ts'

const SPAN = { from: Date.UTC(2026, 0, 1), to: Date.UTC(2026, 0, 2) }
const TIMESTAMP = '2026-01-01T12:00:00.250Z'

describe('readLogAnswer', () => {
  const read = (...events: object[]) => readLogAnswer({ data: events.map((attributes) => ({ attributes })) }, SPAN)

  test('reads time, host, service, severity and what else there is', () => {
    const attributes = { user: { id: 7 } }
    const event = {
      timestamp: TIMESTAMP,
      host: 'a',
      service: 'b',
      status: 'warn',
      message: 'm',
      tags: ['env:x'],
      attributes,
    }
    expect(read(event).lines).toEqual([
      {
        time: Date.parse(TIMESTAMP),
        instance: 'a',
        service: 'b',
        severity: 13,
        line: 'm',
        attributes: { user: { id: 7 }, tags: ['env:x'] },
      },
    ])
  })

  test.each([
    ['ok', 9],
    ['emergency', 21],
    ['notice', 10],
    [undefined, 0],
  ])('the status %s is severity %i', (status, severity) => {
    expect(read({ timestamp: TIMESTAMP, message: 'm', status }).lines[0]?.severity).toBe(severity)
  })

  test('notes events without a time, and what Datadog warns of', () => {
    const meta = { warnings: [{ code: 'unknown_index', detail: 'indexes: foo, bar' }], page: { after: 'next' } }
    const { lines, notes, cursor } = readLogAnswer({ data: [{ attributes: { message: 'when?' } }, 7], meta }, SPAN)
    expect(lines).toEqual([])
    expect(notes).toEqual(['indexes: foo, bar', '2 of 2 log events have no time and were left out.'])
    expect(cursor).toBe('next')
  })

  test('rejects a search that was given up', () => {
    expect(() => readLogAnswer({ data: [], meta: { status: 'timeout' } }, SPAN)).toThrow(/incomplete/)
  })
})
