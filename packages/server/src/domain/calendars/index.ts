export { faultOfRule, openOrReport } from './occurrences.ts'
export { readSkippedTimes } from './skipped-times.ts'
