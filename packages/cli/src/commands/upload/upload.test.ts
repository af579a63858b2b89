import { appendFileSync } from 'node:fs'
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { makeHome, type Ran, runCli, type Setting } from '../../testing/run-cli.ts'
import { detection, gap, job, model, modelVersion, period } from '../../testing/samples.ts'
import { failure, startWireServer, type WireServer } from '../../testing/wire-server.ts'

interface Bench {
  server: WireServer
  homeDir: string
  path: (name: string) => string
  omen: (args: string[], setting?: Setting) => Promise<Ran>
}

async function bench(files: Record<string, string> = {}): Promise<Bench> {
  const server = await startWireServer()
  const homeDir = await makeHome()
  await mkdir(join(homeDir, 'data'))
  const path = (name: string) => join(homeDir, 'data', name)
  for (const [name, content] of Object.entries(files)) await writeFile(path(name), content)
  const env = { OMEN_URL: server.url, OMEN_TOKEN: 'secret' }
  return {
    server,
    homeDir,
    path,
    omen: (args, setting) => runCli(args, { homeDir, ...setting, env: { ...env, ...setting?.env } }),
  }
}

const starts = (server: WireServer) => server.calls.filter(({ path }) => path.startsWith('/upload-'))
const stores = (server: WireServer) => server.calls.filter(({ method, path }) => method === 'POST' && path === '/files')
const BAD = {
  state: 'failed' as const,
  error: {
    code: 'TEXT_COLUMN' as const,
    message: 'Column 2 is text.',
    details: [{ line: 3, column: 2, message: '"abc" is no number' }],
  },
}

