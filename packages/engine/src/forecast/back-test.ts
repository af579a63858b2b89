import type { Candidate, CandidateName, History } from './candidate.ts'

/** What each candidate forecast at some origins, and what came. */
export type BackTest = {
  origins: readonly number[]
  horizon: number
  names: CandidateName[]
  /** By candidate and origin; the last origin is the end of the history, whose future is not known. */
  forecasts: Float64Array[][]
}

/** Origins of a back-test, the end of the history not counted. */
const ORIGINS = 20

/** Lets every candidate forecast from origins spread evenly over the history, and from its end (rolling origin; Tashman 2000). */
export function backTest(history: History, candidates: readonly Candidate[], horizon: number): BackTest {
  const count = history.filled.length
  const origins = spreadOrigins(history.seasons.firstOrigin, count - horizon)
  const all = [...origins, count]
  return {
    origins,
    horizon,
    names: candidates.map((candidate) => candidate.name),
    forecasts: candidates.map((candidate) => candidate.forecast(history, all, horizon)),
  }
}

function spreadOrigins(first: number, last: number): number[] {
  const count = Math.max(1, Math.min(ORIGINS, last - first + 1))
  return Array.from({ length: count }, (_, k) => last - Math.round(((count - 1 - k) * (last - first)) / count))
}
