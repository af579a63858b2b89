import { createServer, type Server } from 'node:http'
import { setFlagsFromString } from 'node:v8'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { growHeapUnderLoad } from './grow-heap.ts'

vi.mock('node:v8', () => ({ setFlagsFromString: vi.fn() }))

let server: Server
beforeEach(() => {
  vi.useFakeTimers()
  vi.mocked(setFlagsFromString).mockClear()
  server = createServer()
  growHeapUnderLoad(server)
})
afterEach(() => {
  vi.useRealTimers()
})

const receive = (bytes: number) => server.emit('request', { headers: { 'content-length': String(bytes) } })
const flags = () => vi.mocked(setFlagsFromString).mock.calls.map(([flag]) => flag)
const SMALL = '--heap-growing-percent=100'
const GROWN = '--heap-growing-percent=300'

test('the heap grows while more than 2 MB a second come, and for ten seconds after', () => {
  receive(1_500_000)
  vi.advanceTimersByTime(1000)
  receive(1_500_000)
  expect(flags()).toEqual([SMALL])
  receive(600_000)
  expect(flags()).toEqual([SMALL, GROWN])
  vi.advanceTimersByTime(10_000)
  expect(flags()).toEqual([SMALL, GROWN])
  vi.advanceTimersByTime(1000)
  expect(flags()).toEqual([SMALL, GROWN, SMALL])
})

test('a load that goes on sets nothing again', () => {
  for (let second = 0; second < 30; second++) {
    receive(3_000_000)
    vi.advanceTimersByTime(1000)
  }
  expect(flags()).toEqual([SMALL, GROWN])
})
