interface PredictionFacts {
  latestDataTimestamp?: number | undefined
  isEmailAlert?: boolean | undefined
  isLogCharts?: boolean | undefined
  /** Time of the last sample in the drawn data. */
  lastSample?: number | undefined
  /** The clock; only a live chart without a latest data timestamp looks at it. */
  now?: number | undefined
}

/** Where the predicted future begins, or null where none is drawn: a log chart has no prediction, a mail no clock. */
export function predictionStart(facts: PredictionFacts): number | null {
  if (facts.isLogCharts) return null
  if (facts.latestDataTimestamp !== undefined) return facts.latestDataTimestamp
  if (facts.isEmailAlert) return facts.lastSample ?? null
  return facts.now ?? null
}
