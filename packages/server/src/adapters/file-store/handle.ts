import { type FileKind, FileStoreError, type FoundItem, type StoredItem } from '../../ports/file-store.ts'

/** Keeps anything that is not a handle out of paths and keys. */
export function checkHandle(handle: string): string {
  if (!/^[A-Za-z0-9_-]{8,64}$/.test(handle)) throw new FileStoreError('missing', `'${handle}' is not a handle`)
  return handle
}

export type FoundName = Pick<FoundItem, 'kind' | 'handle' | 'foundAt'>

/** `<handle>.<kind>.<epoch ms>`: the name holds everything about a file that was set aside, so there is no index to lose. */
export function foundName({ handle, kind, foundAt }: FoundName): string {
  return `${checkHandle(handle)}.${kind}.${foundAt}`
}

export function parseFoundName(name: string): FoundName | undefined {
  const match = /^([A-Za-z0-9_-]{8,64})\.(file|blob|unfinished)\.(\d{1,16})$/.exec(name)
  if (!match) return undefined
  return { handle: match[1]!, kind: match[2] as StoredItem['kind'], foundAt: Number(match[3]) }
}

export function missing(kind: FileKind | StoredItem['kind'], handle: string, cause?: unknown): FileStoreError {
  return new FileStoreError('missing', `there is no ${kind} ${handle}`, cause)
}
