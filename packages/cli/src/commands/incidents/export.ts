import type { Command } from 'commander'
import type { Cli, Run } from '../../cli.ts'
import { act, describeCommand } from '../../command.ts'
import { addOutputOptions, languageOption } from '../../options.ts'
import type { Language } from '../../render/language.ts'

/** `omen incidents export` */
export function incidentsExport(cli: Cli): Command {
  const command = describeCommand('export', {
    summary: 'write an incident as Markdown, JSON, or one HTML page that needs nothing from anywhere',
    examples: [
      { run: 'omen incidents export in_Zk3f9 > incident.md', does: 'the post-mortem, or its draft' },
      { run: 'omen incidents export in_Zk3f9 --out incident.html', does: 'a page with charts, to keep' },
    ],
  })
    .argument('<id>', 'of a project, or DETECTION.INCIDENT of an uploaded file')
    .addOption(languageOption())
  return addOutputOptions(command, ['md', 'json', 'html']).action(act<{ lang?: Language }>(cli, runExport))
}

async function runExport(run: Run, { lang }: { lang?: Language }, [id = '']: string[]): Promise<void> {
  const { incidents } = await run.omen()
  const wanted = [run.format, run.file?.format]
  const load = async (format: 'md' | 'html'): Promise<string> =>
    wanted.includes(format) ? incidents.export(id, format, { locale: lang }) : ''
  const [md, html, json] = await Promise.all([
    load('md'),
    load('html'),
    wanted.includes('json') ? incidents.export(id, 'json', { locale: lang }) : '{}',
  ])
  run.result(JSON.parse(json), { md: () => md, html: () => html })
  if (run.file) run.note(`${id} in ${run.file.path}.`)
}
