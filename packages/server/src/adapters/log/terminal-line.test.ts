import { expect, test } from 'vitest'
import { terminalLine } from './terminal-line.ts'

const base = { pid: 1, hostname: 'h', time: new Date(2026, 0, 2, 3, 4, 5).getTime() }

test('a request is one short line', () => {
  const entry = {
    ...base,
    level: 30,
    reqId: 'r',
    method: 'GET',
    path: '/api/v1/models',
    status: 200,
    ms: 3,
    account: 'admin01',
    msg: 'request',
  }
  expect(terminalLine(JSON.stringify(entry))).toBe('03:04:05 GET /api/v1/models 200 3 ms account=admin01')
})

test('warnings and errors show their level and where they happened', () => {
  const entry = { ...base, level: 50, msg: 'request failed', job: { id: 7 }, err: { stack: 'Error: no\n    at x' } }
  expect(terminalLine(JSON.stringify(entry))).toBe('03:04:05 error request failed job={"id":7}\nError: no\n    at x')
})
