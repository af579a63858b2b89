import { expect, it } from 'vitest'
import { toRolloutLines } from './rollout-line-model.ts'

const SHOWN = {
  metric: 'latency',
  times: [0, 10, 20, 30],
  bucketMs: 10,
  control: 'weeks' as const,
  values: { min: [1, 2, null, 4], max: [1, 2, null, 5] },
  controls: [{ ago: 1, min: [9, 9, 9, 9], max: [9, 9, 9, 9] }],
  density: { at: [], before: [], after: [] },
}
const labels = { before: 'before', after: 'after', control: (ago: number) => `${ago} weeks` }

it('divides a line at the rollout, and draws what it is compared with in grey', () => {
  const [before, after, control] = toRolloutLines(SHOWN, 20, 'worse', labels)
  expect([before!.times, after!.times, control!.times]).toEqual([[0, 10], [30], [0, 10, 20, 30]])
  expect([before!.tone, after!.tone, control!.tone]).toEqual([undefined, 'outlier', 'peer'])
  expect(control!.label).toBe('1 weeks')
  expect(toRolloutLines(SHOWN, 20, 'better', labels)[1]!.tone).toBeUndefined()
})
