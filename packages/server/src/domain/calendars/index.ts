export { faultOfRule, type Occurrences, openOccurrences } from './occurrences.ts'
export { readSkippedTimes } from './skipped-times.ts'
