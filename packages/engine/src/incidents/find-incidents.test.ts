import { describe, expect, it } from 'vitest'
import { findRuns } from '../detect/find-runs.ts'
import { trainAndDetect } from '../detect/train-and-detect.ts'
import { toDetectionAlarms } from '../evaluate/evaluate-detection.ts'
import { selectColumns, sliceFrame } from '../series/frame.ts'
import { changeRows, simulateFrame } from '../testing/simulate-frame.ts'
import { findIncidents, worstIncident } from './find-incidents.ts'

const OPTIONS = { pvalue: 0.999, cvalue: 5 }
const whole = simulateFrame(['noise', 'noise', 'slow'], 2_000, 7)
const training = sliceFrame(whole, 0, 1_500)
const withFault = changeRows(sliceFrame(whole, 1_500, 2_000), 0, 200, 260, (value) => value + 60)

describe('trainAndDetect', () => {
  it('finds a fault with a model of a quiet time, whatever the order of the columns', () => {
    const result = trainAndDetect(training, selectColumns(withFault, [2, 0, 1]), OPTIONS)
    if (result.kind !== 'detected') throw new Error(result.kind)
    expect(result.periods.some(({ fromRow, toRow }) => fromRow < 260 && toRow > 200)).toBe(true)
    expect(result.frame.series.map(({ id }) => id)).toEqual(['m2[n1]', 'm0[n1]', 'm1[n1]'])
  })
  it('leaves out series that only one of the frames has, and counts them', () => {
    const result = trainAndDetect(selectColumns(training, [0, 1]), selectColumns(withFault, [1, 2]), OPTIONS)
    expect(result).toMatchObject({ kind: 'detected', onlyInTraining: 1, onlyInFrame: 1 })
  })
  it('gives frames without a shared series, and too little to learn from, as results', () => {
    expect(trainAndDetect(selectColumns(training, [0]), selectColumns(withFault, [1]), OPTIONS).kind).toBe(
      'no-shared-series',
    )
    expect(trainAndDetect(sliceFrame(training, 0, 5), withFault, OPTIONS).kind).toBe('insufficient')
  })
})

describe('findIncidents', () => {
  const result = trainAndDetect(training, withFault, OPTIONS)
  if (result.kind !== 'detected') throw new Error(result.kind)
  const found = findIncidents(withFault, result, OPTIONS)
  it('ranks the series that the fault is in first', () => {
    const worst = worstIncident(found.map(({ incident }) => incident))
    const { ranking } = found.find(({ incident }) => incident === worst)!
    expect(ranking?.causes[0]?.seriesId).toBe('m0[n1]')
  })
  it('has no worst incident where there is none', () => expect(worstIncident([])).toBeUndefined())
})

describe('toDetectionAlarms', () => {
  it('evaluates only rows after the training where the frame overlaps it', () => {
    const result = trainAndDetect(training, whole, OPTIONS)
    if (result.kind !== 'detected') throw new Error(result.kind)
    expect(toDetectionAlarms(result, [], { modelType: 'Holistic', ...OPTIONS }).evaluatedFrom).toBe(1_500)
  })
  it('reports a period once cvalue rows were flagged, and at once with DBScan', () => {
    const result = trainAndDetect(training, withFault, OPTIONS)
    if (result.kind !== 'detected') throw new Error(result.kind)
    const delays = (modelType: 'Holistic' | 'DBScan') =>
      toDetectionAlarms(result, [], { modelType, pvalue: 0.99, cvalue: 3 }).alarms.map(
        ({ from, reportedRow }) => reportedRow - from,
      )
    expect(Math.max(...delays('Holistic'))).toBe(2)
    expect(Math.max(...delays('DBScan'))).toBe(0)
  })
  it('reports a period no earlier for having begun before it was flagged', () => {
    const ramp = changeRows(sliceFrame(whole, 1_500, 2_000), 0, 200, 280, (value, k) => value + k / 2)
    const result = trainAndDetect(training, ramp, { ...OPTIONS, modelType: 'Split' })
    if (result.kind !== 'detected') throw new Error(result.kind)
    const run = findRuns(result.scored.probability, 0.001, 5).find(({ toRow }) => toRow > 200)!
    const alarm = toDetectionAlarms(result, [], { modelType: 'Split', ...OPTIONS }).alarms.find(({ to }) => to > 200)!
    expect(alarm.from).toBeLessThan(run.fromRow)
    expect(alarm.reportedRow).toBe(run.fromRow + 4)
  })
})
