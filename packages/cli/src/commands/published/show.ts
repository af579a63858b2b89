import type { Command } from 'commander'
import type { Cli, Run } from '../../cli.ts'
import { act, describeCommand } from '../../command.ts'
import { findPublished } from '../../io/find-published.ts'
import { publishedUrl, renderPublished } from '../../render/published.ts'

/** `omen published show` */
export function publishedShow(cli: Cli): Command {
  return describeCommand('show', {
    summary: 'what is known of a published detection',
    examples: [
      { run: 'omen published show nightly', does: 'the newest of this name' },
      { run: 'omen published show nightly --jq .published.link', does: 'the link that opens it without a login' },
    ],
  })
    .argument('<copy>', 'id of a published detection, or its name')
    .action(act(cli, runShow))
}

async function runShow(run: Run, _: object, [reference = '']: string[]): Promise<void> {
  const published = await findPublished(await run.omen(), reference)
  const { url } = await run.connection()
  run.result({ success: true, published, url: publishedUrl(url, published) }, () =>
    renderPublished(published, url, run),
  )
}
