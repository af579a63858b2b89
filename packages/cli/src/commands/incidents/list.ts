import type { IncidentQuery, ListedIncident, Omen } from '@omen/sdk'
import { type Command, Option } from 'commander'
import type { Cli, Run } from '../../cli.ts'
import { act, describeCommand } from '../../command.ts'
import { checkRules, type FailOnRule } from '../../fail-on/gate.ts'
import { rateListed } from '../../fail-on/rate-listed.ts'
import { UsageError } from '../../failures.ts'
import { parseTime } from '../../io/parse-time.ts'
import { addPageOptions, failOnIncidentsOption, languageOption } from '../../options.ts'
import { renderListedIncidents, renderPredictions } from '../../render/listed-incidents.ts'
import type { RatedIncident } from '../../results/gated-incident.ts'

interface ListOptions {
  page: number
  pageSize: number
  project?: string
  tab: NonNullable<IncidentQuery['tab']>
  search?: string
  since?: string
  until?: string
  fold?: boolean
  newest?: boolean
  failOn?: FailOnRule<readonly RatedIncident[]>[]
}

/** `omen incidents list` */
export function incidentsList(cli: Cli): Command {
  const command = describeCommand('list', {
    summary: 'list incidents of projects, the worst first',
    examples: [
      { run: 'omen incidents list', does: 'what is open now, or was in the last seven days' },
      { run: 'omen incidents list --tab all --project shop --since 2026-11-01 --fold', does: 'repeats in one line' },
      { run: 'omen incidents list --tab predicted', does: 'what rules and forecasts expect, with their record' },
      { run: `omen incidents list --project shop --fail-on 'severity>=7'`, does: 'a gate: exits with 3' },
      { run: `omen incidents list --jq '.incidents[].id'`, does: 'ids for a script' },
    ],
  })
    .addOption(
      new Option('--tab <tab>', 'which').choices(['open', 'predicted', 'resolved', 'starred', 'all']).default('open'),
    )
    .option('--project <name>', 'only of this one')
    .option('--search <words>', 'only those that name all of these words')
    .option('--since <time>', 'not over before; seven days ago if omitted')
    .option('--until <time>', 'begun before')
    .option('--fold', 'one line for incidents that repeat each other')
    .option('--newest', 'the newest first')
    .addOption(languageOption())
    .addOption(failOnIncidentsOption())
  return addPageOptions(command, { hasAll: false }).action(act<ListOptions>(cli, runList))
}

async function runList(run: Run, options: ListOptions): Promise<void> {
  const { page, pageSize, project, tab, search, since, until, fold = false, newest = false, failOn } = options
  if (failOn && tab === 'predicted')
    throw new UsageError('--fail-on is about incidents that were found', 'Leave out --tab predicted.')
  const timeOf = (option: string, text: string | undefined): number | undefined =>
    text === undefined ? undefined : parseTime(option, text, run.io.timeZone)
  const omen = await run.omen()
  const query: IncidentQuery = {
    projectName: project,
    tab,
    q: search,
    fold,
    order: newest ? 'newest' : 'worst',
    from: timeOf('--since', since),
    to: timeOf('--until', until),
  }
  const answer = await omen.incidents.list({ page, pageSize, ...query })
  const { incidents, counts, predictions = [], predicted = [] } = answer
  const gated = failOn && answer.page.total > incidents.length ? await loadAll(omen, query) : incidents
  const gate = checkRules(failOn, gated.map(rateListed))
  run.result({ ...answer, ...(gate && { failOn: gate }) }, () =>
    tab === 'predicted' ? renderPredictions(predictions, predicted, run) : renderListedIncidents(incidents, run),
  )
  const { open, resolved, predicted: ahead } = counts
  run.note(`${open} open, ${resolved} resolved, ${ahead} predicted.`)
  if (answer.page.total > page * pageSize) run.note(`${answer.page.total} in all; --page ${page + 1} for more.`)
  run.close(gate)
}

/** A gate counts those of all pages. */
async function loadAll({ incidents }: Omen, query: IncidentQuery): Promise<ListedIncident[]> {
  const pageSize = 500
  const all: ListedIncident[] = []
  for (let page = 1; ; page += 1) {
    const part = await incidents.list({ page, pageSize, ...query })
    all.push(...part.incidents)
    if (part.incidents.length === 0 || page * pageSize >= part.page.total) return all
  }
}
