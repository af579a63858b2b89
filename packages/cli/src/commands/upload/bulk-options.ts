import { join } from 'node:path'
import type { Omen } from '@omen/sdk'
import { digestFile } from '@omen/sdk/node'
import { type Command, Option } from 'commander'
import { noJournal, openJournal } from '../../bulk/journal.ts'
import { groupsOf, type Plan, runKey, type Standing } from '../../bulk/plan.ts'
import { runBulk } from '../../bulk/run-bulk.ts'
import type { Sending } from '../../bulk/send-file.ts'
import { storeOnce } from '../../bulk/store-once.ts'
import type { Run } from '../../cli.ts'
import { CliError, UsageError } from '../../failures.ts'
import { findModel } from '../../io/find-models.ts'
import { stateFolder } from '../../io/folders.ts'
import { expandPaths, type InputFile } from '../../io/input-files.ts'
import { guarded } from '../../io/interrupt.ts'
import { openProgress } from '../../io/open-progress.ts'
import { requireRegular } from '../../io/require-regular.ts'
import { durationMs, positive } from '../../options.ts'
import { reportOf } from '../../report-error.ts'
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

const KEPT = 'What was sent is kept; the same command resumes from there.'

/** Sends the files of the command line and carries out the plan. */
export async function sendFiles(
  run: Run,
  paths: readonly string[],
  plan: Plan,
  options: BulkOptions,
): Promise<Outcome[]> {
  const files = await expandPaths(paths, run.note)
  requireWait(files, plan, options)
  if (plan.filter !== undefined) await requireRegular(plan.filter)
  const filterSha256 = plan.filter === undefined ? undefined : await digestFile(plan.filter)
  const omen = await run.omen()
  const { url } = await run.connection()
  const named: Plan = { ...plan, stdinName: options.name }
  const standing: Standing = { filterSha256, model: await liveModel(omen, plan) }
  const journal = await journalOf(run, url, files, named, options)
  const progress = await openProgress(run, files.length)
  const isRepeatable = !options.again && (files.length > 1 || typeof options.journal === 'string')
  // A result is used again only where it is known which version of the model made it.
  const skipDone = isRepeatable && (plan.kind !== 'detection' || standing.model !== undefined)
  const { wait, timeout: timeoutMs, cancelOnInterrupt, parallel } = options
  try {
    return await guarded(run, omen, { cancelOnInterrupt, kept: KEPT, say: progress.say }, async (guard) => {
      const { signal } = guard
      const filenameFilter = plan.filter && (await storeOnce(omen, plan.filter, { sha256: filterSha256!, signal }))
      const sending: Sending = {
        io: run.io,
        omen,
        url,
        plan: named,
        standing,
        filenameFilter,
        journal,
        guard,
        wait,
        timeoutMs,
        skipDone,
      }
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
  const now = () => run.io.clock.now()
  if (typeof options.journal === 'string') return openJournal(options.journal, now)
  // The journal that nobody asked for must not stop the work where nothing can be written, as in a container.
  const skip = (error: unknown) =>
    run.note(`The journal cannot be kept, so that this run cannot be resumed: ${reportOf(error).message}.`)
  return openJournal(own, now, skip)
}

/** Id and live version of the model that a detection runs; undefined for other plans, and where there is none yet. */
async function liveModel(omen: Omen, { kind, model, modelUserName, modelType = 'Holistic' }: Plan) {
  if (kind !== 'detection' || model === undefined) return undefined
  const reference = modelUserName === undefined ? model : `${model}@${modelUserName}`
  try {
    const { id, live } = await findModel(omen, reference, modelType)
    return live ? `${id}@${live.version}` : undefined
  } catch (error) {
    // The server says what is wrong with the model when the detection is started.
    if (error instanceof CliError && error.code === 'NOT_FOUND') return undefined
    throw error
  }
}
