export { countLiveFindings } from './count.ts'
export {
  type FindingOrigin,
  type FindingRow,
  fromGap,
  fromLog,
  fromPeriod,
  type NewFinding,
  toGap,
  toIncidentLog,
  toLog,
  toPeriod,
} from './finding-row.ts'
export { type Found, keepFindings, worstOf } from './keep.ts'
export { eachPeriod, findPeriod, readGaps, readPeriods } from './read.ts'
