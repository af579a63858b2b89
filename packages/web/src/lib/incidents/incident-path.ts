/** The page of an incident: by its id, or of one found in a file by `<detectionId>.<incidentId>`. */
export const incidentPath = (id: string): string => `/incidents/${encodeURIComponent(id)}`
