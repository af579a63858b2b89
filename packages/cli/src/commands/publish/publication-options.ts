import type { FilePublication, Visibility } from '@omen/sdk'
import { type Command, Option } from 'commander'
import type { Run } from '../../cli.ts'
import { ciFacts } from '../../io/ci-facts.ts'
import { durationMs } from '../../options.ts'

/** What is written of a published detection, and who may open it. */
export interface PublicationOptions {
  name: string
  system?: string
  description?: string
  visibility: Visibility
  shareWith?: string[]
  expires?: number
  reduced?: boolean
  commit?: string
  branch?: string
  buildLink?: string
  key?: string
}

type PublicationFields = Pick<
  FilePublication,
  | 'name'
  | 'system'
  | 'description'
  | 'userNames'
  | 'visibility'
  | 'expiresAt'
  | 'withRawData'
  | 'commit'
  | 'branch'
  | 'buildLink'
>

export const VISIBILITIES: readonly Visibility[] = ['private', 'shared', 'open']

/** Adds the options that every publication takes. */
export function addPublicationOptions(command: Command): Command {
  return command
    .requiredOption('--name <name>', 'name; publishing again with the same name and system makes a series of runs')
    .option('--system <name>', 'what was watched: MySQL, Cassandra, a name of your own')
    .option('--description <text>', 'what others should know of it')
    .addOption(
      new Option('--visibility <who>', 'who may open it: you, some accounts, anybody with the link')
        .choices(VISIBILITIES)
        .default('private'),
    )
    .option('--share-with <accounts...>', 'accounts that may open it; means --visibility shared')
    .option('--expires <duration>', 'how long others can open it: 30d, 12h (default: until you revoke it)', durationMs)
    .option('--reduced', 'keep ranges of the values only')
    .option('--commit <id>', 'what the run is of (default: that of GitHub Actions or GitLab CI)')
    .option('--branch <name>', 'the same of its branch')
    .option('--build-link <address>', 'the same of its page')
    .option('--key <text>', 'with the same key it is published once in 24 hours')
}

/** The options as the API takes them, with what CI says where nothing was typed. */
export function publicationFields(run: Run, options: PublicationOptions): PublicationFields {
  const { name, system, description, shareWith, expires, reduced, commit, branch, buildLink } = options
  const typed = {
    ...(commit !== undefined && { commit }),
    ...(branch !== undefined && { branch }),
    ...(buildLink !== undefined && { buildLink }),
  }
  return {
    name,
    system,
    description,
    userNames: shareWith,
    ...ciFacts(run.io),
    ...typed,
    visibility: shareWith === undefined ? options.visibility : ('shared' as const),
    ...(expires !== undefined && { expiresAt: run.io.clock.now() + expires }),
    ...(reduced && { withRawData: false }),
  }
}

export function keyOf({ key }: PublicationOptions): { idempotencyKey?: string } {
  return key === undefined ? {} : { idempotencyKey: key }
}
