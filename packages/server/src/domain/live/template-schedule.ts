/** When the templates of a project's lines are written: not with every row, which would be more work than scoring it. */
export interface TemplateSchedule {
  /** Rows are complete up to here: what is scored until then is to be seen at once. */
  expectRowsTo(time: number): void
  /** Whether they are to be written after the rows up to `end`, the end of the last that was scored; then it begins anew. */
  isDue(end: number, now: number): boolean
  /** They are written for another reason. */
  reset(end: number, now: number): void
}

/** Templates are written this often, and as soon as rows of so long have been scored up to the present. */
const everyMs = 10_000

export function createTemplateSchedule(): TemplateSchedule {
  let writtenAt = Number.NEGATIVE_INFINITY
  let writtenTo = Number.NEGATIVE_INFINITY
  let completeTo = Number.POSITIVE_INFINITY
  const reset = (end: number, now: number): void => {
    writtenAt = now
    writtenTo = end
  }
  return {
    expectRowsTo(time) {
      completeTo = time
    },
    isDue(end, now) {
      const isCaughtUp = end >= completeTo && end - writtenTo >= everyMs
      if (!isCaughtUp && now - writtenAt < everyMs) return false
      reset(end, now)
      return true
    },
    reset,
  }
}
