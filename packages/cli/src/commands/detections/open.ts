import type { Command } from 'commander'
import type { Cli, Run } from '../../cli.ts'
import { act, describeCommand } from '../../command.ts'
import { findDetection } from '../../io/find-detection.ts'
import { openInBrowser } from '../../io/open-in-browser.ts'
import { detectionUrl } from '../../render/detection-json.ts'

/** `omen detections open` */
export function detectionsOpen(cli: Cli): Command {
  return describeCommand('open', {
    summary: 'open the page of a detection in the browser',
    description:
      'Prints the address of the page, and opens it where there is a terminal. BROWSER names another program.',
    examples: [{ run: 'omen detections open day.csv', does: 'the newest of this file' }],
  })
    .argument('<detection>', 'id, the beginning of one, or name of the file')
    .action(act(cli, runOpen))
}

async function runOpen(run: Run, _options: object, [reference = '']: string[]): Promise<void> {
  const detection = await findDetection(await run.omen(), reference)
  const url = detectionUrl((await run.connection()).url, detection)
  const opened = run.interactive && (await openInBrowser(url, run.io.env))
  run.result({ success: true, url, opened }, () => url)
  if (run.interactive && !opened) run.note('No browser could be started: open the address yourself.')
}
