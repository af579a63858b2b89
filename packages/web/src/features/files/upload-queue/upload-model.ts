import type { Preview } from '@omen/sdk'

/** One file on its way to the server. */
export interface Upload {
  id: string
  name: string
  size: number
  state: 'waiting' | 'hashing' | 'sending' | 'reading' | 'stored' | 'failed' | 'cancelled'
  sent: number
  /** When and at which byte this attempt began to send; what the speed is counted from. */
  startedAt: number | null
  startedFrom: number
  /** The handle on the server, as soon as it has one: a broken upload goes on there. */
  filename: string | null
  error: unknown
  /** What is in it, as soon as the server has read it. */
  preview: Preview | null
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
  preview: null,
})

export const isUnderWay = ({ state }: Upload): boolean =>
  state === 'waiting' || state === 'hashing' || state === 'sending' || state === 'reading'

/** A file that was refused for what is in it is refused again: only what broke off can go on. */
export const canGoOn = ({ state, sent, size }: Upload): boolean =>
  state === 'cancelled' || (state === 'failed' && (sent < size || size === 0))

/** Bytes a second and what is left at that pace; null before there is a pace to speak of. */
export const uploadPace = (upload: Upload, now: number): { bytesPerSecond: number; remainingMs: number } | null => {
  if (upload.state !== 'sending' || upload.startedAt === null) return null
  const elapsedMs = now - upload.startedAt
  const moved = upload.sent - upload.startedFrom
  if (elapsedMs < 300 || moved <= 0) return null
  const bytesPerMs = moved / elapsedMs
  return { bytesPerSecond: bytesPerMs * 1000, remainingMs: (upload.size - upload.sent) / bytesPerMs }
}

/** Those that may start now, so that `atOnce` are under way and no more. */
export const nextToStart = (uploads: readonly Upload[], atOnce: number): Upload[] => {
  const busy = uploads.filter((upload) => upload.state === 'hashing' || upload.state === 'sending').length
  return uploads.filter((upload) => upload.state === 'waiting').slice(0, Math.max(0, atOnce - busy))
}

/** Files of a dropped folder that are worth sending: no hidden ones, none that a system leaves behind. */
export const isWorthSending = (name: string): boolean =>
  !/^(\.|Thumbs\.db$|desktop\.ini$)/i.test(name.split('/').at(-1) ?? '')
