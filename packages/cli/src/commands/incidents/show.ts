import type { Command } from 'commander'
import type { Cli, Run } from '../../cli.ts'
import { act, describeCommand } from '../../command.ts'
import { languageOption } from '../../options.ts'
import { renderIncident } from '../../render/incident.ts'

/** `omen incidents show` */
export function incidentsShow(cli: Cli): Command {
  return describeCommand('show', {
    summary: 'show an incident: what began when, why, and what was done the last time',
    examples: [
      { run: 'omen incidents show in_Zk3f9', does: 'timeline, causes, changes, similar incidents' },
      { run: `omen incidents show in_Zk3f9 --jq '.causes[0].sentence'`, does: 'the likeliest cause' },
    ],
  })
    .argument('<id>', 'of a project, or DETECTION.INCIDENT of an uploaded file')
    .addOption(languageOption())
    .action(act(cli, runShow))
}

async function runShow(run: Run, _options: object, [id = '']: string[]): Promise<void> {
  const detail = await (await run.omen()).incidents.get(id)
  run.result(detail, () => renderIncident(detail, run))
}