describe('omen upload training', () => {
  it('stores the file, starts the training with its fields and waits for it', async () => {
    const { server, path, omen } = await bench({ 'day.csv': 'timestamp,cpu\n' })
    const ran = await omen(['upload', 'training', path('day.csv'), '--model', 'checkout'])
    expect(ran).toMatchObject({ exit: 0, stderr: '' })
    expect(ran.stdout).toBe('STATE  FILE     RESULT\ndone   day.csv  checkout v1 (Holistic)\n')
    expect(starts(server).map(({ path: at, fields }) => [at, fields])).toEqual([
      ['/upload-training', { uploadFileName: 'day.csv', filename: 'f-handle-1', modelName: 'checkout' }],
    ])
  })

  it('trains on several files one after the other, in numeric order', async () => {
    const { server, path, omen } = await bench({ 'day10.csv': 'c', 'day2.csv': 'b', 'day1.csv': 'a' })
    const ran = await omen(['upload', 'training', path(''), '--model', 'checkout', '--json'])
    expect(starts(server).map(({ path: at, fields }) => [at, fields.uploadFileName])).toEqual([
      ['/upload-training', 'day1.csv'],
      ['/upload-update', 'day2.csv'],
      ['/upload-update', 'day10.csv'],
    ])
    expect(ran.json()).toMatchObject({
      success: true,
      files: [{ state: 'done' }, { state: 'done' }, { state: 'done' }],
    })
  })

  it('trains a model per file for {name}', async () => {
    const { server, path, omen } = await bench({ 'web 1.csv': 'a', 'db.csv.gz': 'b' })
    await omen(['upload', 'training', path(''), '--model', 'host-{name}'])
    expect(
      starts(server)
        .map(({ fields }) => fields.modelName)
        .sort(),
    ).toEqual(['host-db', 'host-web-1'])
    expect(starts(server).every(({ path: at }) => at === '/upload-training')).toBe(true)
  })

  it('lists a bad file first, continues with the others, and exits with 5', async () => {
    const { server, path, omen } = await bench({ 'day1.csv': 'good', 'day2.csv': 'bad', 'day3.csv': 'good too' })
    server.outcomeOf = (_kind, _fields, content) => (content === 'bad' ? BAD : {})
    const ran = await omen(['upload', 'training', path(''), '--model', 'checkout'])
    expect(ran.exit).toBe(5)
    const lines = ran.stdout.split('\n')
    expect(lines[1]).toContain(`failed  ${path('day2.csv')}  Column 2 is text. (line 3, column 2: "abc" is no number)`)
    expect(ran.stdout).toContain('2 of 3 files done, 1 failed; the same command again does only those.')
  })

  it('does only the remaining work when the same command is repeated', async () => {
    const { server, path, omen } = await bench({ 'day1.csv': 'good', 'day2.csv': 'bad', 'day3.csv': 'good too' })
    server.models = [model()]
    server.outcomeOf = (_kind, _fields, content) => (content === 'bad' ? BAD : {})
    const command = ['upload', 'training', path(''), '--model', 'checkout']
    await omen(command)
    await writeFile(path('day2.csv'), 'mended')
    server.calls.length = 0
    const ran = await omen(command)
    expect(ran.exit).toBe(0)
    expect(starts(server).map(({ path: at, fields }) => [at, fields.uploadFileName])).toEqual([
      ['/upload-update', 'day2.csv'],
    ])
    expect(ran.stdout).toContain('2 were done before')
  })

  it('trusts the server over the journal about what is done', async () => {
    const { server, path, omen } = await bench({ 'day1.csv': 'a', 'day2.csv': 'b' })
    const command = ['upload', 'training', path(''), '--model', 'checkout']
    await omen(command)
    server.calls.length = 0
    server.models = []
    await omen(command)
    expect(starts(server)).toHaveLength(2)
  })

  it('repeats everything with --again', async () => {
    const { server, path, omen } = await bench({ 'day1.csv': 'a', 'day2.csv': 'b' })
    server.models = [model()]
    const command = ['upload', 'training', path(''), '--model', 'checkout']
    await omen(command)
    server.calls.length = 0
    await omen([...command, '--again'])
    expect(starts(server)).toHaveLength(2)
  })

  it('resumes after a lost connection: nothing stored is sent again, no job is started twice', async () => {
    const { server, path, omen } = await bench({ 'day1.csv': 'a', 'day2.csv': 'b' })
    let isDown = true
    server.answer = ({ path: at }) =>
      isDown && at === '/upload-update' ? failure(503, 'OVERLOADED', 'Later.', {}) : undefined
    const command = ['upload', 'training', path(''), '--model', 'checkout']
    server.models = [model()]
    const broken = await omen(command, { now: Date.UTC(2026, 10, 20) })
    expect(broken.exit).toBe(6)
    expect(broken.stderr).toContain('1 of 2 files done. The same command again does the rest.')
    isDown = false
    const keys = starts(server).map(({ headers }) => headers['idempotency-key'])
    server.calls.length = 0
    expect((await omen(command)).exit).toBe(0)
    expect(stores(server)).toEqual([])
    expect(starts(server).map(({ headers }) => headers['idempotency-key'])).toEqual([keys.at(-1)])
  }, 15_000)

  it('writes the journal to the given file, and skips a single file by it too', async () => {
    const { server, homeDir, path, omen } = await bench({ 'day.csv': 'a' })
    server.models = [model()]
    const command = [
      'upload',
      'training',
      path('day.csv'),
      '--model',
      'checkout',
      '--journal',
      join(homeDir, 'notes.jsonl'),
    ]
    await omen(command)
    const ran = await omen([...command, '--json'])
    expect(ran.json()).toMatchObject({ files: [{ state: 'skipped' }] })
    expect(starts(server)).toHaveLength(1)
  })

  it('repeats a single file if no journal was given', async () => {
    const { server, path, omen, homeDir } = await bench({ 'day.csv': 'a' })
    server.models = [model()]
    const command = ['upload', 'training', path('day.csv'), '--model', 'checkout']
    await omen(command)
    await omen(command)
    expect(starts(server)).toHaveLength(2)
    expect(await readdir(join(homeDir, '.local/state/omen/journals'))).toHaveLength(1)
  })

  it('reports the failure of a single file like any other, with its position', async () => {
    const { server, path, omen } = await bench({ 'day.csv': 'bad' })
    server.outcomeOf = () => BAD
    const ran = await omen(['upload', 'training', path('day.csv'), '--model', 'checkout'])
    expect(ran).toMatchObject({ exit: 1, stdout: '' })
    expect(ran.stderr).toBe('omen: Column 2 is text.\n  line 3, column 2: "abc" is no number\n')
  })

  it('uploads the filter file and refers to it', async () => {
    const { server, path, omen } = await bench({
      'day.csv': 'timestamp,cpu\n',
      'known.csv': '1792368000000,1792368300000',
    })
    await omen([
      'upload',
      'training',
      path('day.csv'),
      '--model',
      'm',
      '--filter',
      path('known.csv'),
      '--model-type',
      'Split',
    ])
    expect(starts(server)[0]?.fields).toMatchObject({
      filenameFilter: 'f-handle-1',
      filename: 'f-handle-2',
      modelType: 'Split',
    })
  })

  it('trains again where the filter file has changed', async () => {
    const { server, path, omen } = await bench({ 'day.csv': 'a', 'known.csv': '1792368000000,1792368300000' })
    server.models = [model()]
    const files = ['--filter', path('known.csv'), '--journal', path('notes.jsonl')]
    const command = ['upload', 'training', path('day.csv'), '--model', 'm', ...files, '--json']
    await omen(command)
    expect((await omen(command)).json()).toMatchObject({ files: [{ state: 'skipped' }] })
    await writeFile(path('known.csv'), '3,4')
    expect((await omen(command)).json()).toMatchObject({ files: [{ state: 'done' }] })
  })

  it('uses a stored file again instead of sending it', async () => {
    const { server, path, omen } = await bench({ 'day.csv': 'a', 'copy.csv': 'a', 'other.csv': 'b' })
    for (const name of ['day.csv', 'copy.csv', 'other.csv'])
      await omen(['upload', 'training', path(name), '--model', name])
    expect(stores(server)).toHaveLength(2)
    expect(starts(server).map(({ fields }) => [fields.filename, fields.uploadFileName])).toEqual([
      ['f-handle-1', 'day.csv'],
      ['f-handle-1', 'copy.csv'],
      ['f-handle-2', 'other.csv'],
    ])
  })

  it('leaves the logs of a folder out, and says so', async () => {
    const { server, path, omen } = await bench({
      'day.csv': 'a',
      'app.log': 'b',
      'more.jsonl.gz': 'c',
      'readme.txt': 'd',
    })
    const ran = await omen(['upload', 'training', path(''), '--model', 'm'])
    expect(starts(server).map(({ fields }) => fields.uploadFileName)).toEqual(['day.csv'])
    expect(ran.stderr).toBe(`${path('')}: 2 logs left out: "omen logs findings FILE" reads a log.\n`)
    await rm(path('day.csv'))
    const only = await omen(['upload', 'training', path(''), '--model', 'm'])
    expect(only).toMatchObject({
      exit: 1,
      stderr: expect.stringContaining('no tables in this folder.\n2 logs left out'),
    })
  })

  it('names a file that changes while it is sent', async () => {
    const { server, path, omen } = await bench({ 'day.csv': 'timestamp,cpu\n1792368000000,2\n' })
    server.answer = ({ method, path: at }) => {
      if (method !== 'POST' || at !== '/files') return undefined
      appendFileSync(path('day.csv'), '2,3\n')
      return failure(422, 'CHECKSUM_MISMATCH', 'The content is not that of the checksum.')
    }
    const ran = await omen(['upload', 'training', path('day.csv'), '--model', 'm'])
    expect(ran.exit).toBe(1)
    expect(ran.stderr).toMatch(/day\.csv: the file changed while it was sent\.\nSend it once nothing writes to it/)
  })

  it('only starts the job with --no-wait', async () => {
    const { server, path, omen } = await bench({ 'day.csv': 'a' })
    server.outcomeOf = () => ({ state: 'running' })
    const ran = await omen(['upload', 'training', path('day.csv'), '--model', 'm', '--no-wait'])
    expect(ran.stdout).toMatch(/started {2}day\.csv {2}job j-[0-9a-f]{32}/)
  })

  it('exits with 6 after --timeout, with the command to keep waiting', async () => {
    const { server, path, omen } = await bench({ 'day.csv': 'a' })
    server.outcomeOf = () => ({ state: 'running' })
    const ran = await omen(['upload', 'training', path('day.csv'), '--model', 'm', '--timeout', '100ms'])
    expect(ran.exit).toBe(6)
    expect(ran.stderr).toMatch(/has not ended after 100ms; it continues\.\nomen jobs wait j-/)
  })

  it('reads standard input', async () => {
    const { server, omen } = await bench()
    const ran = await omen(['upload', 'training', '-', '--model', 'm', '--name', 'piped.csv'], {
      input: 'timestamp,cpu\n1792368000000,2\n',
    })
    expect(ran.exit).toBe(0)
    expect(starts(server)[0]?.fields.uploadFileName).toBe('piped.csv')
    expect(String(server.files.get('f-handle-1')?.content)).toBe('timestamp,cpu\n1792368000000,2\n')
  })

  it.each([
    [['nowhere.csv'], 1, 'nowhere.csv: there is no such file'],
    [['-', 'day.csv'], 2, 'stands alone'],
  ])('refuses %j before anything is sent', async (files, exit, message) => {
    const { server, omen } = await bench()
    const ran = await omen(['upload', 'training', ...files, '--model', 'm'])
    expect(ran.exit).toBe(exit)
    expect(ran.stderr).toContain(message)
    expect(server.calls).toEqual([])
  })

  it('rejects an invalid model name, and --no-wait for files that build on each other', async () => {
    const { server, path, omen } = await bench({ 'a.csv': 'a', 'b.csv': 'b' })
    expect((await omen(['upload', 'training', path('a.csv'), '--model', 'a b'])).exit).toBe(2)
    expect((await omen(['upload', 'training', path(''), '--model', 'm', '--no-wait'])).exit).toBe(2)
    expect(server.calls).toEqual([])
  })

  it('stops everything, with 4, when nobody is signed in', async () => {
    const { server, path, omen } = await bench({ 'a.csv': 'a', 'b.csv': 'b', 'c.csv': 'c' })
    const ran = await omen(['upload', 'training', path(''), '--model', 'm'], { env: { OMEN_TOKEN: 'revoked' } })
    expect(ran.exit).toBe(4)
    expect(server.calls).toHaveLength(1)
  })

  it('resumes inside a large file at the offset of the server', async () => {
    const { server, path, omen } = await bench({ 'big.csv': 'x'.repeat(9 << 20) })
    let chunks = 0
    server.answer = ({ path: at, method }) =>
      at === '/files' && method === 'POST' && ++chunks === 2 ? failure(403, 'FORBIDDEN', 'No.') : undefined
    const command = ['upload', 'training', path('big.csv'), '--model', 'm']
    expect((await omen(command)).exit).toBe(1)
    server.calls.length = 0
    expect((await omen(command)).exit).toBe(0)
    expect(stores(server).map(({ headers }) => headers['content-range'])).toEqual([`bytes 1048576-9437183/9437184`])
    expect(server.files.get('f-handle-1')?.content).toHaveLength(9 << 20)
  })
})

