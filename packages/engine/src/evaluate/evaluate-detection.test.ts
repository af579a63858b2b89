import { describe, expect, it } from 'vitest'
import { detect } from '../detect/detect.ts'
import { sliceFrame } from '../series/frame.ts'
import { changeRows, simulateFrame } from '../testing/simulate-frame.ts'
import { train } from '../testing/train.ts'
import { toDetectionAlarms } from './evaluate-detection.ts'

describe('toDetectionAlarms', () => {
  const frame = changeRows(simulateFrame(['noise'], 800, 5, ['cpu[a]']), 0, 650, 700, (x) => x + 100)
  const options = { modelType: 'Split', pvalue: 0.99, cvalue: 5 } as const
  const learned = train(sliceFrame(frame, 0, 500), options)
  const reportedRow = (rows: number): number => {
    const model = {
      ...learned,
      runLimits: [
        { rows: 5, mean: rows === 5 ? 6 : 1e9 },
        { rows, mean: 6 },
      ],
    }
    const alarms = toDetectionAlarms(
      { kind: 'detected', onlyInTraining: 0, onlyInFrame: 0, frame, model, ...detect(model, frame, options) },
      [],
      options,
    )
    return alarms.alarms.find(({ from }) => from >= 645)!.reportedRow
  }

  it('reports a period when its run has gone as far as it has to, not before `cvalue` rows', () => {
    expect(reportedRow(5)).toBe(654)
    expect(reportedRow(16)).toBe(665)
  })
})
