import type { Command } from 'commander'
import type { Cli, Run } from '../../cli.ts'
import { act, describeCommand } from '../../command.ts'
import { findPublished } from '../../io/find-published.ts'
import { openInBrowser } from '../../io/open-in-browser.ts'
import { publishedUrl } from '../../render/published.ts'

/** `omen published open` */
export function publishedOpen(cli: Cli): Command {
  return describeCommand('open', {
    summary: 'open the page of a published detection in the browser',
    description:
      'Prints the address of the page, and opens it where there is a terminal. BROWSER names another program.',
    examples: [{ run: 'omen published open nightly', does: 'the newest of this name' }],
  })
    .argument('<copy>', 'id of a published detection, or its name')
    .action(act(cli, runOpen))
}

async function runOpen(run: Run, _: object, [reference = '']: string[]): Promise<void> {
  const published = await findPublished(await run.omen(), reference)
  const url = publishedUrl((await run.connection()).url, published)
  const opened = run.interactive && (await openInBrowser(url, run.io.env))
  run.result({ success: true, url, opened }, () => url)
  if (run.interactive && !opened) run.note('No browser could be started: open the address yourself.')
}
