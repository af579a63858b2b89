import type { LogLayout } from '@omen/engine'
import type { Command } from 'commander'
import type { Cli, Run } from '../../cli.ts'
import { act, describeCommand } from '../../command.ts'
import type { ParsedLog } from '../../io/parse-log.ts'
import { writeRows } from '../../io/write-rows.ts'
import { addOutputOptions } from '../../options.ts'
import { count, counted } from '../../render/figures.ts'
import { addTargetOptions, hasTarget, refuseBoth, requireFile, type TargetOptions } from './log-target.ts'

/** `omen logs templates` */
export function logsTemplates(cli: Cli): Command {
  const command = describeCommand('templates', {
    summary: 'find the templates of a log, without a server, or list those of one on the server',
    description:
      'Assigns each line to a message template. The file holds raw lines of a log, whose headers (time, level, source) ' +
      'are detected and removed, or bare messages; ".gz" is unpacked. The output has the columns line, template_id and ' +
      'template, with lines counted from 1 and <*> where messages of a template differ. Lines of a stack trace belong ' +
      'to the line above them. At most 10,000 templates are kept: the ones unseen for longest are dropped and count as ' +
      'template 0. With --format text the templates are listed instead, the most frequent first. With --project or --file, the templates of a project or an uploaded log file, the most frequent first.',
    examples: [
      { run: 'omen logs templates app.log --out templates.csv', does: 'writes a row for each line' },
      { run: 'zcat app.log.gz | omen logs templates - > templates.csv', does: 'from a pipe, to a pipe' },
      { run: 'omen logs templates --project shop --since 1d', does: 'of a project on the server' },
    ],
  }).argument('[file]', 'a log on this machine, or "-" for standard input')
  return addOutputOptions(addTargetOptions(command), ['csv', 'json', 'text']).action(
    act<TargetOptions>(cli, runTemplates),
  )
}

async function runTemplates(run: Run, options: TargetOptions, [file]: string[]): Promise<void> {
  if (hasTarget(options)) {
    refuseBoth(file)
    const { showServerTemplates } = await import('./server-findings.ts')
    return showServerTemplates(run, options)
  }
  const path = requireFile(file)
  const { parseLog } = await import('../../io/parse-log.ts')
  const { renderLogTemplates } = await import('../../render/log-templates.ts')
  const { logTemplatesCsv } = await import('../../render/log-templates-csv.ts')
  const log = await parseLog(path, run.io.stdin)
  await writeRows(run, logTemplatesCsv(log.parser, log.ids))
  const { ids, cutLines, parser, layout } = log
  const templates = parser.templates()
  const shown = run.file?.format === 'csv' ? { templates: templates.length, out: run.file.path } : { templates }
  run.note(remarks(log, templates.length))
  const forgotten = parser.forgotten()
  const messages = templates.reduce((sum, { count }) => sum + count, forgotten.messages)
  run.result({ success: true, lines: ids.length, ...shown, cutLines, layout, forgotten }, () =>
    renderLogTemplates(templates, messages, run),
  )
}

function remarks({ ids, cutLines, parser, layout }: ParsedLog, templates: number): string {
  if (ids.length === 0) return 'The log is empty: it has no lines, and so no templates.'
  const { templates: lost, messages } = parser.forgotten()
  const remarks = [`${counted(ids.length, 'line')}, ${counted(templates, 'template')}; ${headerOf(layout)}.`]
  if (cutLines > 0) remarks.push(`${counted(cutLines, 'line')} longer than 64 KiB: only the beginning was read.`)
  if (lost > 0) remarks.push(`${count(lost)} templates with ${counted(messages, 'line')} were dropped to save memory.`)
  return remarks.join('\n')
}

function headerOf(layout: LogLayout): string {
  if (layout.kind === 'bare') return 'bare messages'
  return layout.kind === 'pipes' ? `header up to bar ${layout.count}` : `header: ${layout.kinds.join(' ')}`
}
