/** An entry that other users of the machine could access, by its path below the data folder. */
export interface OpenEntry {
  readonly path: string
  /** Permission bits, like 0o644. */
  readonly mode: number
}

/** The folder that everything embedded lives in, as the operating system sees it. */
export interface DataFolder {
  /** Shown to the operator. */
  readonly path: string
  /** Bytes that this process may still write on its disk. */
  freeBytes(): Promise<number>
  /** Entries accessible to other users: files should be 0600, folders 0700. The engines manage their own. */
  openToOthers(): AsyncIterable<OpenEntry>
  /** Closes all of it; resolves early when aborted. */
  closeToOthers(signal?: AbortSignal): Promise<void>
}
