import { describe, expect, it } from 'vitest'
import type { Frame } from '../series/frame.ts'
import { divideInstances } from './divide-instances.ts'

const frame: Frame = {
  times: Float64Array.of(0),
  stepMs: 1,
  series: ['a', 'b', 'c'].map((instance) => ({ id: `cpu[${instance}]`, metric: 'cpu', instance })),
  columns: [1, 2, 3].map((value) => Float64Array.of(value)),
}
const instancesOf = (divided: ReturnType<typeof divideInstances>) =>
  divided.kind === 'divided' ? divided.frame.series.map(({ instance }) => instance) : divided.kind

describe('divideInstances', () => {
  it('keeps all instances where no control is named', () => {
    expect(divideInstances(frame, { treated: ['a'] })).toEqual({ kind: 'divided', frame, treated: ['a'] })
  })
  it('takes all instances but the controls for reached', () => {
    expect(divideInstances(frame, { control: ['c'] })).toMatchObject({ treated: ['a', 'b'] })
  })
  it('leaves out instances in neither role where both are named', () => {
    expect(instancesOf(divideInstances(frame, { treated: ['a'], control: ['c'] }))).toEqual(['a', 'c'])
  })
  it.each([
    [{ treated: ['x'] }, 'unknown-instance'],
    [{ treated: ['a'], control: ['a'] }, 'both-roles'],
    [{ control: ['a', 'b', 'c'] }, 'nobody-treated'],
  ])('gives roles that cannot be met as a result: %j', (roles, kind) => {
    expect(divideInstances(frame, roles).kind).toBe(kind)
  })
})
