import type { DetectionHead } from '@omen/sdk'
import { type Command, InvalidArgumentError } from 'commander'
import type { Cli, Run } from '../../cli.ts'
import { act, describeCommand } from '../../command.ts'
import { loadList, type PageOptions } from '../../io/load-list.ts'
import { parseTime } from '../../io/parse-time.ts'
import { addOutputOptions, addPageOptions } from '../../options.ts'
import { detectionUrl } from '../../render/detection-json.ts'
import { detectionsCsv, headSeverity, renderDetections } from '../../render/detections.ts'

interface ListOptions extends PageOptions {
  q?: string
  model?: string
  from?: string
  to?: string
  minSeverity?: number
}

/** `omen detections list`, also `omen detections` */
export function detectionsList(cli: Cli): Command {
  const command = describeCommand('list', {
    summary: 'list detections, newest first',
    examples: [
      { run: 'omen detections', does: 'the newest 50' },
      { run: 'omen detections list --min-severity 7 --from 2026-11-20', does: 'the bad ones since then' },
      { run: 'omen detections list --all --jq ".detections[].url"', does: 'the page of every one, for a script' },
    ],
  })
    .option('--q <text>', 'words of the file or of the model')
    .option('--model <name>', 'only those of this model')
    .option('--from <time>', 'with data at that time or later: epoch ms or ISO 8601; without a zone, local time')
    .option('--to <time>', 'with data at that time or before')
    .option('--min-severity <n>', 'only with an anomaly of at least this severity, 0 to 10', severity)
  return addOutputOptions(addPageOptions(command), ['text', 'json', 'csv']).action(act<ListOptions>(cli, runList))
}

function severity(text: string): number {
  const value = Number(text)
  if (text.trim() === '' || !(value >= 0 && value <= 10)) throw new InvalidArgumentError('It must be from 0 to 10.')
  return value
}

async function runList(run: Run, { q, model, from, to, minSeverity, ...page }: ListOptions): Promise<void> {
  const timeOf = (option: string, text: string | undefined) =>
    text === undefined ? undefined : parseTime(option, text, run.io.timeZone)
  const filter = { q, modelName: model, minSeverity, from: timeOf('--from', from), to: timeOf('--to', to) }
  const { detections } = await run.omen()
  const { url } = await run.connection()
  const list = await loadList<DetectionHead>(page, (query) => detections.list({ ...query, ...filter }))
  const items = list.items.map((head) => ({ ...head, severity: headSeverity(head), url: detectionUrl(url, head) }))
  run.result(
    { success: true, detections: items, page: list.page },
    { text: () => renderDetections(list.items, run), csv: () => detectionsCsv(list.items) },
  )
  run.note(list.remark('detection', 'Make one with "omen detect FILE --model NAME".'))
}
