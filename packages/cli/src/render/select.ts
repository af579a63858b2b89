// Other projects that compile this file do not include the declaration by themselves.
/// <reference path="./jqjs.d.ts" />
import { compile } from '@michaelhomer/jqjs'
import { UsageError } from '../failures.ts'

/** Writes the selected parts of a JSON result. */
export type Select = (value: unknown, indent: number | undefined) => string

/** The selection of `--fields` and `--jq`; throws a UsageError for a program that is not valid. */
export function createSelect({ fields, jq }: { fields?: string | undefined; jq?: string | undefined }): Select {
  if (fields !== undefined && jq !== undefined) throw new UsageError('--fields and --jq exclude each other')
  return jq === undefined ? selectFields(fields ?? '') : selectByJq(jq)
}

/** Like `gh`: strings are written bare, everything else as JSON, a line for each output. */
function selectByJq(program: string): Select {
  const filter = compileJq(program)
  return (value, indent) => {
    // Undefined fields and typed arrays become what a reader of the JSON would see.
    const input: unknown = JSON.parse(JSON.stringify(value))
    const lines: string[] = []
    try {
      for (const one of filter(input)) lines.push(typeof one === 'string' ? one : JSON.stringify(one, null, indent))
    } catch (cause) {
      throw new UsageError(`--jq ${program}: ${reasonOf(cause)}`, 'The program is valid, but not for this result.')
    }
    return lines.join('\n')
  }
}

function compileJq(program: string): ReturnType<typeof compile> {
  try {
    return compile(program)
  } catch (cause) {
    throw new UsageError(`--jq ${program}: ${reasonOf(cause)}`, 'Write it like ".detection.periods[].severity".')
  }
}

const reasonOf = (cause: unknown): string => (cause instanceof Error ? cause.message : String(cause))

function selectFields(text: string): Select {
  const paths = text
    .split(',')
    .map((path) => path.trim().split('.').filter(Boolean))
    .filter((path) => path.length > 0)
  if (paths.length === 0) throw new UsageError('--fields names no field', 'Write it like "files,detection.severity".')
  return (value, indent) => {
    const input: unknown = JSON.parse(JSON.stringify(value))
    const missing = paths.find((path) => !hasPath(input, path))
    if (missing) throw new UsageError(`--fields: there is no "${missing.join('.')}" in the result`, fieldsOf(input))
    return JSON.stringify(pick(input, paths), null, indent)
  }
}

/** Whether a path leads anywhere; of a list it is enough that one item has it, and an empty list has everything. */
function hasPath(value: unknown, [name, ...rest]: readonly string[]): boolean {
  if (name === undefined) return true
  if (Array.isArray(value)) return value.length === 0 || value.some((item) => hasPath(item, [name, ...rest]))
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return false
  return hasPath((value as Record<string, unknown>)[name], rest)
}

function pick(value: unknown, paths: readonly (readonly string[])[]): unknown {
  if (paths.some((path) => path.length === 0)) return value
  if (Array.isArray(value)) return value.map((item) => pick(item, paths))
  if (typeof value !== 'object' || value === null) return value
  const names = [...new Set(paths.map(([name]) => name!))].filter((name) => Object.hasOwn(value, name))
  return Object.fromEntries(
    names.map((name) => {
      const below = paths.filter(([first]) => first === name).map((path) => path.slice(1))
      return [name, pick((value as Record<string, unknown>)[name], below)]
    }),
  )
}

function fieldsOf(value: unknown): string {
  const names = typeof value === 'object' && value !== null ? Object.keys(value) : []
  return `It has ${names.join(', ')}.`
}
