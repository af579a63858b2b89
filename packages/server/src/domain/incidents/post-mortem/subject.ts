import type { Caller, Context } from '../../context.ts'
import { findReadableDetection } from '../../detections/index.ts'
import { digestOf } from '../../digest.ts'
import { DomainError } from '../../errors.ts'
import { invalidField } from '../../invalid-field.ts'
import { requireOwnModel } from '../../live/index.ts'
import { findReadableProject, type ProjectRow } from '../../projects/index.ts'
import { findIncident } from '../find.ts'
import { detectionIncidentId, parseDetectionIncident } from '../incident-id.ts'

export interface SubjectRequest {
  readonly incidentId?: string | undefined
  readonly projectName?: string | undefined
  readonly from?: number | undefined
  readonly to?: number | undefined
  readonly modelName?: string | undefined
}

/** What a text is about. */
export interface Subject {
  /** Of the text. */
  readonly id: string
  readonly sourceId: string
  /** Null for an interval. */
  readonly incidentId: string | null
  readonly detectionId: string | null
  /** Of a project; undefined for a detection. */
  readonly project: ProjectRow | undefined
  readonly span: { readonly from: number; readonly to: number } | undefined
  /** Owner of the source. */
  readonly ownerId: string
}

const LONGEST_MS = 7 * 86_400_000

/** An incident, or an interval of a project, that the caller may read. */
export async function findSubject(ctx: Context, caller: Caller, request: SubjectRequest): Promise<Subject> {
  const { incidentId, projectName } = request
  if (incidentId !== undefined) {
    const ofDetection = parseDetectionIncident(incidentId)
    if (ofDetection === undefined) return ofProject(ctx, caller, incidentId)
    const { id: detectionId, sourceId, ownerId } = await findReadableDetection(ctx, caller, ofDetection.detectionId)
    const id = detectionIncidentId(ofDetection)
    return { id, sourceId, incidentId: id, detectionId, project: undefined, span: undefined, ownerId }
  }
  if (projectName === undefined) throw invalidField('incidentId', 'is required, or projectName', { rule: 'required' })
  return ofInterval(ctx, caller, { ...request, projectName })
}

async function ofProject(ctx: Context, caller: Caller, id: string): Promise<Subject> {
  const { incident, project } = await findIncident(ctx, caller, id)
  const { sourceId } = incident
  const common = { sourceId, project, detectionId: null, ownerId: project.source.ownerId }
  return { ...common, id: incident.id, incidentId: incident.id, span: undefined }
}

async function ofInterval(
  ctx: Context,
  caller: Caller,
  { projectName, from, to, modelName }: SubjectRequest & { readonly projectName: string },
): Promise<Subject> {
  const project = await findReadableProject(ctx, caller, projectName)
  requireOwnModel(project, { modelName })
  if (from === undefined) throw invalidField('from', 'is required', { rule: 'required' })
  if (to === undefined) throw invalidField('to', 'is required', { rule: 'required' })
  if (from >= to) throw invalidField('from', 'must be before to', { rule: 'order' })
  if (to - from > LONGEST_MS) throw invalidField('from', 'must be at most 7 days before to')
  const sourceId = project.source.id
  const id = `pm_${digestOf(sourceId, String(from), String(to)).slice(0, 24)}`
  const common = { sourceId, project, detectionId: null, ownerId: project.source.ownerId }
  return { ...common, id, incidentId: null, span: { from, to } }
}

/** Who may write: whoever may read, but not on what is everybody's. */
export function requireWritable(caller: Caller, { ownerId, project, detectionId }: Subject): void {
  if (ownerId === caller.accountId) return
  if (detectionId !== null) throw new DomainError('FORBIDDEN')
  if (project?.project.isDemo) throw new DomainError('FORBIDDEN')
}
