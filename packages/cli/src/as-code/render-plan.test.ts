import { expect, it } from 'vitest'
import { createPaint } from '../render/paint.ts'
import type { PlanStep } from './plan.ts'
import { renderPlan } from './render-plan.ts'

it('shows an interval as the file writes it', () => {
  const differences = [
    { field: 'samplingInterval', before: 10 / 60, after: 30 },
    { field: 'retentionDays', before: 30, after: 90 },
  ]
  const step = { action: 'changeProject', project: { name: 'shop' }, differences } as unknown as PlanStep
  const lines = renderPlan([step], createPaint('none')).split('\n')
  expect(lines[1]).toMatch(/^ +samplingInterval +10s → 30m$/)
  expect(lines[2]).toMatch(/^ +retentionDays +30 → 90$/)
})
