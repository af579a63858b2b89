/**
 * What is on a disk after a power cut, from the log that unsynced.c writes. The model is the least that POSIX promises: the
 * bytes and the size of a file are as they were when it was last synced, and the names in a folder as they were when that
 * folder was last synced. A file that is synced has no name yet, and one that was moved to another folder has both names until
 * the folder that it left is synced, too. A folder cannot be in two places: it is where its name was synced last.
 */
export interface StoredFile {
  readonly kind: 'file'
  readonly inode: string
  /** What to undo, oldest first. */
  unsynced: Overwritten[]
}

export interface StoredFolder {
  readonly kind: 'folder'
  /** Names that programs see. */
  readonly live: Map<string, Stored>
  /** Names that are there after a power cut. */
  durable: Map<string, Stored>
  /** The folder in whose durable names it is. */
  parent?: StoredFolder
  owner: Owner
}

export type Stored = StoredFile | StoredFolder

export interface Owner {
  readonly mode: number
  readonly user: number
  readonly group: number
}

/** The bytes at an offset that a write replaced, and the size of the file before. */
export interface Overwritten {
  readonly size: number
  readonly offset: number
  readonly bytes: Uint8Array
}

/** Everything on a disk by inode. */
export interface Inventory {
  readonly root: StoredFolder
  readonly files: Map<string, StoredFile>
  readonly folders: Map<string, StoredFolder>
}

const KINDS = {
  overwritten: 1,
  synced: 2,
  entered: 3,
  folderMade: 4,
  left: 5,
  everythingSynced: 6,
  unsupported: 7,
} as const
const HEADER_BYTES = 56
const TYPE_MASK = 0o170000
const FOLDER_TYPE = 0o040000

interface LogRecord {
  readonly kind: number
  readonly folder: string
  readonly inode: string
  readonly size: number
  readonly offset: number
  readonly owner: Owner
  readonly bytes: Uint8Array
}

function* recordsOf(log: Buffer): Generator<LogRecord> {
  for (let at = 0; at + HEADER_BYTES <= log.length; ) {
    const start = at + HEADER_BYTES
    at = start + log.readUInt32LE(start - HEADER_BYTES + 4)
    const header = log.subarray(start - HEADER_BYTES, start)
    yield {
      kind: header.readUInt32LE(0),
      folder: String(header.readBigUInt64LE(8)),
      inode: String(header.readBigUInt64LE(16)),
      size: Number(header.readBigUInt64LE(24)),
      offset: Number(header.readBigUInt64LE(32)),
      owner: { mode: header.readUInt32LE(40), user: header.readUInt32LE(44), group: header.readUInt32LE(48) },
      bytes: log.subarray(start, at),
    }
  }
}

export function newFolder(owner: Owner): StoredFolder {
  return { kind: 'folder', live: new Map(), durable: new Map(), owner }
}

/** Applies the log to what was on the disk before. Throws where a program did what the layer cannot follow. */
export function replay(inventory: Inventory, log: Buffer): void {
  for (const record of recordsOf(log)) apply(inventory, record)
}

function apply({ files, folders }: Inventory, record: LogRecord): void {
  const { kind, inode, owner } = record
  const isFolder = (owner.mode & TYPE_MASK) === FOLDER_TYPE
  const file = (): StoredFile => {
    if (!files.has(inode)) files.set(inode, { kind: 'file', inode, unsynced: [] })
    return files.get(inode)!
  }
  const text = (): string => Buffer.from(record.bytes).toString()
  switch (kind) {
    case KINDS.overwritten:
      file().unsynced.push(record)
      break
    case KINDS.synced:
      if (isFolder) syncFolder(folders.get(inode)!)
      else file().unsynced = []
      break
    case KINDS.folderMade:
      folders.set(inode, newFolder(owner))
      folders.get(record.folder)!.live.set(text(), folders.get(inode)!)
      break
    case KINDS.entered:
      folders.get(record.folder)!.live.set(text(), isFolder ? folders.get(inode)! : file())
      break
    case KINDS.left:
      folders.get(record.folder)!.live.delete(text())
      if (isFolder) folders.get(inode)!.owner = owner
      break
    case KINDS.everythingSynced:
      for (const each of folders.values()) syncFolder(each)
      for (const each of files.values()) each.unsynced = []
      break
    default:
      throw new Error(`the layer cannot follow ${text()}`)
  }
}

function syncFolder(folder: StoredFolder): void {
  for (const inner of folder.live.values()) {
    if (inner.kind !== 'folder' || inner.parent === folder) continue
    for (const [name, at] of inner.parent?.durable ?? []) if (at === inner) inner.parent!.durable.delete(name)
    inner.parent = folder
  }
  folder.durable = new Map(folder.live)
}
