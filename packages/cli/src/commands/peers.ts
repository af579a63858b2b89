import type { PeerMember, PeerOptions } from '@omen/engine'
import { type Command, InvalidArgumentError } from 'commander'
import type { Cli, Run } from '../cli.ts'
import { act, describeCommand } from '../command.ts'
import { parseFailOnOutliers } from '../fail-on/fail-on-outliers.ts'
import { checkRules, type FailOnRule } from '../fail-on/gate.ts'
import { addOutputOptions, durationMs, failOnOption, positive, repeatedText } from '../options.ts'
import { counted } from '../render/figures.ts'
import { peersReport } from '../render/gate-reports.ts'
import { junit } from '../render/junit.ts'
import { sarif } from '../render/sarif.ts'

interface PeersOptions extends Required<Omit<PeerOptions, 'pastRows'>> {
  /** Milliseconds at the beginning that are the past of each instance. */
  past?: number
  /** Metrics to compare; all if omitted. */
  metric?: string[]
  oneGroup?: boolean
  failOn?: FailOnRule<readonly PeerMember[]>[]
}

/** `omen peers` */
export function peers(cli: Cli): Command {
  const command = describeCommand('peers', {
    summary: 'find instances that deviate from their peers, without a server',
    description:
      'Compares the instances that report the same metric and reports which of them deviated, when, how far and for ' +
      'what share of the time. Distances are measured from the median of the instances at the same time, in robust ' +
      'deviations (of the typical instance, followed over the day). Shared movements, single values and gaps do not ' +
      'count. A fleet that runs at two levels is compared within each. With --past, each instance is compared ' +
      'as it ran beside the others at the beginning, so that one that is always larger does not count. No training is needed.',
    examples: [
      { run: 'omen peers fleet.csv', does: 'every metric with three instances or more' },
      { run: 'omen peers fleet.csv --metric cpu --fail-on "outliers>0"', does: 'fails a build, with 3' },
      { run: 'zcat fleet.csv.gz | omen peers - --tolerance 5 --out spans.csv', does: 'larger distances only, as CSV' },
      { run: 'omen peers nodes.csv --one-group --json', does: 'columns that are called node1, node2, node3' },
    ],
  })
    .argument('<file>', 'a table of metrics as CSV, or "-" for standard input')
    .option('--metric <name>', 'only this metric (may be given several times)', repeatedText)
    .option('--one-group', 'treat all columns as instances of one metric')
    .option('--past <duration>', 'how much of the beginning is the past, with which instances are compared', durationMs)
    .option('--tolerance <n>', 'distance to find, in robust deviations', aboveZero, 3)
    .option('--min-members <n>', 'instances that make a group', fromThree, 3)
    .option('--min-span <n>', 'rows for which an instance must deviate', positive, 5)
    .addOption(failOnOption('outliers>N, share>=N (of the time) or any', parseFailOnOutliers))
  return addOutputOptions(command, ['text', 'json', 'csv', 'junit', 'sarif']).action(act<PeersOptions>(cli, runPeers))
}

const spanCount = (members: readonly PeerMember[]): number => members.reduce((sum, { spans }) => sum + spans.length, 0)

function aboveZero(text: string): number {
  const number = Number(text)
  if (text.trim() === '' || !(number > 0 && Number.isFinite(number)))
    throw new InvalidArgumentError('It must be a number above 0.')
  return number
}

function fromThree(text: string): number {
  const number = positive(text)
  if (number < 3) throw new InvalidArgumentError('With two instances it is unknown which one deviates: at least 3.')
  return number
}

async function runPeers(run: Run, { failOn, ...question }: PeersOptions, [path = '-']: string[]): Promise<void> {
  const { readFrame } = await import('../io/read-frame.ts')
  const { comparePeers } = await import('@omen/engine/peers')
  const { requireCompared } = await import('../refusals/peers.ts')
  const { frameRemarks } = await import('../render/frame-remarks.ts')
  const { peerRemarks, peersJson, renderPeers } = await import('../render/peers.ts')
  const file = await readFrame(path, run.io.stdin)
  const { metric, oneGroup, past = 0, ...options } = question
  const pastRows = past > 0 ? Math.min(file.frame.times.length, Math.round(past / file.frame.stepMs)) : 0
  const found = requireCompared(
    file.name,
    question.minMembers,
    comparePeers(file.frame, { metrics: metric, oneGroup }, { ...options, pastRows }),
  )
  run.note([frameRemarks(file.name, file.report), peerRemarks(found)].filter((text) => text !== '').join('\n'))
  const members = found.compared.flatMap((group) => group.members)
  const { peersCsv } = await import('../render/peers-csv.ts')
  const gate = checkRules(failOn, members)
  const report = () => peersReport(path, members, gate)
  run.result(
    { success: true, ...question, ...peersJson(found), out: run.file?.path, failOn: gate },
    {
      text: () => renderPeers(file, found, run),
      csv: () => peersCsv(found),
      junit: () => junit(report()),
      sarif: () => sarif(report()),
    },
  )
  if (run.file) run.note(`${counted(spanCount(members), 'span')} in ${run.file.path}.`)
  run.close(gate)
}
