import { createHash } from 'node:crypto'
import { basename } from 'node:path'
import type { ModelType } from '@omen/sdk'
import type { InputFile } from '../io/input-files.ts'

/** What to do with every file. */
export interface Plan {
  kind: 'training' | 'update' | 'detection' | 'visualization'
  /** Name of the model, in which `{name}` stands for the file's name without its ending. */
  model?: string | undefined
  modelType?: ModelType | undefined
  modelUserName?: string | undefined
  pvalue?: number | undefined
  cvalue?: number | undefined
  /** Path of the file of known abnormal intervals. */
  filter?: string | undefined
  /** What standard input is called. */
  stdinName?: string | undefined
}

/** What the file is called on the server. */
export function nameOf(file: InputFile, plan: Plan): string {
  return file.path === '-' ? (plan.stdinName ?? 'stdin.csv') : basename(file.path)
}

/** The name of the model for a file: the template with `{name}` replaced, reduced to characters that a model name may hold. */
export function modelOf(file: InputFile, plan: Plan): string {
  const name = nameOf(file, plan)
    .replace(/(\.(csv|log|jsonl|ndjson|txt))?(\.gz)?$/i, '')
    .replace(/[\s_:@,]+/g, '-')
  return (plan.model ?? '').replaceAll('{name}', name)
}

/** Files that must be sent one after the other: those that train the same model. */
export function groupsOf(files: readonly InputFile[], plan: Plan): InputFile[][] {
  if (plan.kind !== 'training' && plan.kind !== 'update') return files.map((file) => [file])
  const groups = new Map<string, InputFile[]>()
  for (const file of files) {
    const model = modelOf(file, plan).toLowerCase()
    groups.set(model, [...(groups.get(model) ?? []), file])
  }
  return [...groups.values()]
}

/** What a result depends on beside the files, as it is at the time of the run. */
export interface Standing {
  /** Id and live version of the model that a detection runs; undefined for other plans, and if it cannot be told. */
  model?: string | undefined
  /** SHA-256 of the file of known abnormal intervals. */
  filterSha256?: string | undefined
}

/**
 * Journal key of a file: the server, the parameters, the version of the model, the content of the filter, the file's name
 * and content. What any of them changes is another result.
 */
export function entryKey(url: string, plan: Plan, standing: Standing, file: InputFile, sha256: string): string {
  const { filter: _, ...parameters } = plan
  const { model, filterSha256 } = standing
  return digest([url, parameters, model, filterSha256, modelOf(file, plan), nameOf(file, plan), sha256])
}

/** Name of the journal of a whole run, independent of its files. */
export function runKey(url: string, plan: Plan): string {
  const { filter: _, ...parameters } = plan
  return digest([url, parameters])
}

function digest(value: unknown): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('hex').slice(0, 32)
}
