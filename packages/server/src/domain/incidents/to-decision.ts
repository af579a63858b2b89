import type { IncidentDecision } from '../../schema/wire-types.ts'
import type { ProjectRow } from '../projects/index.ts'
import type { IncidentRow } from './find.ts'

/** Where an incident stands by what a person said of it. */
export function toDecision(
  { id, state, decidedAt, decidedBy, note }: IncidentRow,
  { source }: ProjectRow,
): IncidentDecision {
  return { id, projectName: source.name, state, decidedAt, decidedBy, note }
}
