import { defaultsOf } from '@omen/sdk/rules'
import { type Command, Option } from 'commander'
import type { Cli, Run } from '../cli.ts'
import { act, describeCommand } from '../command.ts'
import { requireOneStdin } from '../io/require-one-stdin.ts'
import { durationMs } from '../options.ts'
import type { Language } from '../render/language.ts'

interface PredictOptions {
  train: string
  log?: string
  ahead: number
  lang: Language
}

/** `omen predict` */
export function predict(cli: Cli): Command {
  return describeCommand('predict', {
    summary: 'predict incidents after the end of a file, without a server',
    description:
      'Finds the incidents of a file as "omen incidents" does, and learns what preceded them: short anomalies and log ' +
      'messages that are not incidents by themselves. A rule needs three hits, must be right at least half of the time, ' +
      'and far more often than chance. The output lists the rules with their hits, misses and lead time, what they ' +
      'predict now, and series whose forecast leaves the normal range.',
    examples: [
      { run: 'omen predict weeks.csv --train quiet.csv --log app.log', does: 'what is expected within a day' },
      {
        run: 'omen predict weeks.csv --train quiet.csv --ahead 4h --json',
        does: 'four hours ahead, as JSON',
      },
    ],
  })
    .argument('<file>', 'a table of metrics as CSV, or "-" for standard input')
    .requiredOption('--train <file>', 'a table of the same series from a normal time')
    .option('--log <file>', 'a log of the same time')
    .addOption(
      new Option('--ahead <duration>', 'how far forecasts look ahead')
        .argParser(durationMs)
        .default(durationMs('1d'), '1d'),
    )
    .addOption(new Option('--lang <language>', 'language of the sentences').choices(['en', 'zh-CN']).default('en'))
    .action(act<PredictOptions>(cli, runPredict))
}

async function runPredict(
  run: Run,
  { train, log, ahead, lang }: PredictOptions,
  [path = '-']: string[],
): Promise<void> {
  requireOneStdin([path, train, log])
  const parameters = defaultsOf()
  const { predictIncidents } = await import('@omen/engine/incidents')
  const { readIncidents } = await import('./read-incidents.ts')
  const { predictionJson, renderPredictions } = await import('../render/predictions.ts')
  const read = await readIncidents(path, { train, log }, parameters, run.io.stdin)
  run.note(read.remark)
  const { training, detection, logs, found } = read
  const prediction = predictIncidents(
    {
      detection,
      training: training.frame,
      logs: [...logs.findings, ...logs.faint],
      incidents: found.map(({ incident }) => incident),
    },
    { ...parameters, horizonMs: ahead },
  )
  run.result(predictionJson(prediction, lang), () => renderPredictions(read, prediction, lang, run))
}
