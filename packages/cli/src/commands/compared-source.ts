import type { ComparedSource, Omen } from '@omen/sdk'
import type { Command } from 'commander'
import { UsageError } from '../failures.ts'
import { findFile } from '../io/find-file.ts'
import { repeatedText } from '../options.ts'

/** What is compared, as it was typed. */
export interface SourceOptions {
  file?: string
  detection?: string
  metric?: string[]
  group?: string
}

/** A project as the argument, or else a file or a detection by an option. */
export function addSourceOptions(command: Command): Command {
  return command
    .argument('[project]', 'name, or name@owner')
    .option('--file <name>', 'an uploaded file in place of a project: its name or handle')
    .option('--detection <id>', 'the rows of a detection in place of a project')
    .option('--metric <name>', 'only this metric (may be given several times)', repeatedText)
    .option('--group <name>', 'only series of this group')
}

/** Throws unless exactly one of a project, a file and a detection is named. */
export function sourceOf(
  project: string | undefined,
  { file, detection, metric, group }: SourceOptions,
): ComparedSource {
  const named = [project, file, detection].filter((name) => name !== undefined)
  if (named.length !== 1)
    throw new UsageError(
      'name a project, or a file by --file, or a detection by --detection',
      'omen projects lists projects.',
    )
  return {
    ...(project !== undefined && { projectName: project }),
    ...(file !== undefined && { filename: file }),
    ...(detection !== undefined && { detectionId: detection }),
    ...(metric !== undefined && { metric }),
    ...(group !== undefined && { group }),
  }
}

/** The same as the server takes it: an uploaded file by its handle. */
export async function findSource(omen: Omen, source: ComparedSource): Promise<ComparedSource> {
  if (source.filename === undefined) return source
  return { ...source, filename: (await findFile(omen, source.filename)).file.filename }
}
