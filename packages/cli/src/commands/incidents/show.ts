import type { Command } from 'commander'
import type { Cli, Run } from '../../cli.ts'
import { act, describeCommand } from '../../command.ts'
import { checkRules, type FailOnRule } from '../../fail-on/gate.ts'
import { rateListed } from '../../fail-on/rate-listed.ts'
import { failOnIncidentsOption, languageOption } from '../../options.ts'
import { renderIncident } from '../../render/incident.ts'
import type { RatedIncident } from '../../results/gated-incident.ts'

interface ShowOptions {
  failOn?: FailOnRule<readonly RatedIncident[]>[]
}

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
    .addOption(failOnIncidentsOption())
    .action(act<ShowOptions>(cli, runShow))
}

async function runShow(run: Run, { failOn }: ShowOptions, [id = '']: string[]): Promise<void> {
  const detail = await (await run.omen()).incidents.get(id)
  const gaps = detail.findings.filter(({ type }) => type === 'gap').length
  const gate = checkRules(failOn, [{ ...rateListed(detail.incident), gaps }])
  run.result({ ...detail, ...(gate && { failOn: gate }) }, () => renderIncident(detail, run))
  run.close(gate)
}