describe('omen upload update', () => {
  it('trains on more data, reverts, deletes', async () => {
    const { server, path, omen } = await bench({ 'day.csv': 'a' })
    await omen(['upload', 'update', path('day.csv'), '--model', 'm'])
    await omen(['upload', 'update', '--model', 'm', '--operation', 'revert'])
    await omen(['upload', 'update', '--model', 'm', '--operation', 'delete', '--yes'])
    expect(starts(server).map(({ fields }) => fields)).toEqual([
      { uploadFileName: 'day.csv', filename: 'f-handle-1', modelName: 'm', operation: 'update' },
      { modelName: 'm', operation: 'revert' },
      { modelName: 'm', operation: 'delete' },
    ])
  })

  it.each([
    [['--operation', 'delete'], 'Give --yes'],
    [['--operation', 'update'], 'Which file?'],
    [['x.csv', '--operation', 'revert'], 'takes no file'],
  ])('refuses %j', async (args, message) => {
    const { server, omen } = await bench()
    const ran = await omen(['upload', 'update', '--model', 'm', ...args])
    expect(ran.exit).toBe(2)
    expect(ran.stderr).toContain(message)
    expect(server.calls).toEqual([])
  })
})

describe('omen upload detection', () => {
  it('shows one line per file, the worst first, and exits with 3 for --fail-on', async () => {
    const { server, path, omen } = await bench({ 'calm.csv': 'a', 'storm.csv': 'b' })
    server.detections.set('calm.csv', detection({ periods: [] }))
    server.detections.set('storm.csv', detection({ periods: [period({ val: 3 }), period({ val: -8.25 })] }))
    const ran = await omen(['upload', 'detection', path(''), '--model', 'checkout', '--fail-on', 'severity>=8'])
    expect(ran.exit).toBe(3)
    const [, first, second] = ran.stdout.split('\n')
    expect(first).toContain('■ ▼ 8.3')
    expect(first).toContain('2 incidents; cpu on node2')
    expect(second).toMatch(/^done {3}– .*calm\.csv {3}0 incidents/)
  })

  it('names each file of which lines were rejected', async () => {
    const { server, path, omen } = await bench({ 'half.csv': 'a', 'whole.csv': 'b' })
    const note = '40 lines of half.csv were rejected and not used.'
    server.detections.set('half.csv', detection({ periods: [], notes: [note] }))
    const upload = (format: string) =>
      omen(['upload', 'detection', path(''), '--model', 'checkout', '--again', '--format', format])
    for (const format of ['text', 'csv', 'md', 'junit', 'sarif', 'json']) {
      const { exit, stdout, stderr } = await upload(format)
      expect(exit).toBe(0)
      if (format !== 'json') expect(stderr).toBe(`${path('half.csv')}: ${note}\n`)
      if (format !== 'text' && format !== 'csv') expect(stdout).toContain(note)
    }
  })

  const twoDays = ['upload', 'detection', 'DAYS', '--model', 'checkout', '--json']

  it('skips what is done, but not with the result of another version of the model', async () => {
    const { server, path, omen } = await bench({ 'a.csv': 'a', 'b.csv': 'b' })
    const command = [...twoDays.slice(0, 2), path(''), ...twoDays.slice(3)]
    server.models = [model({ id: 'm1', live: modelVersion({ version: 1 }) })]
    server.detections.set('a.csv', detection({ modelId: 'm1', modelVersion: 1 }))
    server.detections.set('b.csv', detection({ modelId: 'm1', modelVersion: 1 }))
    await omen(command)
    expect((await omen(command)).json()).toMatchObject({ files: [{ state: 'skipped' }, { state: 'skipped' }] })
    server.models = [model({ id: 'm1', live: modelVersion({ version: 2 }) })]
    server.detections.set('a.csv', detection({ periods: [period({ val: 9 })], modelId: 'm1', modelVersion: 2 }))
    const retrained = await omen([...command, '--fail-on', 'severity>=8'])
    expect(retrained.exit).toBe(3)
    expect(retrained.json()).toMatchObject({
      files: [{ state: 'done', severity: 9 }, { state: 'done' }],
      failOn: { matched: true, by: [{ rule: 'severity>=8', value: 9 }] },
    })
  })

  it('does not take the job of an earlier version that was still running', async () => {
    const { server, path, omen } = await bench({ 'a.csv': 'a' })
    server.models = [model({ live: modelVersion({ version: 1 }) })]
    server.outcomeOf = () => ({ state: 'running' })
    const command = ['upload', 'detection', path('a.csv'), '--model', 'checkout', '--json']
    await omen([...command, '--no-wait'])
    server.models = [model({ live: modelVersion({ version: 2 }) })]
    server.outcomeOf = () => ({})
    expect((await omen(command)).json()).toMatchObject({ files: [{ state: 'done' }] })
    expect(starts(server)).toHaveLength(2)
  })

  it('joins several rules, and counts gaps', async () => {
    const { server, path, omen } = await bench({ 'a.csv': 'a', 'b.csv': 'b' })
    server.detections.set('a.csv', detection({ periods: [], gaps: [gap()] }))
    server.detections.set('b.csv', detection({ periods: [] }))
    const rules = ['--fail-on', 'gaps>=1', '--fail-on', 'severity>=9']
    const ran = await omen(['upload', 'detection', path(''), '--model', 'm', ...rules])
    expect(ran.exit).toBe(3)
    expect(ran.stdout).toContain('1 incident (1 gap); node5 sent nothing for 40 minutes')
    const file = path('gate.xml')
    await omen(['upload', 'detection', path('a.csv'), path('b.csv'), '--model', 'm', ...rules, '--out', file])
    expect(await readFile(file, 'utf8')).toContain('tests="2" failures="1" errors="0"')
  })

  it('lets a rule that is met outweigh a file that failed, and names the file', async () => {
    const { server, path, omen } = await bench({ 'a.csv': 'bad', 'b.csv': 'good' })
    server.outcomeOf = (_kind, _fields, content) => (content === 'bad' ? BAD : {})
    const file = path('gate.xml')
    const ran = await omen(['upload', 'detection', path(''), '--model', 'm', '--fail-on', 'any', '--out', file])
    expect(ran.exit).toBe(3)
    expect(ran.stderr).toContain(`1 of 2 files failed: ${path('a.csv')}`)
    expect(ran.stderr).toContain('--fail-on any is met: exiting with 3.')
    server.detections.set('b.csv', detection({ periods: [] }))
    expect((await omen(['upload', 'detection', path(''), '--model', 'm', '--fail-on', 'any'])).exit).toBe(5)
  })
})

