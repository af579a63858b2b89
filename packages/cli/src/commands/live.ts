import type { LiveAnalysis, Omen } from '@omen/sdk'
import { type Command, Option } from 'commander'
import type { Cli, Run } from '../cli.ts'
import { act, describeCommand } from '../command.ts'
import { type Findings, parseFailOnPeriods } from '../fail-on/fail-on-periods.ts'
import { checkRules, type FailOnRule } from '../fail-on/gate.ts'
import { InterruptedError } from '../failures.ts'
import { guarded } from '../io/interrupt.ts'
import { keepTrying } from '../io/keep-trying.ts'
import { createNews } from '../live/news.ts'
import { type WatchOptions, watchOnScreen } from '../live/watch-on-screen.ts'
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
    summary: 'watch a project: lanes and incidents on a terminal, a line for each event in a pipe',
    description:
      'On a terminal, a screen with a lane for each abnormal instance, open incidents, and how far samples are scored: 1 to 5 ' +
      'select the range, space pauses, q ends it. In a pipe, what is open, then a line for each finding as it begins, ' +
      'becomes worse or ends; with --json, each line is a JSON object. Ends with Ctrl-C, or after --for. --fail-on judges ' +
      'what was open or began meanwhile.',
    examples: [
      { run: 'omen live shop', does: 'until q or Ctrl-C' },
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
  let lost: Error | undefined
  await guarded(run, omen, {}, async ({ signal }) => {
    const end = new AbortController()
    const until = AbortSignal.any([signal, end.signal])
    if (ms !== undefined)
      run.io.clock.sleep(ms, signal).then(
        () => end.abort(),
        () => undefined,
      )
    const watching = {
      ...{ news, until, end: end.abort.bind(end) },
      onContact(error: Error | undefined) {
        lost = error
      },
    }
    await (run.interactive ? watchOnScreen : writeLines)(run, omen, name, watching)
    if (until.reason instanceof InterruptedError) throw until.reason
  })
  const gate = checkRules(failOn, news.seen())
  // What was not seen cannot pass
  if (ms !== undefined && lost && !gate?.matched) throw lost
  run.close(gate)
}

async function writeLines(run: Run, omen: Omen, name: string, { news, until, onContact }: WatchOptions): Promise<void> {
  const contacted = (lost: Error | undefined): void => {
    onContact(lost)
    run.note(lost ? `${lost.message}; trying again.` : 'The server is reached again.')
  }
  const attempt = keepTrying({ clock: run.io.clock, signal: until, onContact: contacted })
  for await (const { analysis } of omen.live.follow(name, { buckets: 1 }, { signal: until, attempt })) {
    if (news.isFirst) run.note(renderLiveHead(analysis, run))
    for (const event of news.read(analysis)) write(run, event, analysis)
  }
}

/** A line at once, in the text or as JSON: the whole is never complete. */
function write(run: Run, event: LiveEvent, { stepMs }: LiveAnalysis): void {
  run.io.stdout.write(run.json ? `${JSON.stringify(event)}\n` : `${renderLiveEvent(event, stepMs, run)}\n`)
}
