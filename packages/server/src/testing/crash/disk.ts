/** A disk whose power can be cut. */
export interface Disk {
  readonly folder: string
  /** Of the processes that use it. */
  readonly environment: Readonly<Record<string, string>>
  /** From now on nothing reaches the disk, no sync succeeds, and what was not synced is lost. */
  cut(): void
  /** Ends whatever still uses the disk, and brings it back as after a power cut. */
  restore(): Promise<void>
  close(): Promise<void>
}

/** A file system that is mounted and shut down, or a layer below a process's system calls (unsynced.c). */
export type DiskKind = 'mounted' | 'layer'
