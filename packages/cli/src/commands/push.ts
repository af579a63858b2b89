import { type Command, Option } from 'commander'
import type { Cli, Run } from '../cli.ts'
import { act, describeCommand } from '../command.ts'
import { EXIT_CODE } from '../exit-code.ts'
import { UsageError } from '../failures.ts'
import { connect } from '../io/client.ts'
import { stateFolder } from '../io/folders.ts'
import { followFile, growingIdentity } from '../io/follow-file.ts'
import { guarded } from '../io/interrupt.ts'
import { readLines, splitLines } from '../io/read-lines.ts'
import { readVariable } from '../io/read-variable.ts'
import { isReadOnce } from '../io/require-regular.ts'
import { usableToken } from '../io/usable-token.ts'
import { durationMs } from '../options.ts'
import { createLogBatcher, createSampleBatcher } from '../push/batch.ts'
import { noJournal, openPushJournal, wholeIdentity } from '../push/push-journal.ts'
import { createTotals, type PushOptions as PushLinesOptions, type PushTotals, pushLines } from '../push/push-lines.ts'
import { sendBatch } from '../push/send-batch.ts'
import { count, counted } from '../render/figures.ts'

interface PushOptions {
  key?: string
  logs?: boolean
  instance?: string
  service?: string
  retry: number
  fromStart?: boolean
  follow?: boolean
}

const MINUTE_MS = 60_000
const FLUSH_MS = 1000
/** A line of a wide table. */
const LINE_BYTES = 4 * 1_048_576

/** `omen push` */
export function push(cli: Cli): Command {
  return describeCommand('push', {
    summary: 'send samples or log lines to a project, from a file or a pipe',
    description:
      'Sends a table like that of an uploaded file (timestamp,metric[instance],…) or JSON objects, one per line ' +
      '({"metric","instance","time","value"}). With --logs, each line is a log line: a JSON object, or text with the ' +
      'time that it begins with, if it has one (without a zone: in UTC). A pipe is followed, and with --follow a file: what has come is sent each ' +
      'second. A batch is sent again until it is acknowledged, which changes nothing that is stored; a push of a file ' +
      'that was broken off goes on from there when it is run again.',
    examples: [
      { run: 'OMEN_INGEST_KEY=omen_in_… omen push day.csv', does: 'a file; the key says which project' },
      { run: 'journalctl -f -o json | omen push - --logs', does: 'log lines, as they come' },
      { run: 'omen push app.log --logs --follow', does: 'what is appended, also after a rotation' },
      { run: 'vmstat-to-json | omen push - --retry 1h', does: 'follows a pipe, through an outage of an hour' },
    ],
  })
    .argument('<file>', 'a file, gzip too, or "-" for standard input')
    .option('--key <secret>', 'ingest key of the project (default: OMEN_INGEST_KEY, which no process list shows)')
    .addOption(
      new Option('--retry <duration>', 'how long a batch is tried when the server is away or busy')
        .argParser(durationMs)
        .default(5 * MINUTE_MS, '5m'),
    )
    .option('--logs', 'log lines instead of samples')
    .option('--instance <name>', 'instance of log lines that name none')
    .option('--service <name>', 'service of log lines that name none')
    .option('--from-start', 'send all of the file again')
    .option('--follow', 'go on with what is appended to the file, until Ctrl-C')
    .action(act<PushOptions>(cli, runPush))
}

