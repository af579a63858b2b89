/** One file being uploaded. */
export interface Upload {
  id: string
  name: string
  size: number
  state: 'waiting' | 'hashing' | 'sending' | 'reading' | 'stored' | 'failed' | 'cancelled'
  sent: number
  /** Start time and offset of this attempt, from which the speed is computed. */
  startedAt: number | null
  startedFrom: number
  /** The handle on the server, once there is one; an interrupted upload resumes with it. */
  filename: string | null
  error: unknown
}

export const newUpload = (id: string, file: { name: string; size: number }): Upload => ({
  id,
  name: file.name,
  size: file.size,
  state: 'waiting',
  sent: 0,
  startedAt: null,
  startedFrom: 0,
  filename: null,
  error: null,
})

export const isUnderWay = ({ state }: Upload): boolean =>
  state === 'waiting' || state === 'hashing' || state === 'sending' || state === 'reading'

/** A file rejected for its content would be rejected again: only interrupted uploads can be resumed. */
export const canResume = ({ state, sent, size }: Upload): boolean =>
  state === 'cancelled' || (state === 'failed' && (sent < size || size === 0))

/** Bytes per second and remaining time; null until there is a meaningful rate. */
export const uploadPace = (upload: Upload, now: number): { bytesPerSecond: number; remainingMs: number } | null => {
  if (upload.state !== 'sending' || upload.startedAt === null) return null
  const elapsedMs = now - upload.startedAt
  const moved = upload.sent - upload.startedFrom
  if (elapsedMs < 300 || moved <= 0) return null
  const bytesPerMs = moved / elapsedMs
  return { bytesPerSecond: bytesPerMs * 1000, remainingMs: (upload.size - upload.sent) / bytesPerMs }
}

/** The uploads to start now, so that at most `atOnce` run. */
export const nextToStart = (uploads: readonly Upload[], atOnce: number): Upload[] => {
  const busy = uploads.filter((upload) => upload.state === 'hashing' || upload.state === 'sending').length
  return uploads.filter((upload) => upload.state === 'waiting').slice(0, Math.max(0, atOnce - busy))
}

/** Files of a dropped folder, without hidden and system files. */
export const isWorthSending = (name: string): boolean =>
  !/^(\.|Thumbs\.db$|desktop\.ini$)/i.test(name.split('/').at(-1) ?? '')
