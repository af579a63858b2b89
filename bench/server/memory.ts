import { readdirSync, readFileSync } from 'node:fs'
import { CannotMeasure } from '../budget.ts'

/** Anonymous memory in MB (RssAnon) of a process and all its descendants, the embedded PostgreSQL among them. */
export function anonymousMb(pid: number): number {
  if (!readStatus(pid)) throw new CannotMeasure('Memory is read from /proc, which only Linux has.')
  const all = readAll()
  const kib = descendantsOf(pid, all).reduce((sum, one) => sum + (all.get(one)?.anonymousKib ?? 0), 0)
  return (kib * 1024) / 1e6
}

/** Samples the memory every 50 ms until stopped, then returns the highest value. */
export function watchMemory(pid: number): { stop(): number } {
  let highest = anonymousMb(pid)
  const timer = setInterval(() => {
    highest = Math.max(highest, anonymousMb(pid))
  }, 50)
  return {
    stop() {
      clearInterval(timer)
      return Math.max(highest, anonymousMb(pid))
    },
  }
}

interface Status {
  readonly parent: number
  readonly anonymousKib: number
}

function readAll(): Map<number, Status> {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  return new Map(
    pids.flatMap((name) => {
      const status = readStatus(Number(name))
      return status ? [[Number(name), status]] : []
    }),
  )
}

function descendantsOf(pid: number, all: ReadonlyMap<number, Status>): number[] {
  const children = [...all].filter(([, { parent }]) => parent === pid).map(([child]) => child)
  return [pid, ...children.flatMap((child) => descendantsOf(child, all))]
}

/** Undefined where the process has ended meanwhile. */
function readStatus(pid: number): Status | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/status`, 'utf8')
    const field = (name: string): number => Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(text)?.[1] ?? 0)
    return { parent: field('PPid'), anonymousKib: field('RssAnon') }
  } catch {
    return undefined
  }
}
