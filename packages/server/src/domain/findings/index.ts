export { countLiveFindings } from './count.ts'
export { type FindingRow, fromGap, fromPeriod, toGap, toPeriod } from './finding-row.ts'
export { type Found, keepFindings, worstOf } from './keep.ts'
export { eachPeriod, findPeriod, readGaps, readPeriods } from './read.ts'
