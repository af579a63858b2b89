import { join } from 'node:path'
import type { Omen } from '@omen/sdk'
import { storePath } from '@omen/sdk/node'
import { type Command, Option } from 'commander'
import { noJournal, openJournal } from '../../bulk/journal.ts'
import { groupsOf, type Plan, runKey } from '../../bulk/plan.ts'
import { runBulk } from '../../bulk/run-bulk.ts'
import type { Run } from '../../cli.ts'
import { UsageError } from '../../failures.ts'
import { stateFolder } from '../../io/folders.ts'
import { expandPaths, type InputFile } from '../../io/input-files.ts'
import { guarded } from '../../io/interrupt.ts'
import { openProgress } from '../../io/open-progress.ts'
import { durationMs, positive } from '../../options.ts'
import type { Outcome } from '../../results/outcome.ts'

/** Options of commands that send files. */
export interface BulkOptions {
  wait: boolean
  timeout?: number
  journal?: string | boolean
  again?: boolean
  parallel: number
  name?: string
  cancelOnInterrupt?: boolean
}

/** Adds the options of commands that send files. */
export function addBulkOptions(command: Command): Command {
  return command
    .option('--no-wait', 'only start the jobs; "omen jobs wait" waits for them')
    .option('--timeout <duration>', 'give up waiting for a job after 90s, 30m, 2h; the job continues', durationMs)
    .addOption(new Option('--parallel <n>', 'files at a time').default(4).argParser(positive))
    .option('--journal <file>', 'where to note what is done (default: a file of this command in the state folder)')
    .option('--no-journal', 'note nothing')
    .option('--again', 'repeat what the journal has as done')
    .option('--name <name>', 'what to call standard input ("-")')
    .option('--cancel-on-interrupt', 'Ctrl-C cancels the jobs at once, instead of asking for a second one')
}

const kept = 'What was sent is kept; the same command resumes from there.'

/** Sends the files of the command line and carries out the plan. */
export async function sendFiles(
  run: Run,
  paths: readonly string[],
  plan: Plan,
  options: BulkOptions,
): Promise<Outcome[]> {
  const files = await expandPaths(paths)
  requireWait(files, plan, options)
  const omen = await run.omen()
  const { url } = await run.connection()
  const named: Plan = { ...plan, stdinName: options.name }
  const journal = await journalOf(run, url, files, named, options)
  const progress = await openProgress(run, files.length)
  const skipDone = !options.again && (files.length > 1 || typeof options.journal === 'string')
  const { wait, timeout: timeoutMs, cancelOnInterrupt, parallel } = options
  try {
    return await guarded(run, omen, { cancelOnInterrupt, kept, say: progress.say }, (guard) => {
      const sending = { io: run.io, omen, url, plan: named, journal, guard, wait, timeoutMs, skipDone }
      return runBulk(sending, files, parallel, progress)
    })
  } finally {
    progress.close()
  }
}

function requireWait(files: readonly InputFile[], plan: Plan, { wait }: BulkOptions): void {
  if (wait || groupsOf(files, plan).every(({ length }) => length === 1)) return
  const hint = 'Leave --no-wait out, or train a separate model per file with --model "{name}".'
  throw new UsageError('Files that train one model are sent one after the other, which needs waiting', hint)
}

async function journalOf(run: Run, url: string, files: readonly InputFile[], plan: Plan, options: BulkOptions) {
  if (options.journal === false || files.some(({ path }) => path === '-')) return noJournal
  const own = join(stateFolder(run.io), 'journals', `${runKey(url, plan)}.jsonl`)
  return openJournal(typeof options.journal === 'string' ? options.journal : own, () => run.io.clock.now())
}

/** Uploads the file of known abnormal intervals; returns its handle. */
export async function storeFilter(omen: Omen, path: string | undefined): Promise<string | undefined> {
  return path === undefined ? undefined : (await storePath(omen, path)).filename
}
