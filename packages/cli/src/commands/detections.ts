import type { Command } from 'commander'
import type { Cli } from '../cli.ts'
import { describeCommand } from '../command.ts'
import { detectionsExport } from './detections/export.ts'
import { detectionsList } from './detections/list.ts'
import { detectionsOpen } from './detections/open.ts'
import { detectionsShow } from './detections/show.ts'

/** `omen detections` */
export function detections(cli: Cli): Command {
  return describeCommand('detections', {
    summary: 'detections that are there: list, show, open, export',
    examples: [{ run: 'omen detections', does: 'lists them, newest first' }],
  })
    .addCommand(detectionsList(cli))
    .addCommand(detectionsShow(cli))
    .addCommand(detectionsOpen(cli))
    .addCommand(detectionsExport(cli))
}
