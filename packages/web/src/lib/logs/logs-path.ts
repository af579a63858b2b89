/** The page of the lines of a project, by its address. */
export const projectLogsPath = (address: string): string => `/logs?project=${encodeURIComponent(address)}`

/** The page of the lines of an uploaded file, by its handle. */
export const fileLogsPath = (filename: string): string => `/logs?file=${encodeURIComponent(filename)}`
