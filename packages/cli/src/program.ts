import { Command } from 'commander'
import type { Cli } from './cli.ts'
import { describeCommand } from './command.ts'
import { api } from './commands/api.ts'
import { apply } from './commands/apply.ts'
import { causes } from './commands/causes.ts'
import { complete } from './commands/complete.ts'
import { completion } from './commands/completion.ts'
import { config } from './commands/config.ts'
import { data } from './commands/data.ts'
import { demo } from './commands/demo.ts'
import { detect } from './commands/detect.ts'
import { detectionsExport } from './commands/detections/export.ts'
import { detectionsList } from './commands/detections/list.ts'
import { detectionsOpen } from './commands/detections/open.ts'
import { detectionsShow } from './commands/detections/show.ts'
import { evaluate } from './commands/evaluate.ts'
import { eventsList } from './commands/events/list.ts'
import { eventsPost } from './commands/events/post.ts'
import { eventsRemove } from './commands/events/remove.ts'
import { exportConfig } from './commands/export.ts'
import { filesDelete } from './commands/files/delete.ts'
import { filesList } from './commands/files/list.ts'
import { filesRejected } from './commands/files/rejected.ts'
import { filesShow } from './commands/files/show.ts'
import { forecast } from './commands/forecast.ts'
import { glossaryCommand } from './commands/glossary.ts'
import { help } from './commands/help.ts'
import { incidents } from './commands/incidents.ts'
import { integrationsAdd } from './commands/integrations/add.ts'
import { integrationsDeliveries } from './commands/integrations/deliveries.ts'
import { integrationsList } from './commands/integrations/list.ts'
import { integrationsRemove } from './commands/integrations/remove.ts'
import { integrationsTest } from './commands/integrations/test.ts'
import { jobsCancel } from './commands/jobs/cancel.ts'
import { jobsList } from './commands/jobs/list.ts'
import { jobsShow } from './commands/jobs/show.ts'
import { jobsWait } from './commands/jobs/wait.ts'
import { live } from './commands/live.ts'
import { login } from './commands/login.ts'
import { logout } from './commands/logout.ts'
import { logsFindings } from './commands/logs/findings.ts'
import { logsSearch } from './commands/logs/search.ts'
import { logsTail } from './commands/logs/tail.ts'
import { logsTemplates } from './commands/logs/templates.ts'
import { mcp } from './commands/mcp.ts'
import { modelsDelete } from './commands/models/delete.ts'
import { modelsList } from './commands/models/list.ts'
import { modelsPromote } from './commands/models/promote.ts'
import { modelsShare } from './commands/models/share.ts'
import { modelsShow } from './commands/models/show.ts'
import { outliers } from './commands/outliers.ts'
import { peers } from './commands/peers.ts'
import { predict } from './commands/predict.ts'
import { projectsAdd } from './commands/projects/add.ts'
import { projectsAlerts } from './commands/projects/alerts.ts'
import { projectsBackfill } from './commands/projects/backfill.ts'
import { projectsConnection } from './commands/projects/connection.ts'
import { projectsKeys } from './commands/projects/keys.ts'
import { projectsList } from './commands/projects/list.ts'
import { projectsMembers } from './commands/projects/members.ts'
import { projectsModel } from './commands/projects/model.ts'
import { projectsRemove } from './commands/projects/remove.ts'
import { projectsShow } from './commands/projects/show.ts'
import { projectsTest } from './commands/projects/test.ts'
import { projectsUpdate } from './commands/projects/update.ts'
import { publishFile } from './commands/publish/file.ts'
import { publishProject } from './commands/publish/project.ts'
import { publishedBundle } from './commands/published/bundle.ts'
import { publishedCompare } from './commands/published/compare.ts'
import { publishedEdit } from './commands/published/edit.ts'
import { publishedList } from './commands/published/list.ts'
import { publishedOpen } from './commands/published/open.ts'
import { publishedRevoke } from './commands/published/revoke.ts'
import { publishedShow } from './commands/published/show.ts'
import { push } from './commands/push.ts'
import { reportDaily } from './commands/report/daily.ts'
import { reportInsight } from './commands/report/insight.ts'
import { reportScheduleAdd } from './commands/report/schedule-add.ts'
import { reportScheduleList } from './commands/report/schedule-list.ts'
import { reportScheduleRemove } from './commands/report/schedule-remove.ts'
import { reportSend } from './commands/report/send.ts'
import { rollout } from './commands/rollout.ts'
import { score } from './commands/score.ts'
import { uploadDetection } from './commands/upload/detection.ts'
import { uploadDisplay } from './commands/upload/display.ts'
import { uploadLogs } from './commands/upload/logs.ts'
import { uploadTraining } from './commands/upload/training.ts'
import { uploadUpdate } from './commands/upload/update.ts'
import { uploadVisualization } from './commands/upload/visualization.ts'
import { verdict } from './commands/verdict.ts'
import { whoami } from './commands/whoami.ts'
import { addOutputOptions } from './options.ts'
import { rootHelp } from './root-help.ts'
import { version } from './version.ts'

