import { describe, expect, it } from 'vitest'
import { simulateFrame } from '../testing/simulate-frame.ts'
import { comparePeers } from './compare-peers.ts'

const NAMES = ['cpu[a]', 'cpu[b]', 'cpu[c]', 'mem[a]']
const frame = simulateFrame(['noise', 'noise', 'noise', 'noise'], 200, 5, NAMES)
const OPTIONS = { tolerance: 3, minMembers: 3, minSpan: 5 }

describe('comparePeers', () => {
  it('compares metrics with enough instances and names those with too few', () => {
    const found = comparePeers(frame, {}, OPTIONS)
    expect(found).toMatchObject({ kind: 'compared', compared: [{ metric: 'cpu' }], tooSmall: [{ metric: 'mem' }] })
  })
  it('takes all columns for instances of one metric where oneGroup says so', () => {
    const found = comparePeers(frame, { oneGroup: true }, OPTIONS)
    expect(found).toMatchObject({ kind: 'compared', compared: [{ metric: 'all columns' }], tooSmall: [] })
  })
  it('gives a metric that no series has as a result', () => {
    expect(comparePeers(frame, { metrics: ['disk'] }, OPTIONS)).toEqual({
      kind: 'unknown-metric',
      metric: 'disk',
      metrics: ['cpu', 'mem'],
    })
  })
})
