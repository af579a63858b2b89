/**
 * Share of the model's own training rows that would be flagged, measured on intervals left out while the limits were set.
 * `nominal` is 1 - pvalue.
 */
export type Calibration = { points: CalibrationPoint[] }

/** One nominal false-alarm rate with the share that was observed over `samples` rows. */
export type CalibrationPoint = { nominal: number; observed: number; samples: number }

/** The false-alarm rates at which every model is measured. */
export const NOMINAL_RATES: readonly number[] = [0.1, 0.05, 0.02, 0.01, 0.005, 0.001]
