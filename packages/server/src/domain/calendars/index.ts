export { faultOfRule, openOccurrences } from './occurrences.ts'
export { readSkippedTimes } from './skipped-times.ts'