async function runPush(run: Run, options: PushOptions, [path = '-']: string[]): Promise<void> {
  const { key, retry, logs, follow } = options
  const { io } = run
  const given = key ?? readVariable(io, 'OMEN_INGEST_KEY')
  if (!given) throw new UsageError('No ingest key', 'Set OMEN_INGEST_KEY; "omen projects keys add PROJECT" makes one.')
  const secret = usableToken(key === undefined ? 'OMEN_INGEST_KEY' : 'The key of --key', given)
  const canResume = !(await isReadOnce(path))
  if (follow && (!canResume || path.endsWith('.gz')))
    throw new UsageError('--follow takes a file that is not compressed')
  const { url } = await run.connection()
  const omen = await connect(io, { url, token: secret })
  const kept = canResume ? 'What was sent is stored. Run it again to go on from there.' : 'What was sent is stored.'
  const totals = createTotals()
  await guarded(run, omen, { kept }, async ({ signal }) => {
    const retrying = {
      retryMs: retry,
      signal,
      now: () => io.clock.now(),
      sleep: (ms: number) => io.clock.sleep(ms, signal),
      onWait: (error: Error, ms: number) =>
        run.note(`${sentence(error.message)} Trying again in ${Math.ceil(ms / 1000)} s.`),
    }
    const send: Sending['send'] = (batch) => sendBatch(omen, batch, retrying)
    const sending = { target: `${url}\n${secret}`, canResume, totals, send, signal }
    await pushFile(run, path, options, sending)
    // Another file has its name now
    while (follow) await pushFile(run, path, { ...options, fromStart: false }, sending)
  })
  const { accepted, rejected, batches } = totals
  const noun = logs ? 'log line' : 'sample'
  const result = { accepted, rejected, batches, rejects: [...totals.rejects.values()], notes: [...totals.notes] }
  run.result({ success: rejected === 0, ...result }, () => `Sent ${counted(accepted, noun)}.`)
  for (const note of remarks(totals, noun)) run.note(note)
  if (rejected > 0) run.exitWith(EXIT_CODE.partlyFailed)
}

interface Sending extends Pick<PushLinesOptions, 'totals' | 'send'> {
  /** Which project of which server. */
  readonly target: string
  readonly canResume: boolean
  readonly signal: AbortSignal
}

/** Sends an input to its end, from where an earlier push of it was broken off. */
async function pushFile(run: Run, path: string, options: PushOptions, sending: Sending): Promise<void> {
  const { io } = run
  const { target, canResume, totals, send, signal } = sending
  const pause = () => io.clock.sleep(FLUSH_MS, signal)
  const identify = async () => (options.follow ? await growingIdentity(path, pause) : wholeIdentity(path))
  const journal = canResume
    ? await openPushJournal(stateFolder(io), { path, identity: await identify(), target })
    : noJournal
  const skip = options.fromStart ? 0 : journal.sentLines
  if (skip > 0) run.note(`Going on after line ${count(skip)}.`)
  const lines = options.follow
    ? splitLines(path, followFile(path, pause), LINE_BYTES)
    : readLines(path, io.stdin, LINE_BYTES)
  await pushLines(untilStopped(lines, signal), {
    batcher: options.logs
      ? createLogBatcher(skip, { now: io.clock.now, place: placeOf(options) })
      : createSampleBatcher(skip),
    totals,
    send,
    pause,
    onSent: (sent) => journal.write(sent),
  })
  journal.end()
}

/** A pipe that is silent ends with the signal, too. */
async function* untilStopped<T>(blocks: AsyncGenerator<T>, signal: AbortSignal): AsyncGenerator<T> {
  const stopped = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  })
  stopped.catch(() => undefined)
  for (;;) {
    const next = await Promise.race([blocks.next(), stopped])
    if (next.done) return
    yield next.value
  }
}

const sentence = (text: string): string => (/[.!?。！？]$/.test(text) ? text : `${text}.`)

function placeOf({ instance, service }: PushOptions): object {
  return { ...(instance !== undefined && { instance }), ...(service !== undefined && { service }) }
}

function remarks({ rejected, rejects, notes }: PushTotals, noun: string): string[] {
  if (rejected === 0) return [...notes]
  const each = [...rejects.values()].map(({ count: left, message }) => `  ${count(left)} × ${message}`)
  return [...notes, `${counted(rejected, `${noun} was`, `${noun}s were`)} left out:`, ...each]
}