describe('omen upload visualization', () => {
  it('prints the address of the page', async () => {
    const { server, path, omen } = await bench({ 'day.csv': 'a' })
    const ran = await omen(['upload', 'visualization', path('day.csv')])
    expect(ran.stdout).toContain(`${server.url}/detections/d-1`)
  })
})

describe('jobs with a note', () => {
  it.each([
    ['training', ['--model', 'checkout']],
    ['update', ['--model', 'checkout']],
    ['visualization', []],
  ])('upload %s writes it to stderr, and to Markdown and JSON', async (command, options) => {
    const { server, path, omen } = await bench({ 'half.csv': 'a' })
    const note = '40 lines of half.csv were rejected and not used.'
    server.outcomeOf = () => ({ result: { notes: [note] } })
    const upload = (...more: string[]) => omen(['upload', command, path('half.csv'), ...options, '--again', ...more])
    expect(await upload()).toMatchObject({ exit: 0, stderr: `${path('half.csv')}: ${note}\n` })
    const markdown = await upload('--format', 'md')
    expect(markdown.stdout).toContain(`: ${note}`)
    expect(JSON.parse((await upload('--json')).stdout)).toMatchObject({ files: [{ result: { notes: [note] } }] })
  })
})

describe('omen upload display', () => {
  it('shows expected ranges, groups and calibration', async () => {
    const { server, omen } = await bench()
    const ran = await omen(['upload', 'display', '--model', 'checkout@bobby1', '--of-version', '3'])
    expect(server.calls[0]?.fields).toEqual({ modelName: 'checkout', modelUserName: 'bobby1', version: '3' })
    expect(ran.stdout).toContain('Normal samples flagged, nominal → observed: 1 % → 1.2 %')
    expect(ran.stdout).toMatch(/cpu\[node1\] +1\.25 +20 +61\.5/)
  })
})

