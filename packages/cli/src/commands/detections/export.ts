import type { Finding } from '@omen/sdk'
import { findingsCsv } from '@omen/sdk/rules'
import { type Command, Option } from 'commander'
import type { Cli, Run } from '../../cli.ts'
import { act, describeCommand } from '../../command.ts'
import { UsageError } from '../../failures.ts'
import { findDetection } from '../../io/find-detection.ts'
import { replaceFile } from '../../io/replace-file.ts'
import { addOutputOptions, languageOption } from '../../options.ts'
import { counted } from '../../render/figures.ts'

interface ExportOptions {
  chart?: string | true
  theme?: 'light' | 'dark'
}

/** `omen detections export` */
export function detectionsExport(cli: Cli): Command {
  const command = describeCommand('export', {
    summary: 'write every finding of a detection, or its chart, into a file',
    description:
      'Writes all findings in order of time, anomalies and gaps, with those that a verdict hides. With --chart it writes ' +
      'the chart as SVG: the findings in lanes, or one metric.',
    examples: [
      { run: 'omen detections export day.csv --out findings.csv', does: 'a row for each finding' },
      { run: 'omen detections export d_8fk2 --format json', does: 'everything that is known of each' },
      { run: 'omen detections export day.csv --chart cpu > cpu.svg', does: 'the chart of a metric' },
    ],
  })
    .argument('<detection>', 'id, the beginning of one, or name of the file')
    .option('--chart [metric]', 'the chart as SVG instead')
    .addOption(new Option('--theme <theme>', 'colours of the chart').choices(['light', 'dark']))
    .addOption(languageOption())
  return addOutputOptions(command, ['csv', 'json']).action(act<ExportOptions>(cli, runExport))
}

async function runExport(run: Run, { chart, theme }: ExportOptions, [reference = '']: string[]): Promise<void> {
  const omen = await run.omen()
  const { id } = await findDetection(omen, reference)
  if (chart !== undefined) {
    if (run.json) throw new UsageError('A chart is SVG, not JSON')
    const svg = await omen.detections.chart(id, { metric: chart === true ? undefined : chart, theme })
    return run.file ? replaceFile(run.file.path, svg) : void run.io.stdout.write(`${svg}\n`)
  }
  const findings: Finding[] = []
  let cursor: string | undefined
  do {
    const page = await omen.detections.findings(id, { pageSize: 500, cursor })
    findings.push(...page.items)
    cursor = page.next
  } while (cursor !== undefined)
  run.result({ success: true, detection: id, findings }, { csv: () => findingsCsv(findings) })
  if (run.file) run.note(`${counted(findings.length, 'finding')} in ${run.file.path}.`)
}
