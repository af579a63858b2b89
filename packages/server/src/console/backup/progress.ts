/** Reports progress on standard error. */
export interface Progress {
  /** Called after each member of the archive. */
  part(item: string, bytes: number): void
  warn(sentence: string): void
}

const everyMs = 2000

export function createProgress(verb: string, write: (line: string) => void, now: () => number): Progress {
  let members = 0
  let total = 0
  let said = now()
  return {
    part(item, bytes) {
      members++
      total += bytes
      if (now() - said < everyMs) return
      said = now()
      write(`${verb}: ${members} members, ${megabytes(total)}, at ${item}\n`)
    },
    warn: (sentence) => write(`Warning: ${sentence}\n`),
  }
}

export function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(1)} MB`
}
