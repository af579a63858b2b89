import { ApiProblem, type Omen } from '@omen/sdk'
import { digestFile, storeStream } from '@omen/sdk/node'
import type { Command } from 'commander'
import { exitOfCounts } from '../../bulk/exit-of.ts'
import { storeOnce } from '../../bulk/store-once.ts'
import type { Cli, Run } from '../../cli.ts'
import { act, describeCommand } from '../../command.ts'
import { EXIT_CODE } from '../../exit-code.ts'
import { CliError } from '../../failures.ts'
import { expandPaths } from '../../io/input-files.ts'
import { type Guard, guarded } from '../../io/interrupt.ts'
import { requireRegular } from '../../io/require-regular.ts'
import { pageAddress } from '../../io/server-address.ts'
import { watchJob } from '../../io/watch-job.ts'
import { addOutputOptions, durationMs } from '../../options.ts'
import { renderUploadedLogs, uploadedLogsCsv } from '../../render/uploaded-logs.ts'
import type { UploadedLog } from '../../results/uploaded-log.ts'

interface LogsOptions {
  wait: boolean
  timeout?: number
  again?: boolean
  name: string
}

/** `omen upload logs` */
export function uploadLogs(cli: Cli): Command {
  const command = describeCommand('logs', {
    summary: 'send log files and find their templates and anomalies',
    description:
      'Sends log files: text in UTF-8, UTF-16 or GB18030, a line or a JSON object for each event, also ".gz". Their lines ' +
      'are stored and searched, their templates and anomalies found. A file that is there already is not sent again. ' +
      '"-" is standard input: it is read to its end, then the job starts.',
    examples: [
      { run: 'omen upload logs app.log', does: 'prints how many templates and findings it has, and its page' },
      { run: 'omen upload logs run-*.log.gz --json', does: 'several files, as JSON' },
      { run: 'journalctl -o json | omen upload logs - --name host1.jsonl', does: 'what another program writes' },
      { run: 'omen upload logs app.log && omen logs findings --file app.log', does: 'then lists what was found' },
    ],
  })
    .argument('<file...>', 'log files; "-" is standard input')
    .option('--no-wait', 'only start the jobs; "omen jobs wait" waits for them')
    .option('--timeout <duration>', 'give up waiting for a job after 90s, 30m, 2h; the job continues', durationMs)
    .option('--again', 'read a file anew that was read before')
    .option('--name <name>', 'what to call standard input ("-")', 'stdin.log')
  return addOutputOptions(command, ['text', 'json', 'csv']).action(act<LogsOptions>(cli, runLogs))
}

async function runLogs(run: Run, options: LogsOptions, paths: string[]): Promise<void> {
  for (const path of paths) if (path !== '-') await requireRegular(path)
  const files = await expandPaths(paths, run.note)
  const omen = await run.omen()
  const { url } = await run.connection()
  const uploaded = await guarded(run, omen, {}, async (guard) => {
    const done: UploadedLog[] = []
    for (const { path } of files) done.push(await sendLog({ run, omen, url }, path, guard, options))
    return done
  })
  const [only] = uploaded
  if (uploaded.length === 1 && only?.error)
    throw new CliError(`${only.path}: ${only.error.message}`, { code: only.error.code, exit: EXIT_CODE.failed })
  run.result(
    { success: uploaded.every(({ error }) => error === undefined), files: uploaded },
    { text: () => renderUploadedLogs(uploaded, run), csv: () => uploadedLogsCsv(uploaded) },
  )
  const failed = uploaded.filter(({ error }) => error !== undefined).length
  if (failed > 0) run.exitWith(exitOfCounts(failed, uploaded.length))
}

interface Server {
  run: Run
  omen: Omen
  url: string
}

async function sendLog(
  { run, omen, url }: Server,
  path: string,
  guard: Guard,
  { wait, timeout: timeoutMs, again, name }: LogsOptions,
): Promise<UploadedLog> {
  const shown = path === '-' ? name : path
  try {
    const { signal } = guard
    const filename =
      path === '-'
        ? (await storeStream(omen, run.io.stdin, { uploadFileName: name, signal })).filename
        : await storeOnce(omen, path, { sha256: await digestFile(path), signal })
    const started = await omen.logs.start({ filename, again }, { signal })
    const job = wait ? await watchJob(omen, started.id, guard, { timeoutMs }) : started
    const { lines, templates, findings } = job.result?.logs ?? {}
    return {
      path: shown,
      filename,
      jobId: job.id,
      state: job.state,
      url: pageAddress(url, `/logs?file=${filename}`),
      ...(lines !== undefined && { lines }),
      ...(templates !== undefined && { templates }),
      ...(findings !== undefined && { findings }),
      ...(job.error && { error: { code: job.error.code, message: job.error.message } }),
    }
  } catch (error) {
    if (!(error instanceof ApiProblem) || guard.signal.aborted) throw error
    return { path: shown, state: 'refused', error: { code: error.code, message: error.message } }
  }
}
