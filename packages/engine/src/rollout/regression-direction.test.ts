import { describe, expect, it } from 'vitest'
import { guessRegressionDirection } from './regression-direction.ts'

describe('guessRegressionDirection', () => {
  it('knows what gets worse upwards and downwards', () => {
    for (const name of ['latency_ms', 'http.errors', 'p99', 'cpu', 'gcTimeMs', 'queueLag', 'cache_misses'])
      expect(guessRegressionDirection(name), name).toBe('up')
    for (const name of ['success_rate', 'cacheHitRatio', 'memory_free', 'availability'])
      expect(guessRegressionDirection(name), name).toBe('down')
  })

  it('calls what may go either way only changed', () => {
    for (const name of ['requests', 'network_send', 'orders', 'upload', 'loads_of', 'hitchhikers'])
      expect(guessRegressionDirection(name), name).toBe('either')
  })
})
