import type { PublishedComparison } from '@omen/sdk'
import type { Command } from 'commander'
import type { Cli, Run } from '../../cli.ts'
import { act, describeCommand } from '../../command.ts'
import { parseFailOnComparison } from '../../fail-on/fail-on-comparison.ts'
import { checkEach, checkRules, type FailOnRule } from '../../fail-on/gate.ts'
import { findPublished } from '../../io/find-published.ts'
import { failOnOption } from '../../options.ts'
import { renderComparison } from '../../render/published.ts'

interface CompareOptions {
  failOn?: FailOnRule<PublishedComparison>[]
}

/** `omen published compare` */
export function publishedCompare(cli: Cli): Command {
  return describeCommand('compare', {
    summary: 'what is new, gone or the same in a later run',
    description:
      'Compares two published detections; of one, with the run before it of the same name and system. Findings are the same if they have the same kind, ' +
      'series and direction. The first run has none before it: nothing is compared, and no rule is met.',
    examples: [
      { run: 'omen published compare nightly --fail-on worse', does: 'the newest run with the one before' },
      {
        run: 'omen published compare pb_4b240bb4226e9f54 pb_9c0a44c1de22b7f1',
        does: 'two runs, the earlier one first',
      },
    ],
  })
    .argument('<copy>', 'id of a published detection, or its name')
    .argument('[later]', 'the later run')
    .addOption(failOnOption('worse, or new>=N', parseFailOnComparison))
    .action(act<CompareOptions>(cli, runCompare))
}

async function runCompare(run: Run, { failOn }: CompareOptions, [reference = '', later]: string[]): Promise<void> {
  const omen = await run.omen()
  const first = await findPublished(omen, reference)
  const pair: Pair | undefined =
    later === undefined ? withRunBefore(first) : [first.id, (await findPublished(omen, later)).id]
  if (pair === undefined) {
    const none = `${first.name} has no run before this one: there is nothing to compare yet.`
    return run.result({ success: true, comparison: null, failOn: checkEach(failOn, []) }, () => none)
  }
  const comparison = await omen.published.compare(...pair)
  const gate = checkRules(failOn, comparison)
  run.result({ success: true, comparison, failOn: gate }, () => renderComparison(comparison, run))
  run.close(gate)
}

type Pair = readonly [before: string, after: string]

/** Undefined for the first run. */
function withRunBefore({ id, trend = [] }: { id: string; trend?: readonly { id: string }[] }): Pair | undefined {
  const before = trend[trend.findIndex((one) => one.id === id) - 1]
  return before && [before.id, id]
}
