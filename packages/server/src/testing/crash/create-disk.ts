import type { Disk, DiskKind } from './disk.ts'
import { createMountedDisk, whyNotMounted } from './mounted-disk.ts'
import { createUnsyncedDisk, whyNoUnsyncedDisk } from './unsynced-disk.ts'

/** Why a disk of the kind cannot be had on this machine; undefined where it can. */
export function whyNoDisk(kind: DiskKind): string | undefined {
  return kind === 'mounted' ? whyNotMounted() : whyNoUnsyncedDisk()
}

/** The real file system where there can be one. */
export function bestDisk(): DiskKind {
  return whyNotMounted() === undefined ? 'mounted' : 'layer'
}

export function createDisk(kind: DiskKind = bestDisk()): Disk {
  return kind === 'mounted' ? createMountedDisk() : createUnsyncedDisk()
}
