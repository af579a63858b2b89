import { noParts } from '@omen/engine/detect'
import { expect, it, onTestFinished } from 'vitest'
import { createPiscinaCompute } from './piscina-compute.ts'

it('ends the thread of an extraction that nobody waits for any more', async () => {
  const compute = createPiscinaCompute({ threads: 1, memoryMb: 512, graceMs: 0 })
  onTestFinished(() => compute.close())
  const series = [{ id: 'a', metric: 'a', instance: '' }]
  const times = Float64Array.from({ length: 300 }, (_, row) => row * 60_000)
  const columns = [times.map((_, row) => Math.sin(row) + Math.sin(row * row))]
  const trained = await compute.train({ frame: { series, times, columns }, modelType: 'Split', exclude: [] })
  if (trained.kind !== 'model') throw new Error(trained.reason)
  const task = { model: trained.model, series, pvalue: 0.99, cvalue: 5, rowsAtOnce: 1000, found: noParts() }
  const client = new AbortController()
  const session = await compute.openExtraction(task, { signal: client.signal })
  const asked = session.segments(new Float64Array(5_000_000).fill(1), [])
  client.abort(new Error('the client left'))
  await expect(asked).rejects.toThrow('the client left')
  await session.close()
})
