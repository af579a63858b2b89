export type {
  Cause,
  CauseOptions,
  CauseRanking,
  CauseReasons,
  Change,
  InstanceCause,
  LogEvent,
  RankedChange,
} from './cause.ts'
export { foldStopped } from './fold-stopped.ts'
export type { MovementEdge, MovementGraph, PastIncident } from './movement-graph.ts'
export { learnMovements } from './movement-graph.ts'
export { rankCauses, toPastMovers } from './rank-causes.ts'
export { renderCause } from './render-cause.ts'
