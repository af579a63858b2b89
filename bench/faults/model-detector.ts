import { alignFrame, detect, type ModelType, trainModel } from '../../packages/engine/src/index.ts'
import type { Detector, Finding } from './fault-run.ts'

/** The product's defaults. */
const PARAMETERS = { pvalue: 0.99, cvalue: 5 }

export function modelDetector(modelType: ModelType): Detector {
  return {
    name: modelType,
    find(run) {
      const trained = trainModel(run.training, { modelType })
      if (trained.kind !== 'model') throw new Error(`${modelType} was not trained on ${run.name}: ${trained.reason}`)
      const aligned = alignFrame(
        run.whole,
        run.training.series.map((series) => series.id),
      )
      if (aligned.kind !== 'aligned') throw new Error(`${run.name} lacks ${aligned.missing.join(', ')}`)
      const { periods, gaps } = detect(trained.model, aligned.frame, PARAMETERS)
      const ofPeriods = periods.map((p): Finding => ({ from: p.start, to: p.end, first: p.series[0]?.seriesId ?? '' }))
      const ofGaps = gaps.map((gap): Finding => ({ from: gap.start, to: gap.end, first: gap.seriesIds[0] ?? '' }))
      return [...ofPeriods, ...ofGaps]
    },
  }
}
