/** An incident of an uploaded file's detection, as an `incidentId` names it: `<detectionId>.<incidentId>`. */
export interface DetectionIncidentId {
  readonly detectionId: string
  readonly incidentId: string
}

/** Undefined for an incident of a project. */
export function parseDetectionIncident(id: string): DetectionIncidentId | undefined {
  const at = id.indexOf('.')
  return at < 0 ? undefined : { detectionId: id.slice(0, at), incidentId: id.slice(at + 1) }
}

export function detectionIncidentId({ detectionId, incidentId }: DetectionIncidentId): string {
  return `${detectionId}.${incidentId}`
}
