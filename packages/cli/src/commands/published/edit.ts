import type { Visibility } from '@omen/sdk'
import { type Command, Option } from 'commander'
import type { Cli, Run } from '../../cli.ts'
import { act, describeCommand } from '../../command.ts'
import { UsageError } from '../../failures.ts'
import { findPublished } from '../../io/find-published.ts'
import { durationMs } from '../../options.ts'
import { publishedUrl, renderPublished } from '../../render/published.ts'
import { mayBeEmpty } from '../../require-given.ts'
import { VISIBILITIES } from '../publish/publication-options.ts'

interface EditOptions {
  name?: string
  system?: string
  description?: string
  visibility?: Visibility
  shareWith?: string[]
  expires?: number
  never?: boolean
  newLink?: boolean
}

/** `omen published edit` */
export function publishedEdit(cli: Cli): Command {
  return describeCommand('edit', {
    summary: 'change the name of a published detection, who may open it, or until when',
    examples: [
      { run: 'omen published edit nightly --visibility open --expires 30d', does: 'for anybody with the link' },
      { run: 'omen published edit nightly --new-link', does: 'another link; the one before ends' },
      { run: 'omen published edit nightly --visibility private', does: 'ends the link' },
    ],
  })
    .argument('<copy>', 'id of a published detection, or its name')
    .option('--name <name>', 'its name')
    .addOption(mayBeEmpty(new Option('--system <name>', 'what was watched')))
    .addOption(mayBeEmpty(new Option('--description <text>', 'what others should know of it')))
    .addOption(new Option('--visibility <who>', 'who may open it').choices(VISIBILITIES))
    .option('--share-with <accounts...>', 'accounts that may open it; means --visibility shared')
    .option('--expires <duration>', 'how long others can open it from now on', durationMs)
    .option('--never', 'it does not expire')
    .option('--new-link', 'another open link; the one before ends')
    .action(act<EditOptions>(cli, runEdit))
}

async function runEdit(run: Run, options: EditOptions, [reference = '']: string[]): Promise<void> {
  const { shareWith, expires, never, newLink, visibility, ...words } = options
  if (expires !== undefined && never) throw new UsageError('Give either --expires or --never')
  const change = {
    ...words,
    ...(visibility !== undefined && { visibility }),
    ...(shareWith !== undefined && { visibility: 'shared' as const, userNames: shareWith }),
    ...(expires !== undefined && { expiresAt: run.io.clock.now() + expires }),
    ...(never && { expiresAt: null }),
    ...(newLink && { newLink }),
  }
  if (Object.keys(change).length === 0) throw new UsageError('Say what to change, for example --visibility open')
  const omen = await run.omen()
  const { id } = await findPublished(omen, reference)
  const published = await omen.published.update(id, change)
  const { url } = await run.connection()
  run.result({ success: true, published, url: publishedUrl(url, published) }, () =>
    renderPublished(published, url, run),
  )
}
