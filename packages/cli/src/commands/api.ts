import { readFile } from 'node:fs/promises'
import { type Command, InvalidArgumentError } from 'commander'
import type { Cli, Run } from '../cli.ts'
import { act, describeCommand } from '../command.ts'
import { UsageError } from '../failures.ts'
import { readAll } from '../io/read-all.ts'
import { requireRegular } from '../io/require-regular.ts'

interface ApiOptions {
  field?: [name: string, value: string][]
  form?: boolean
  input?: string
  header?: [name: string, value: string][]
}

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE']

/** `omen api` */
export function api(cli: Cli): Command {
  return describeCommand('api', {
    summary: 'call the API with the credentials of the profile',
    description:
      'Calls an operation of the API and writes its answer. Fields go into the query of a GET, else into a JSON body, ' +
      'where numbers, true, false, null, lists and objects keep their type; the upload calls take a form (--form). A ' +
      'refusal is a failure like any other: one sentence, or JSON with --json. The operations are in the API document.',
    examples: [
      { run: 'omen api GET /models --field q=checkout', does: 'a list, with a filter' },
      { run: 'omen api GET /jobs --jq ".jobs[] | select(.state == \\"failed\\") | .id"', does: 'ids of failed jobs' },
      { run: 'omen api POST /models/m_1/promote --field version=2', does: 'a JSON body' },
      { run: 'omen api POST /upload-display --form --field modelName=checkout', does: 'an upload call' },
    ],
  })
    .argument('<method>', `one of ${METHODS.join(', ')}`)
    .argument('<path>', 'path below the base of the API: /detections/d_1')
    .option(
      '-f, --field <name=value>',
      'a field of the query or of the body (may be given several times)',
      addPair('='),
    )
    .option('--form', 'send the fields as a form instead of JSON')
    .option('--input <file>', 'send this file, or "-" for standard input, as the body')
    .option('-H, --header <name:value>', 'a header (may be given several times)', addPair(':'))
    .action(act<ApiOptions>(cli, runApi))
}

function addPair(separator: string): (text: string, earlier?: [string, string][]) => [string, string][] {
  return (text, earlier = []) => {
    const at = text.indexOf(separator)
    if (at < 1) throw new InvalidArgumentError(`Write it like name${separator}value.`)
    return [...earlier, [text.slice(0, at).trim(), text.slice(at + 1).trim()]]
  }
}

async function runApi(run: Run, options: ApiOptions, [given = '', path = '']: string[]): Promise<void> {
  const method = given.toUpperCase()
  if (!METHODS.includes(method))
    throw new UsageError(`"${given}" is not a method`, `It is one of ${METHODS.join(', ')}.`)
  const { transport } = await run.omen()
  const url = requestUrl(transport.baseUrl, path)
  const hasBody = method !== 'GET' && method !== 'HEAD'
  if (!hasBody) for (const [name, value] of options.field ?? []) url.searchParams.append(name, value)
  const { type, body } = hasBody ? await bodyOf(run, options) : {}
  const headers = new Headers({ ...transport.headers(method), ...(type !== undefined && { 'Content-Type': type }) })
  for (const [name, value] of options.header ?? []) setHeader(headers, name, value)
  const request = new Request(url, { method, headers, ...(body !== undefined && { body }) })
  const answer = await transport.send(request).then(
    async (response) => ({ response, text: await response.text() }),
    (error: unknown) => transport.unwrap(Promise.reject(error)),
  )
  await showAnswer(run, transport, answer as { response: Response; text: string })
}

/** Throws without the value, which may be a secret. */
function setHeader(headers: Headers, name: string, value: string): void {
  try {
    headers.set(name, value)
  } catch {
    throw new UsageError(`--header ${name}: a header cannot have this name or value`, 'It is ASCII in one line.')
  }
}

/** The address of an operation; a path that leads to another server is refused, since the token would go with it. */
function requestUrl(baseUrl: string, path: string): URL {
  const below = path.replace(/^\/?(api\/v1\/)?/, '')
  const url = new URL(`${baseUrl}/${below}`)
  if (path.includes('://') || !url.href.startsWith(`${baseUrl}/`))
    throw new UsageError(`"${path}" is not a path of the API`, 'Write it like /models, without the server.')
  return url
}

async function bodyOf(run: Run, { field = [], form, input }: ApiOptions): Promise<{ type?: string; body?: BodyInit }> {
  if (input !== undefined) {
    if (field.length > 0) throw new UsageError('--input and --field exclude each other')
    if (input !== '-') await requireRegular(input)
    const bytes = input === '-' ? await readAll(run.io.stdin) : await readFile(input)
    return { type: form ? 'application/x-www-form-urlencoded' : 'application/json', body: new Uint8Array(bytes) }
  }
  if (form) return { type: 'application/x-www-form-urlencoded', body: new URLSearchParams(field).toString() }
  if (field.length === 0) return {}
  const values = Object.fromEntries(field.map(([name, value]) => [name, typed(value)]))
  return { type: 'application/json', body: JSON.stringify(values) }
}

function typed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

type Transport = Awaited<ReturnType<Run['omen']>>['transport']

async function showAnswer(
  run: Run,
  transport: Transport,
  { response, text }: { response: Response; text: string },
): Promise<void> {
  const value = typed(text)
  const isJson = typeof value === 'object' && value !== null
  // A refusal is thrown by the same rule as for every other command.
  if (!response.ok || (isJson && 'success' in value))
    await transport.unwrap(Promise.resolve(response.ok ? { data: value, response } : { error: value, response }))
  run.result(value, () => (isJson ? JSON.stringify(value, null, 2) : text))
}
