import { type Choice, numbers } from '../choose.ts'

/** What is chosen of forecasts. */
export const forecastChoices: readonly Choice[] = [
  ...numbers('forecast/blend.ts', { SHARPNESS: [2, 4, 8, 16], FAR: [1.5, 2, 3, 5], HALF_LIFE: [5, 7, 10, 14, 20, 28] }),
  ...numbers('forecast/naive-candidates.ts', { RECENT: ['1 / 72', '1 / 36', '1 / 18', '1 / 12'] }),
]
