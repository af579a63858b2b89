import type { LiveAnalysis } from '@omen/sdk'
import { type Command, Option } from 'commander'
import type { Cli, Run } from '../cli.ts'
import { act, describeCommand } from '../command.ts'
import { type Findings, parseFailOnPeriods } from '../fail-on/fail-on-periods.ts'
import { checkRules, type FailOnRule } from '../fail-on/gate.ts'
import { guarded } from '../io/interrupt.ts'
import { createNews } from '../live/news.ts'
import { durationMs, failOnOption, languageOption } from '../options.ts'
import { renderLiveEvent, renderLiveHead } from '../render/live.ts'
import type { LiveEvent } from '../results/live-event.ts'

interface LiveOptions {
  for?: number
  failOn?: FailOnRule<Findings>[]
}

/** `omen live` */
export function live(cli: Cli): Command {
  return describeCommand('live', {
    summary: 'watch a project: a line for each finding that begins, grows or ends',
    description:
      'Writes what is open, then a line for each finding as it begins, becomes worse or ends, until Ctrl-C or for as long ' +
      'as --for says. With --json, each line is a JSON object. --fail-on judges what was open or began meanwhile.',
    examples: [
      { run: 'omen live shop', does: 'until Ctrl-C' },
      {
        run: `omen live shop --for 10m --fail-on 'severity>=5'`,
        does: 'after a rollout: exits with 3 if something goes wrong in ten minutes',
      },
      { run: `omen live shop --json | jq 'select(.event == "began")'`, does: 'for a script' },
    ],
  })
    .argument('<project>', 'name, or name@owner')
    .addOption(new Option('--for <duration>', 'how long (default: until Ctrl-C)').argParser(durationMs))
    .addOption(failOnOption('severity>=N, incidents>=N, anomalies>=N, gaps>=N or any', parseFailOnPeriods))
    .addOption(languageOption())
    .action(act<LiveOptions>(cli, runLive))
}

async function runLive(run: Run, { for: ms, failOn }: LiveOptions, [name = '']: string[]): Promise<void> {
  const omen = await run.omen()
  const news = createNews()
  const seen = await guarded(run, omen, {}, async ({ signal }) => {
    const end = new AbortController()
    const until = AbortSignal.any([signal, end.signal])
    if (ms !== undefined)
      run.io.clock.sleep(ms, signal).then(
        () => end.abort(),
        () => undefined,
      )
    for await (const { analysis } of omen.live.follow(name, { buckets: 1 }, { signal: until })) {
      if (news.isFirst) run.note(renderLiveHead(analysis, run))
      for (const event of news.read(analysis)) write(run, event, analysis)
    }
    signal.throwIfAborted()
    return news.seen()
  })
  run.close(checkRules(failOn, seen))
}

/** A line at once, in the text or as JSON: the whole is never complete. */
function write(run: Run, event: LiveEvent, { stepMs }: LiveAnalysis): void {
  run.io.stdout.write(run.json ? `${JSON.stringify(event)}\n` : `${renderLiveEvent(event, stepMs, run)}\n`)
}
