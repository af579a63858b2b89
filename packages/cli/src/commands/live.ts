import type { LiveAnalysis, Omen } from '@omen/sdk'
import { type Command, Option } from 'commander'
import type { Cli, Run } from '../cli.ts'
import { act, describeCommand } from '../command.ts'
import { type FailOnLive, parseFailOnLive } from '../fail-on/fail-on-live.ts'
import { checkRules } from '../fail-on/gate.ts'
import { InterruptedError } from '../failures.ts'
import { guarded } from '../io/interrupt.ts'
import { keepTrying } from '../io/keep-trying.ts'
import { watchChanges } from '../live/changes.ts'
import { parseHorizon, predictQuery } from '../live/horizon.ts'
import { createNews } from '../live/news.ts'
import { type WatchOptions, watchOnScreen } from '../live/watch-on-screen.ts'
import {
  addParameterOptions,
  durationMs,
  failOnOption,
  languageOption,
  type Parameters,
  readTyped,
} from '../options.ts'
import { requireForecast, requireHorizon, requireMetrics, requireScores } from '../refusals/live.ts'
import { liveEventJson, renderChange, renderForecastHead, renderLiveEvent, renderLiveHead } from '../render/live.ts'
import { escapeControls, plain } from '../render/plain.ts'
import type { LiveEvent } from '../results/live-event.ts'

interface LiveOptions extends Pick<Parameters, 'pvalue' | 'cvalue'> {
  for?: number
  /** How far to forecast, in ms. */
  predict?: number
  failOn?: FailOnLive[]
}

/** `omen live` */
export function live(cli: Cli): Command {
  const command = describeCommand('live', {
    summary: 'watch a project: lanes and incidents on a terminal, a line for each event in a pipe',
    description:
      'On a terminal, a screen with a lane for each abnormal instance, open incidents, and how far samples are scored: 1 to 5 ' +
      'select the range, space pauses, q ends it. In a pipe, what is open, then a line for each finding as it begins, ' +
      'becomes worse or ends, and for what is changed meanwhile; with --json, each line is a JSON object. --predict also forecasts each series: when it will ' +
      'leave the range of its history, or come back to its expected range, with a line as that is forecast, changes or is ' +
      'gone. --pvalue and --cvalue show the findings that there would be with them; the project stays as it is. Ends with Ctrl-C, or after --for. --fail-on judges what was open, began or was forecast meanwhile; with --for it exits with 6 if no sample came and was scored meanwhile.',
    examples: [
      { run: 'omen live shop', does: 'until q or Ctrl-C' },
      {
        run: `omen live shop --for 10m --fail-on 'severity>=5'`,
        does: 'after a rollout: exits with 3 if something goes wrong in ten minutes',
      },
      {
        run: `omen live shop --predict 24 --for 2m --fail-on 'crossing<2h'`,
        does: 'exits with 3 if a series is forecast to leave its range within two hours',
      },
      { run: 'omen live shop --pvalue 0.999', does: 'what it would find if it found less' },
      { run: `omen live shop --json | jq 'select(.event == "began")'`, does: 'for a script' },
    ],
  })
    .argument('<project>', 'name, or name@owner')
    .addOption(new Option('--for <duration>', 'how long (default: until Ctrl-C)').argParser(durationMs))
    .addOption(
      new Option('--predict <hours>', 'forecast so many hours ahead, 168 at most; or 90m, 2d').argParser(parseHorizon),
    )
  return addParameterOptions(command, { hasPeers: false, whenOmitted: 'that of the project' })
    .addOption(
      failOnOption(
        'severity>=N, incidents>=N, anomalies>=N, gaps>=N, any, or crossing<2h with --predict',
        parseFailOnLive,
      ),
    )
    .addOption(languageOption())
    .action(act<LiveOptions>(cli, runLive))
}

async function runLive(run: Run, options: LiveOptions, [name = '']: string[]): Promise<void> {
  const { for: ms, predict, failOn } = options
  requireHorizon(failOn ?? [], predict)
  const wanted = { ...predictQuery(predict), ...readTyped(options) }
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
      news,
      wanted,
      until,
      end: end.abort.bind(end),
      onContact(error: Error | undefined) {
        lost = error
      },
    }
    if (predict !== undefined) requireMetrics(await omen.projects.get(name, { signal }))
    await (run.interactive ? watchOnScreen : writeLines)(run, omen, name, watching)
    if (until.reason instanceof InterruptedError) throw until.reason
  })
  const gate = checkRules(failOn, news.seen())
  // What was not seen cannot pass
  if (ms !== undefined && lost && !gate?.matched) throw lost
  if (ms !== undefined && !gate?.matched) {
    requireForecast(failOn ?? [], news.outlooks)
    requireScores(failOn ?? [], news.span)
  }
  run.close(gate)
}

/** A change that is reported late, such as one of a pipeline, is still new. */
const RECENT_MS = 3_600_000

async function writeLines(run: Run, omen: Omen, name: string, options: WatchOptions): Promise<void> {
  const { news, wanted, until, onContact } = options
  const contacted = (lost: Error | undefined): void => {
    onContact(lost)
    run.note(lost ? `${lost.message}; trying again.` : 'The server is reached again.')
  }
  const attempt = keepTrying({ clock: run.io.clock, signal: until, onContact: contacted })
  const query = { buckets: 1, ...wanted }
  let called: string | undefined
  let stepMs = 0
  const changes = watchChanges(omen, name, {
    clock: run.io.clock,
    signal: until,
    onRead(_all, added) {
      for (const change of added)
        run.io.stdout.write(
          `${run.json ? escapeControls(JSON.stringify({ event: 'change', type: 'change', change })) : renderChange(change, stepMs, run)}\n`,
        )
    },
  })
  for await (const { analysis } of omen.live.follow(name, query, { signal: until, attempt })) {
    if (news.isFirst) run.note(renderLiveHead(analysis, run))
    else if (called !== analysis.projectName) run.note(`The project is called ${plain(analysis.projectName)} now.`)
    called = analysis.projectName
    const hadForecast = news.outlooks.forecast !== undefined
    const events = news.read(analysis)
    const { forecast } = news.outlooks
    if (forecast && !hadForecast)
      run.note(renderForecastHead(forecast, { now: analysis.to, timeZone: run.io.timeZone }))
    for (const event of events) write(run, event, analysis)
    stepMs = analysis.stepMs
    void changes.read(analysis.to - RECENT_MS)
  }
}

/** A line at once, in the text or as JSON: the whole is never complete. */
function write(run: Run, event: LiveEvent, { stepMs }: LiveAnalysis): void {
  const { stdout, timeZone } = run.io
  const text = run.json
    ? escapeControls(JSON.stringify(liveEventJson(event, timeZone)))
    : renderLiveEvent(event, stepMs, run)
  stdout.write(`${text}\n`)
}