describe('Ctrl-C', () => {
  it('pressed once stops watching and prints how to wait; the job continues', async () => {
    const { server, path, omen } = await bench({ 'day.csv': 'a' })
    server.outcomeOf = () => ({ state: 'running' })
    const ran = await omen(['upload', 'training', path('day.csv'), '--model', 'm'], {
      onInterrupt: pressWhenRunning(server, 1),
    })
    expect(ran.exit).toBe(130)
    expect(ran.stderr).toContain('Ctrl-C again within 3 s cancels')
    expect(ran.stderr).toMatch(/Stopped watching\.\nThe job continues: omen jobs wait j-/)
    expect([...server.jobs.values()].map(({ state }) => state)).toEqual(['running'])
  })

  it('pressed twice cancels the job', async () => {
    const { server, path, omen } = await bench({ 'day.csv': 'a' })
    server.outcomeOf = () => ({ state: 'running' })
    const ran = await omen(['upload', 'training', path('day.csv'), '--model', 'm'], {
      onInterrupt: pressWhenRunning(server, 2),
    })
    expect(ran.exit).toBe(130)
    expect(ran.stderr).toContain('Cancelled job j-')
    expect([...server.jobs.values()].map(({ state }) => state)).toEqual(['cancelled'])
  })

  it('cancels at once with --cancel-on-interrupt', async () => {
    const { server, omen } = await bench()
    server.jobs.set('j1', job({ state: 'running' }))
    const ran = await omen(['jobs', 'wait', 'j1', '--cancel-on-interrupt'], {
      onInterrupt: pressWhenRunning(server, 1),
    })
    expect(ran.exit).toBe(130)
    expect(server.jobs.get('j1')?.state).toBe('cancelled')
  })
})

/** Presses Ctrl-C `times` times once a job is being watched. */
function pressWhenRunning(server: WireServer, times: number): (press: () => void) => void {
  return (press) => {
    const timer = setInterval(() => {
      if (!server.calls.some(({ path }) => path.endsWith('/events'))) return
      clearInterval(timer)
      for (let n = 0; n < times; n++) press()
    }, 10)
  }
}
