interface PredictionFacts {
  latestDataTimestamp?: number | undefined
  isEmailAlert?: boolean | undefined
  /** As records on the wire spell it. */
  isEmailAert?: boolean | undefined
  isLogCharts?: boolean | undefined
  /** Time of the last sample in the drawn data. */
  lastSample?: number | undefined
  /** The current time; used only by a live chart without a latest data timestamp. */
  now?: number | undefined
}

/** Start of the predicted future, or null if none is drawn: a log chart has no prediction, a mail no current time. */
export function predictionStart(facts: PredictionFacts): number | null {
  if (facts.isLogCharts) return null
  if (facts.latestDataTimestamp !== undefined) return facts.latestDataTimestamp
  if (facts.isEmailAlert || facts.isEmailAert) return facts.lastSample ?? null
  return facts.now ?? null
}
