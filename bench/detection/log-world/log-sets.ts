import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { splitQuoted } from '../../../packages/engine/src/series/split-quoted.ts'
import { CannotMeasure } from '../../budget.ts'
import type { Assignment } from './score-templates.ts'

/** 2,000 lines of a log whose templates people have written down. */
export type LogSet = {
  readonly name: string
  /** The raw log. */
  readonly path: string
  readonly lines: readonly string[]
  /** The lines without their headers, as the set itself cuts them. */
  readonly messages: readonly string[]
  readonly truth: readonly Assignment[]
}

/** The sets in the folder `loghub` of OMEN_BENCH_DATA (Zhu et al., ISSRE 2023). Throws CannotMeasure where it is missing. */
export function readLogSets(): LogSet[] {
  const folder = join(process.env.OMEN_BENCH_DATA ?? '', 'loghub')
  if (process.env.OMEN_BENCH_DATA === undefined || !existsSync(folder)) {
    throw new CannotMeasure('set OMEN_BENCH_DATA to the folder that holds loghub/.')
  }
  return readdirSync(folder)
    .sort()
    .map((name) => readSet(folder, name))
}

function readSet(folder: string, name: string): LogSet {
  const path = join(folder, name, `${name}_2k.log`)
  const lines = linesOf(path)
  const [head = '', ...rows] = linesOf(`${path}_structured.csv`)
  const names = splitQuoted(head) ?? []
  const [content, event, template] = ['Content', 'EventId', 'EventTemplate'].map((one) => names.indexOf(one))
  const cells = rows.map((row) => splitQuoted(row) ?? [])
  return {
    name,
    path,
    lines,
    messages: cells.map((row) => row[content!]!),
    truth: cells.map((row) => ({ group: row[event!]!, text: row[template!]! })),
  }
}

const linesOf = (path: string): string[] => readFileSync(path, 'utf8').trimEnd().split(/\r?\n/)
