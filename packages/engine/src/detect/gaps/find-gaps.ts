import type { Frame } from '../../series/frame.ts'
import type { Model } from '../model.ts'
import type { GapFinding } from '../period.ts'
import { expectationsOf } from './gap-expectation.ts'
import { createGapFinder } from './gap-finder.ts'
import { createGapSurvey } from './gap-survey.ts'
import { nameRejectedLines } from './name-rejected-lines.ts'

/** The gaps of a whole frame (see `createGapFinder`). With a model its training says what is usual; without one the frame itself does. */
export function findGaps(frame: Frame, model?: Model): GapFinding[] {
  const { series, stepMs, rejectedRuns = [] } = frame
  const expected = model ? expectationsOf(model) : surveyOf(frame)
  const finder = createGapFinder({
    series,
    stepMs,
    expected,
    isAwaited: model !== undefined,
    timeZone: model?.timeZone,
  })
  finder.add(frame)
  return nameRejectedLines(finder.end(), rejectedRuns, stepMs)
}

function surveyOf(frame: Frame) {
  const survey = createGapSurvey(frame.series.length)
  survey.add(frame)
  return survey.end()
}