/** The whole command line, writing to the streams of the run. */
export function createProgram(cli: Cli): Command {
  const { stdout, stderr } = cli.io
  const program = new Command('omen')
    .description(rootHelp.description)
    .version(version, '-V, --version', 'print the version')
    .option('--json', 'results on stdout and errors on stderr as one JSON object')
    .option('--profile <name>', 'profile to use (default: "default", or OMEN_PROFILE)')
    .option('--url <address>', "server to talk to (default: the profile's, or OMEN_URL)")
    .option('--fields <names>', 'JSON with only these fields: "url,detection.severity"')
    .option('--jq <program>', 'JSON through this jq program; strings come out bare')
    .option('--no-color', 'no colours (also NO_COLOR)')
    .addHelpText('after', rootHelp.after)
  program.addCommand(login(cli)).addCommand(logout(cli)).addCommand(whoami(cli)).addCommand(detect(cli))
  program
    .addCommand(uploadGroup(cli))
    .addCommand(filesGroup(cli))
    .addCommand(modelsGroup(cli))
    .addCommand(detectionsGroup(cli))
    .addCommand(publishGroup(cli))
    .addCommand(publishedGroup(cli))
    .addCommand(projectsGroup(cli))
    .addCommand(eventsGroup(cli))
    .addCommand(integrationsGroup(cli))
    .addCommand(reportGroup(cli))
    .addCommand(apply(cli))
    .addCommand(exportConfig(cli))
    .addCommand(live(cli))
    .addCommand(verdict(cli))
    .addCommand(push(cli))
    .addCommand(data(cli))
    .addCommand(demo(cli))
    .addCommand(jobsGroup(cli))
    .addCommand(logsGroup(cli))
    .addCommand(causes(cli))
    .addCommand(incidents(cli))
    .addCommand(predict(cli))
    .addCommand(outliers(cli))
    .addCommand(peers(cli))
    .addCommand(rollout(cli))
    .addCommand(score(cli))
    .addCommand(forecast(cli))
    .addCommand(evaluate(cli))
  program
    .addCommand(api(cli))
    .addCommand(mcp(cli))
    .addCommand(config(cli))
    .addCommand(glossaryCommand(cli))
    .addCommand(help())
    .addCommand(completion(cli))
    .addCommand(complete(cli, program), { hidden: true })
  for (const command of everyCommand(program)) {
    const doesWork = command.commands.length === 0 || command.registeredArguments.length > 0
    if (doesWork && !command.name().startsWith('_') && !command.options.some(({ long }) => long === '--format'))
      addOutputOptions(command)
    // Those of a command above it that does something by itself are not for all
    command.configureHelp({ showGlobalOptions: true, visibleGlobalOptions: () => [...program.options] })
    command.exitOverride().showHelpAfterError(false).showSuggestionAfterError(true).helpCommand(false)
    command.configureOutput({
      writeOut: (text) => void stdout.write(text),
      writeErr: (text) => void stderr.write(text),
      // Reported by `reportFailure`, like every failure.
      outputError: () => undefined,
      getOutHelpWidth: () => (stdout.isTTY ? (stdout.columns ?? 80) : 80),
      getOutHasColors: () => false,
    })
  }
  return program
}

