import type { Command } from 'commander'
import type { Cli } from '../cli.ts'
import { describeCommand } from '../command.ts'
import { uploadDetection } from './upload/detection.ts'
import { uploadDisplay } from './upload/display.ts'
import { uploadLogs } from './upload/logs.ts'
import { uploadTraining } from './upload/training.ts'
import { uploadUpdate } from './upload/update.ts'
import { uploadVisualization } from './upload/visualization.ts'

/** `omen upload` */
export function upload(cli: Cli): Command {
  return describeCommand('upload', {
    summary: 'train, update, detect and display with many files',
    examples: [{ run: 'omen upload training day*.csv --model checkout', does: 'see "omen upload training --help"' }],
  })
    .addCommand(uploadTraining(cli))
    .addCommand(uploadDetection(cli))
    .addCommand(uploadVisualization(cli))
    .addCommand(uploadUpdate(cli))
    .addCommand(uploadDisplay(cli))
    .addCommand(uploadLogs(cli))
}
