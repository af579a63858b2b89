import { plainUnit } from '@omen/engine'
import type { PredictedIncident } from '../../schema/wire-types.ts'
import type { Prediction } from '../predictions/index.ts'

/** Predictions of one instance of a project, or of a series without an instance: at least one, the soonest first. */
export type PredictionGroup = readonly [Prediction, ...Prediction[]]

/** Keeps the order of the first of each group. */
export function groupPredictions(predictions: readonly Prediction[]): PredictionGroup[] {
  const groups = new Map<string, [Prediction, ...Prediction[]]>()
  for (const one of predictions) {
    const { row, metric, instance } = one
    const key = JSON.stringify([row.source.id, instance, instance === '' && metric])
    const group = groups.get(key)
    if (group === undefined) groups.set(key, [one])
    else group.push(one)
  }
  return [...groups.values()]
}

export function toPredictedIncident(group: PredictionGroup): PredictedIncident {
  const [{ row, metric, instance, unit, predicted }] = group
  const { side, limit, about, earliest, latest, historyMs } = predicted
  const shown = plainUnit(unit ?? '')
  return {
    projectName: row.source.name,
    owner: row.owner,
    metric,
    instance,
    ...(shown !== '' && { unit: shown }),
    side,
    limit,
    about,
    earliest,
    latest,
    historyMs,
    series: group.length,
    since: Math.min(...group.map((one) => one.predicted.since)),
  }
}
