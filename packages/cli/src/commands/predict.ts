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
    summary: 'tell which incidents are expected after the end of a file, without a server',
    description:
      'Finds the incidents of a file as "omen incidents" does, and learns what announced them: short stretches and messages ' +
      'that are no incident by themselves. A rule needs three hits, has to be right at least every other time, and far more often ' +
      'than chance. Told are the rules with their hits, misses and lead time, what they expect now, and series whose forecast ' +
      'leaves the range of the quiet time.',
    examples: [
      { run: 'omen predict weeks.csv --train quiet.csv --log app.log', does: 'what is expected in the next day' },
      {
        run: 'omen predict weeks.csv --train quiet.csv --ahead 4h --json',
        does: 'forecasts of four hours, for a program',
      },
    ],
  })
    .argument('<file>', 'a table of metrics as CSV, or "-" for standard input')
    .requiredOption('--train <file>', 'a table of the same series from a quiet time')
    .option('--log <file>', 'a log of the same time')
    .option('--ahead <duration>', 'how far forecasts look ahead', durationMs, 86_400_000)
    .addOption(new Option('--lang <language>', 'language of the sentences').choices(['en', 'zh-CN']).default('en'))
    .action(act<PredictOptions>(cli, runPredict))
}

async function runPredict(
  run: Run,
  { train, log, ahead, lang }: PredictOptions,
  [path = '-']: string[],
): Promise<void> {
  requireOneStdin([path, train, log])
  const { usualOptions } = await import('../detect/find-anomalies.ts')
  const { listIncidents } = await import('../detect/find-incidents.ts')
  const { predictIncidents } = await import('../detect/predict-incidents.ts')
  const { predictionJson, renderPredictions } = await import('../render/predictions.ts')
  const judged = await listIncidents(path, { train, log, ...usualOptions }, run.io.stdin)
  run.note(judged.remark)
  const prediction = predictIncidents(judged, { ...usualOptions, horizonMs: ahead })
  run.result(predictionJson(prediction, lang), () => renderPredictions(judged, prediction, lang, run))
}
