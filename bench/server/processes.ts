import { readdirSync, readFileSync } from 'node:fs'

/** A process that lives, by what Linux tells of it. */
export interface ProcessStatus {
  readonly parent: number
  readonly anonymousKib: number
}

/** The process and all that it has started, and they. */
export function descendantsOf(pid: number, all: ReadonlyMap<number, ProcessStatus> = readAllStatuses()): number[] {
  const children = [...all].filter(([, { parent }]) => parent === pid).map(([child]) => child)
  return [pid, ...children.flatMap((child) => descendantsOf(child, all))]
}

export function readAllStatuses(): Map<number, ProcessStatus> {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  return new Map(
    pids.flatMap((name) => {
      const status = readStatus(Number(name))
      return status ? [[Number(name), status]] : []
    }),
  )
}

/** Undefined where the process has ended meanwhile. */
export function readStatus(pid: number): ProcessStatus | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/status`, 'utf8')
    const field = (name: string): number => Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(text)?.[1] ?? 0)
    return { parent: field('PPid'), anonymousKib: field('RssAnon') }
  } catch {
    return undefined
  }
}
