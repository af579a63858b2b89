import { TransportError } from '@omen/sdk'
import { atom } from 'jotai'
import { queryClientAtom } from 'jotai-tanstack-query'
import { omen } from '../../../lib/api/omen.ts'
import { queryKeys } from '../../../lib/api/query-keys.ts'
import { canResume, isUnderWay, isWorthSending, newUpload, nextToStart, type Upload } from './upload-model.ts'

const AT_ONCE = 2
/** Small enough for a slow connection to send one well within the request timeout. */
const CHUNK_BYTES = 4 * 2 ** 20

interface Sending {
  file: File
  stop: AbortController
}

/** Kept in the store, not in a component: uploads continue while the user is on another page. */
export const uploadsAtom = atom<readonly Upload[]>([])
const sendingsAtom = atom(new Map<string, Sending>())
const lastIdAtom = atom(0)

const changeAtom = atom(null, (get, set, id: string, change: Partial<Upload>) => {
  set(
    uploadsAtom,
    get(uploadsAtom).map((upload) => (upload.id === id ? { ...upload, ...change } : upload)),
  )
})

const isTransportAbort = (error: unknown): boolean => error instanceof TransportError && error.kind === 'aborted'

const pumpAtom = atom(null, (get, set) => {
  for (const upload of nextToStart(get(uploadsAtom), AT_ONCE)) void set(sendAtom, upload.id)
})

const sendAtom = atom(null, async (get, set, id: string) => {
  const sending = get(sendingsAtom).get(id)
  const upload = get(uploadsAtom).find((candidate) => candidate.id === id)
  if (!sending || !upload) return
  const { file, stop } = sending
  const change = (patch: Partial<Upload>) => set(changeAtom, id, patch)
  change({ state: 'hashing', error: null })
  try {
    const { sha256Of } = await import('./sha256.ts')
    const sha256 = await sha256Of(file, stop.signal)
    change({ state: 'sending', startedAt: Date.now(), startedFrom: upload.sent })
    const receipt = await omen.files.store(file, {
      chunkBytes: CHUNK_BYTES,
      sha256,
      resume: upload.filename ?? undefined,
      signal: stop.signal,
      onHandle: (filename) => change({ filename }),
      onProgress: ({ sent }) => change({ sent }),
    })
    change({ state: 'reading', sent: file.size, filename: receipt.filename })
    change(await readArrived(receipt.filename, stop.signal))
  } catch (error) {
    change(stop.signal.aborted || isTransportAbort(error) ? { state: 'cancelled' } : { state: 'failed', error })
  } finally {
    void get(queryClientAtom).invalidateQueries({ queryKey: queryKeys.files.all })
    set(pumpAtom)
  }
})

/** Makes the server read the file at once, so that faults are reported where it was selected. */
const readArrived = async (filename: string, signal: AbortSignal): Promise<Partial<Upload>> => {
  const { file } = await omen.files.get(filename, { signal })
  if (file.state === 'refused') return { state: 'failed', error: file.failure }
  return { state: 'stored' }
}

export const addUploadsAtom = atom(null, (get, set, files: readonly File[]) => {
  const added = files
    .filter((file) => isWorthSending(file.name))
    .map((file, index) => {
      const id = String(get(lastIdAtom) + index + 1)
      get(sendingsAtom).set(id, { file, stop: new AbortController() })
      return newUpload(id, file)
    })
  set(lastIdAtom, get(lastIdAtom) + added.length)
  set(uploadsAtom, [...get(uploadsAtom), ...added])
  set(pumpAtom)
})

export const cancelUploadAtom = atom(null, (get, set, id: string) => {
  get(sendingsAtom).get(id)?.stop.abort()
  if (get(uploadsAtom).find((upload) => upload.id === id)?.state === 'waiting')
    set(changeAtom, id, { state: 'cancelled' })
})

/** Resumes at the offset of the server. */
export const resumeUploadAtom = atom(null, (get, set, id: string) => {
  const sending = get(sendingsAtom).get(id)
  const upload = get(uploadsAtom).find((candidate) => candidate.id === id)
  if (!sending || !upload || !canResume(upload)) return
  get(sendingsAtom).set(id, { ...sending, stop: new AbortController() })
  set(changeAtom, id, { state: 'waiting', error: null })
  set(pumpAtom)
})

export const dropUploadAtom = atom(null, (get, set, id: string) => {
  get(sendingsAtom).delete(id)
  set(
    uploadsAtom,
    get(uploadsAtom).filter((upload) => upload.id !== id),
  )
})

export const clearUploadsAtom = atom(null, (get, set) => {
  for (const upload of get(uploadsAtom)) if (!isUnderWay(upload)) set(dropUploadAtom, upload.id)
})
