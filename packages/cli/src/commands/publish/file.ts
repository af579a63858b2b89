import type { Command } from 'commander'
import { failAlone } from '../../bulk/fail-alone.ts'
import type { Cli, Run } from '../../cli.ts'
import { act, describeCommand } from '../../command.ts'
import { checkRules } from '../../fail-on/gate.ts'
import { loadDetections } from '../../io/load-detections.ts'
import { sendFiles } from '../upload/bulk-options.ts'
import { addDetectionOptions, type DetectionOptions, detectionPlan } from '../upload/detection.ts'
import { sayNotes } from '../upload/say-notes.ts'
import { addPublicationOptions, keyOf, type PublicationOptions, publicationFields } from './publication-options.ts'
import { showPublished } from './show-published.ts'

type FileOptions = PublicationOptions &
  Pick<DetectionOptions, 'model' | 'modelType' | 'modelUser' | 'pvalue' | 'cvalue' | 'failOn'>

/** `omen publish file` */
export function publishFile(cli: Cli): Command {
  const command = describeCommand('file', {
    summary: 'run a model on a file and publish what it finds',
    description:
      'Publishes a frozen copy: nothing changes in it when file, model or detection are deleted. In GitHub Actions and GitLab CI commit, branch and the link to the ' +
      'build are known. It is published even where --fail-on ends the command with 3, so that people can look.',
    examples: [
      {
        run: 'omen publish file run.csv --model checkout --name nightly --system MySQL --fail-on "severity>=7"',
        does: 'in a nightly build: a run of a series, and the build fails on what is bad',
      },
      {
        run: 'omen publish file day.csv --model checkout --name "Outage of 20 Nov" --visibility open --expires 30d --jq .published.link',
        does: 'the link that opens it without a login, for 30 days',
      },
    ],
  }).argument('<file>', 'a file, or "-" for standard input')
  return addPublicationOptions(addDetectionOptions(command)).action(act<FileOptions>(cli, runFile))
}

async function runFile(run: Run, options: FileOptions, [path = '-']: string[]): Promise<void> {
  const fields = publicationFields(run, options)
  // Among the options of uploads, a name is that of standard input
  const { name: _, ...sending } = options
  const settings = { ...sending, wait: true, journal: true, parallel: 1 }
  const outcomes = await sendFiles(run, [path], detectionPlan(settings), settings)
  failAlone(outcomes)
  const omen = await run.omen()
  const detections = await loadDetections(omen, outcomes)
  const detection = detections.get(path)!
  sayNotes(run, outcomes, detections)
  const job = await omen.published.publishFile({ ...fields, detectionId: detection.id }, keyOf(options))
  await showPublished(run, omen, job, checkRules(options.failOn, detection))
}