/** A command and all its subcommands. */
export function everyCommand(command: Command): Command[] {
  return [command, ...command.commands.flatMap(everyCommand)]
}

function uploadGroup(cli: Cli): Command {
  return describeCommand('upload', {
    summary: 'train, update, detect and display with many files',
    examples: [{ run: 'omen upload training day*.csv --model checkout', does: 'see "omen upload training --help"' }],
  })
    .addCommand(uploadTraining(cli))
    .addCommand(uploadDetection(cli))
    .addCommand(uploadVisualization(cli))
    .addCommand(uploadUpdate(cli))
    .addCommand(uploadDisplay(cli))
    .addCommand(uploadLogs(cli))
}

function filesGroup(cli: Cli): Command {
  return describeCommand('files', {
    summary: 'uploaded files',
    examples: [{ run: 'omen files', does: 'lists them, newest first' }],
  })
    .addCommand(filesList(cli))
    .addCommand(filesShow(cli))
    .addCommand(filesRejected(cli))
    .addCommand(filesDelete(cli))
}

function modelsGroup(cli: Cli): Command {
  return describeCommand('models', {
    summary: 'named models and their versions',
    examples: [{ run: 'omen models', does: 'lists them' }],
  })
    .addCommand(modelsList(cli))
    .addCommand(modelsShow(cli))
    .addCommand(modelsPromote(cli))
    .addCommand(modelsShare(cli))
    .addCommand(modelsDelete(cli))
}

function detectionsGroup(cli: Cli): Command {
  return describeCommand('detections', {
    summary: 'detections that are there: list, show, open, export',
    examples: [{ run: 'omen detections', does: 'lists them, newest first' }],
  })
    .addCommand(detectionsList(cli))
    .addCommand(detectionsShow(cli))
    .addCommand(detectionsOpen(cli))
    .addCommand(detectionsExport(cli))
}

function publishGroup(cli: Cli): Command {
  return describeCommand('publish', {
    summary: 'publish a frozen copy of what was found: file, project',
    examples: [
      { run: 'omen publish file run.csv --model checkout --name nightly', does: 'see "omen publish file --help"' },
      { run: 'omen publish project shop --last 24h --name outage', does: 'a time of a project' },
    ],
  })
    .addCommand(publishFile(cli))
    .addCommand(publishProject(cli))
}

function publishedGroup(cli: Cli): Command {
  return describeCommand('published', {
    summary: 'published detections: list, show, open, edit, revoke, compare, bundle',
    examples: [
      { run: 'omen published', does: 'lists them, newest first' },
      { run: 'omen published compare nightly --fail-on worse', does: 'the newest run with the one before' },
      { run: 'omen published bundle nightly --out nightly.html', does: 'one file that opens without any network' },
    ],
  })
    .addCommand(publishedList(cli))
    .addCommand(publishedShow(cli))
    .addCommand(publishedOpen(cli))
    .addCommand(publishedEdit(cli))
    .addCommand(publishedRevoke(cli))
    .addCommand(publishedCompare(cli))
    .addCommand(publishedBundle(cli))
}

function projectsGroup(cli: Cli): Command {
  return describeCommand('projects', {
    summary:
      'projects that collect: list, add, show, model, update, remove, alerts, members, keys, test, connection, backfill',
    examples: [
      { run: 'omen projects', does: 'lists them' },
      { run: 'omen projects add shop --every 10s', does: 'prints its ingest key once' },
      { run: 'omen projects add datadog shop --help', does: 'how to fetch from Datadog' },
      { run: 'omen projects show shop', does: 'its state, and what to do' },
      { run: 'omen projects model shop', does: 'what it has learned' },
      { run: 'omen projects update shop --retention 30', does: 'keeps its data for 30 days' },
      { run: 'omen projects alerts shop', does: 'when and to whom its incidents are sent' },
      { run: 'omen projects members shop --set bobby1', does: 'shares it' },
      { run: 'omen projects keys list shop', does: 'who may send to it' },
      { run: 'omen projects connection shop', does: 'what it fetches, and how far it has come' },
      { run: 'omen projects remove shop --dry-run', does: 'says what would be lost' },
    ],
  })
    .addCommand(projectsList(cli))
    .addCommand(projectsAdd(cli))
    .addCommand(projectsShow(cli))
    .addCommand(projectsModel(cli))
    .addCommand(projectsUpdate(cli))
    .addCommand(projectsAlerts(cli))
    .addCommand(projectsMembers(cli))
    .addCommand(projectsKeys(cli))
    .addCommand(projectsTest(cli))
    .addCommand(projectsConnection(cli))
    .addCommand(projectsBackfill(cli))
    .addCommand(projectsRemove(cli))
}

