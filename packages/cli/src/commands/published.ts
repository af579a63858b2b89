import type { Command } from 'commander'
import type { Cli } from '../cli.ts'
import { describeCommand } from '../command.ts'
import { publishedBundle } from './published/bundle.ts'
import { publishedCompare } from './published/compare.ts'
import { publishedEdit } from './published/edit.ts'
import { publishedList } from './published/list.ts'
import { publishedOpen } from './published/open.ts'
import { publishedRevoke } from './published/revoke.ts'
import { publishedShow } from './published/show.ts'

/** `omen published` */
export function published(cli: Cli): Command {
  return describeCommand('published', {
    summary: 'published detections: list, show, open, edit, revoke, compare, bundle',
    examples: [
      { run: 'omen published', does: 'lists them, newest first' },
      { run: 'omen published compare nightly --fail-on worse', does: 'the newest run with the one before' },
      { run: 'omen published bundle nightly --out nightly.html', does: 'one file that opens without any network' },
    ],
  })
    .addCommand(publishedList(cli))
    .addCommand(publishedShow(cli))
    .addCommand(publishedOpen(cli))
    .addCommand(publishedEdit(cli))
    .addCommand(publishedRevoke(cli))
    .addCommand(publishedCompare(cli))
    .addCommand(publishedBundle(cli))
}
