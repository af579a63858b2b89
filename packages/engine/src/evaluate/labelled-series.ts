/** Rows of a series, both ends included. */
export type RowSpan = { from: number; to: number }

/** A series whose abnormal intervals are known. `times` are epoch ms in the order of the rows; `windows` are these intervals. */
export type LabelledSeries = { times: Float64Array; windows: readonly RowSpan[] }

/** A score for each row of a labelled series, higher for more anomalous. NaN is a row that was not scored and raises no alarm. */
export type LabelledScores = LabelledSeries & { scores: ArrayLike<number> }

/** The rows that an alarm is about, and the row at which it could be reported. */
export type Alarm = RowSpan & { reportedRow: number }

/** The alarms of a labelled series. Rows before `evaluatedFrom` count neither for nor against. */
export type LabelledAlarms = LabelledSeries & { alarms: readonly Alarm[]; evaluatedFrom: number }