function eventsGroup(cli: Cli): Command {
  return describeCommand('events', {
    summary: 'what changed in a project: post, list, remove',
    examples: [
      { run: 'omen events list shop', does: 'deployments and other changes, the latest first' },
      { run: 'omen events post shop "checkout 2.4.1 deployed" --release 2.4.1', does: 'from a pipeline' },
      { run: 'omen events remove ev_0mCGRZTx9Kfd', does: 'one that was reported by mistake' },
    ],
  })
    .addCommand(eventsList(cli))
    .addCommand(eventsPost(cli))
    .addCommand(eventsRemove(cli))
}

function reportGroup(cli: Cli): Command {
  return describeCommand('report', {
    summary: 'how a day, a week or a month was: to read, as a file, by mail',
    examples: [
      { run: 'omen report insight shop', does: 'this week against the one before' },
      { run: 'omen report daily --out yesterday.pdf', does: 'all projects, as a PDF' },
      { run: 'omen report schedule add --every week --to team@example.com', does: 'by mail, every Monday at 8' },
    ],
  })
    .addCommand(reportDaily(cli))
    .addCommand(reportInsight(cli))
    .addCommand(reportSend(cli))
    .addCommand(reportScheduleGroup(cli))
}

function reportScheduleGroup(cli: Cli): Command {
  return describeCommand('schedule', {
    summary: 'reports that are mailed again and again: list, add, remove',
    examples: [{ run: 'omen report schedule list', does: 'with when each is due, and why one has stopped' }],
  })
    .addCommand(reportScheduleList(cli))
    .addCommand(reportScheduleAdd(cli))
    .addCommand(reportScheduleRemove(cli))
}

function integrationsGroup(cli: Cli): Command {
  return describeCommand('integrations', {
    summary: 'where alerts go: list, add, test, remove, deliveries',
    examples: [
      { run: 'omen integrations', does: 'lists them, with what came of the last delivery' },
      { run: 'omen integrations add slack on-call', does: 'asks for the address of the incoming webhook' },
      { run: 'omen integrations test on-call', does: 'sends a test, and says what came of it' },
      { run: 'omen integrations deliveries --state failed', does: 'what did not arrive, and why' },
      { run: 'omen integrations remove on-call', does: 'asks first' },
    ],
  })
    .addCommand(integrationsList(cli))
    .addCommand(integrationsAdd(cli))
    .addCommand(integrationsTest(cli))
    .addCommand(integrationsRemove(cli))
    .addCommand(integrationsDeliveries(cli))
}

function jobsGroup(cli: Cli): Command {
  return describeCommand('jobs', {
    summary: 'long work: list, show, wait, cancel',
    examples: [{ run: 'omen jobs', does: 'lists them, newest first' }],
  })
    .addCommand(jobsList(cli))
    .addCommand(jobsShow(cli))
    .addCommand(jobsWait(cli))
    .addCommand(jobsCancel(cli))
}

function logsGroup(cli: Cli): Command {
  return describeCommand('logs', {
    summary: 'search and follow logs of the server; templates and anomalies also without one',
    examples: [
      { run: 'omen logs search timeout --project shop --since 1h', does: 'searches the lines of a project' },
      { run: 'omen logs templates app.log --out templates.csv', does: 'writes the template of each line' },
      { run: 'omen logs findings app.log', does: 'lists anomalies' },
    ],
  })
    .addCommand(logsSearch(cli))
    .addCommand(logsTail(cli))
    .addCommand(logsFindings(cli))
    .addCommand(logsTemplates(cli))
}
