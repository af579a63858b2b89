import { execFileSync, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { lstat, readdir, readFile, stat, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { CHILD_LIMITS } from './testing/child-limits.ts'
import { writeFaultTables } from './testing/fault-tables.ts'
import { makeHome } from './testing/run-cli.ts'
import { ended, runShell, startProcess } from './testing/run-process.ts'
import { model, storedFile } from './testing/samples.ts'
import { startWireServer } from './testing/wire-server.ts'

/** A long series with a jump near its end, far behind what `head -1` reads. */
async function longTable(count = 20_000): Promise<string> {
  const path = join(await makeHome(), 'long.csv')
  const value = (row: number) => (row > 19_900 && row < 19_950 ? 900 : 20 + Math.sin(row / 9) + (row % 7) / 10)
  const rows = Array.from({ length: count }, (_, row) => `${1_795_000_000_000 + row * 60_000},${value(row)}`)
  await writeFile(path, ['timestamp,value', ...rows].join('\n'))
  return path
}

describe('exit codes through pipes', () => {
  it('keeps the exit code of a gate whose reader leaves early', async () => {
    const path = await longTable()
    const script = 'omen score "$FILE" --fail-on any | head -1; echo "left with $PIPESTATUS"'
    const { stdout, stderr } = await runShell(script, { FILE: path })
    expect(stdout).toBe('timestamp,value,anomaly_score\nleft with 3\n')
    expect(stderr).toContain('--fail-on any is met: exiting with 3.')
  })

  it('leaves with 0 where no gate is left to close', async () => {
    const script = 'omen score "$FILE" | head -1; echo "left with $PIPESTATUS"'
    const { stdout } = await runShell(script, { FILE: await longTable() })
    expect(stdout).toContain('left with 0')
  })

  it('survives a reader of stderr that leaves', async () => {
    const script = 'omen score "$FILE" --fail-on any 2>&1 >/dev/null | true; echo "left with $PIPESTATUS"'
    const { stdout } = await runShell(script, { FILE: await longTable() })
    expect(stdout).toContain('left with 3')
  })

  it.each(['omen score "$FILE" > /dev/full', 'omen glossary > /dev/full', 'omen score "$FILE" --out /dev/full'])(
    'reports a full disk in one sentence: %s',
    async (script) => {
      const { code, stderr } = await runShell(script, { FILE: await longTable() })
      expect(code).toBe(1)
      expect(stderr).toMatch(/^omen: (standard output: the|\/dev\/full: the|The) disk is full\.\n$/)
    },
  )
})

describe('a report that cannot be written', () => {
  it.each([
    ['omen incidents "$DAY" --train "$QUIET" --fail-on any --format sarif --out r', /--fail-on any is met \(1\)/],
    ['omen score "$DAY" --out r', /too large/],
  ])('leaves the earlier one as it was, and nothing beside it: %s', async (script, sentence) => {
    const home = await makeHome()
    const { quiet, day } = await writeFaultTables(home)
    const folder = await makeHome()
    await writeFile(join(folder, 'r'), 'earlier')
    // A limit on the size of files stands for a full disk: part of the file can be written.
    const limited = `cd "$FOLDER"; trap '' XFSZ; ulimit -f 1; ${script}`
    const ran = await runShell(limited, { FOLDER: folder, DAY: day, QUIET: quiet })
    expect(ran.code).toBe(1)
    expect(ran.stderr).toMatch(/^omen: r: the file would be too large/m)
    expect(ran.stderr).toMatch(sentence)
    expect(await readdir(folder)).toEqual(['r'])
    expect(await readFile(join(folder, 'r'), 'utf8')).toBe('earlier')
  })

  it('replaces what a link leads to, and keeps its mode', async () => {
    const folder = await makeHome()
    await writeFile(join(folder, 'r.txt'), 'earlier', { mode: 0o640 })
    await symlink('r.txt', join(folder, 'latest'))
    await runShell('omen glossary --out "$FOLDER/latest"', { FOLDER: folder })
    expect((await lstat(join(folder, 'latest'))).isSymbolicLink()).toBe(true)
    expect((await stat(join(folder, 'r.txt'))).mode & 0o777).toBe(0o640)
    expect(await readFile(join(folder, 'r.txt'), 'utf8')).not.toBe('earlier')
  })
})

describe('completion in bash', () => {
  it('quotes names from the server, and runs none of them', async () => {
    const server = await startWireServer()
    server.files.set('f-1', {
      file: storedFile({ uploadFileName: 'day $(touch "$HOME/run").csv' }),
      content: Buffer.of(),
    })
    server.models = [model(), model({ id: 'm2', modelName: 'checkin', mine: false, modelUserName: 'bobby1' })]
    const home = await makeHome()
    const env = { OMEN_URL: server.url, OMEN_TOKEN: 'secret', HOME: home }
    const complete = (words: string) =>
      runShell(
        `eval "$(omen completion bash)"; COMP_WORDS=(omen ${words}); COMP_CWORD=$((\${#COMP_WORDS[@]}-1)); _omen
        printf '%s\\n' "\${COMPREPLY[@]}"; ls "$HOME"`,
        env,
      )
    expect((await complete("files show 'day'")).stdout).toBe('day\\ \\$\\(touch\\ \\"\\$HOME/run\\"\\).csv\n')
    expect((await complete('--no-color detect x.csv --model check')).stdout).toBe('checkout\ncheckin@bobby1\n')
    expect((await complete('models show checkin@b')).stdout).toBe('checkin@bobby1\n')
    await writeFile(join(home, 'my day.csv'), '')
    expect((await complete(`detect "${home}/m"`)).stdout).toContain(`${home}/my day.csv\n`)
  })
})

describe('completion in zsh and fish', () => {
  /** What the shell offers; where zsh would add it to its list, it prints it. */
  const offered = {
    zsh: (words: string) =>
      `compdef() { }; compadd() { print -rl -- "\${(@P)2}"; }; _files() { print :files; }
      eval "$(omen completion zsh)"; words=(omen ${words}); CURRENT=$#words; _omen`,
    fish: (words: string) => `omen completion fish | source; complete -C 'omen ${words}'`,
  }
  const isThere = (shell: string) => spawnSync(shell, ['-c', 'exit'], CHILD_LIMITS).status === 0

  it.for(['zsh', 'fish'] as const)(
    'offers commands, options and names of the server in %s',
    async (shell, { skip }) => {
      if (!isThere(shell)) return skip(`there is no ${shell} here`)
      const server = await startWireServer()
      server.models = [model(), model({ id: 'm2', modelName: 'checkin', mine: false, modelUserName: 'bobby1' })]
      const env = { OMEN_URL: server.url, OMEN_TOKEN: 'secret', HOME: await makeHome() }
      const complete = async (words: string) => {
        const { stdout, stderr } = await runShell(offered[shell](words), env, shell)
        expect(stderr).toBe('')
        return stdout.trim().split('\n')
      }
      expect(await complete('mod')).toEqual(['models'])
      expect((await complete('models show check')).toSorted()).toEqual(['checkin@bobby1', 'checkout'])
      expect((await complete('--no-color detect x.csv --model=check')).toSorted()).toEqual([
        '--model=checkin@bobby1',
        '--model=checkout',
      ])
      expect(await complete('detect x.csv --fail-')).toEqual(['--fail-on'])
    },
  )
})

describe('source files that a command loads', () => {
  it.each([
    [['detect', 'FILE', '--model', 'm'], '1 incident'],
    [['whoami'], 'alice1'],
  ])('are at most 200, none of them of the engine: omen %j', async (args, shown) => {
    const server = await startWireServer()
    const home = await makeHome()
    const file = join(home, 'day.csv')
    await writeFile(file, 'timestamp,cpu\n1792368000000,2\n')
    const counting = `--import ${import.meta.resolve('./testing/count-sources.ts')}`
    const env = { OMEN_URL: server.url, OMEN_TOKEN: 'secret', HOME: home, NODE_OPTIONS: counting }
    const child = startProcess(
      args.map((arg) => (arg === 'FILE' ? file : arg)),
      env,
    )
    const { code, stdout, stderr } = await ended(child)
    expect({ code, stdout }).toEqual({ code: 0, stdout: expect.stringContaining(shown) })
    const [, count, packages] = /^(\d+) source files loaded: (.*)$/m.exec(stderr) ?? []
    expect(Number(count)).toBeLessThanOrEqual(200)
    expect(packages).toMatch(/^\d+ of cli, \d+ of sdk$/)
  })
})

describe('signals', () => {
  const signedIn = (url: string, home: string) => ({ OMEN_URL: url, OMEN_TOKEN: 'secret', HOME: home })

  async function watching() {
    const server = await startWireServer()
    server.outcomeOf = () => ({ state: 'running' })
    const home = await makeHome()
    const file = join(home, 'day.csv')
    await writeFile(file, 'timestamp,cpu\n1792368000000,2\n')
    const child = startProcess(['upload', 'training', file, '--model', 'm'], signedIn(server.url, home))
    const end = ended(child)
    await expect.poll(() => server.lines().some((line) => line.endsWith('/events')), { timeout: 20_000 }).toBe(true)
    return { server, child, end }
  }

  it('leaves with 143 at SIGTERM, says how to wait for the job, and does not cancel it', async () => {
    const { server, child, end } = await watching()
    child.kill('SIGTERM')
    const { code, stderr } = await end
    expect(code).toBe(143)
    expect(stderr).toMatch(/The job continues: omen jobs wait j-/)
    expect([...server.jobs.values()].map(({ state }) => state)).toEqual(['running'])
  })

  it('ends soon after the second Ctrl-C where the server does not answer the cancellation', async () => {
    const { server, child, end } = await watching()
    server.answer = ({ path }) => (path.endsWith('/cancel') ? 'say nothing' : undefined)
    const said = once(child.stderr!, 'data')
    child.kill('SIGINT')
    expect(String(await said)).toContain('Ctrl-C again within 3 s')
    child.kill('SIGINT')
    expect((await end).code).toBe(130)
    expect(server.lines().at(-1)).toMatch(/cancel$/)
  })

  it.each(['SIGINT', 'SIGTERM'] as const)(
    'leaves nothing beside the file that %s kept it from writing',
    async (signal) => {
      const home = await makeHome()
      const child = startProcess(['score', await longTable(300_000), '--out', join(home, 'scores.csv')])
      const end = ended(child)
      await expect.poll(() => readdir(home), { timeout: 20_000, interval: 5 }).toHaveLength(1)
      child.kill(signal)
      expect(await end).toMatchObject({ signal })
      expect(await readdir(home)).toEqual([])
    },
  )

  it('ends by the signal itself where there is nothing to finish', async () => {
    const server = await startWireServer()
    server.answer = () => 'say nothing'
    const child = startProcess(['models'], signedIn(server.url, await makeHome()))
    const end = ended(child)
    await expect.poll(() => server.calls.length, { timeout: 20_000 }).toBe(1)
    child.kill('SIGTERM')
    expect(await end).toMatchObject({ signal: 'SIGTERM' })
  })
})

describe('input that is no file', () => {
  it.each([
    ['upload', 'training', 'FIFO', '--model', 'm'],
    ['detect', 'FIFO', '--model', 'm'],
    ['score', 'FIFO'],
    ['score', '/dev/zero'],
    ['upload', 'training', '/dev/zero', '--model', 'm'],
    ['incidents', 'FIFO', '--train', 'FIFO'],
    ['logs', 'findings', 'FIFO'],
  ])('refuses a named pipe or a device instead of waiting: %s %s %s', async (...args) => {
    const pipe = join(await makeHome(), 'pipe')
    execFileSync('mkfifo', [pipe], CHILD_LIMITS)
    const given = args.map((arg) => (arg === 'FIFO' ? pipe : arg))
    const child = startProcess(given, { OMEN_URL: 'http://127.0.0.1:1', OMEN_TOKEN: 'secret' })
    const { code, stderr } = await ended(child)
    expect(code).toBe(2)
    expect(stderr).toMatch(/^omen: \S+: this is a (pipe|device), not a file\.\nPass its content through standard input/)
  })

  it('reads what a shell passes as an open pipe, also a log, which is read more than once', async () => {
    const scored = await runShell('omen score <(printf "timestamp,value\\n1772323200000,2\\n")')
    expect(scored.stdout).toContain('timestamp,value,anomaly_score\n1772323200000,2,')
    const log = await runShell('omen logs findings <(printf "one\\ntwo\\n")')
    expect(log).toMatchObject({ code: 0, stderr: expect.stringContaining('2 lines') })
  })
})

describe('a folder that cannot be written', () => {
  const script = 'omen upload training "$HOME/day.csv" --model m'

  it('continues without a journal, and says so once', async () => {
    const server = await startWireServer()
    const home = await makeHome()
    await writeFile(join(home, 'day.csv'), 'timestamp,cpu\n1792368000000,2\n')
    const env = { OMEN_URL: server.url, OMEN_TOKEN: 'secret', HOME: home, XDG_STATE_HOME: '/dev/null/state' }
    const { code, stderr } = await runShell(script, env)
    expect(code).toBe(0)
    expect(stderr).toBe(
      'The journal cannot be kept, so that this run cannot be resumed: ' +
        `/dev/null/state/omen/journals/${/\w+\.jsonl/.exec(stderr)?.[0]}: a part of the path is a file, not a folder.\n`,
    )
    const named = await runShell(`${script} --journal /dev/null/notes.jsonl`, env)
    expect(named.code).toBe(1)
    expect(named.stderr).toBe('omen: /dev/null/notes.jsonl: a part of the path is a file, not a folder.\n')
  })

  it('refuses a device as a journal', async () => {
    const server = await startWireServer()
    const home = await makeHome()
    await writeFile(join(home, 'day.csv'), 'timestamp,cpu\n1792368000000,2\n')
    const env = { OMEN_URL: server.url, OMEN_TOKEN: 'secret', HOME: home }
    const { code, stderr } = await runShell(`${script} --journal /dev/full`, env)
    expect(code).toBe(2)
    expect(stderr).toMatch(/^omen: \/dev\/full: this is a device, not a file\.\n/)
  })

  it.each([
    ['/proc/nohome', '/proc/nohome: the folder cannot be created'],
    ['/dev/null', '/dev/null/.local/state/omen/journals/JOURNAL: a part of the path is a file, not a folder'],
  ])('needs no home where address and token are given: HOME=%s', async (home, reason) => {
    const server = await startWireServer()
    const file = join(await makeHome(), 'day.csv')
    await writeFile(file, 'timestamp,cpu\n1792368000000,2\n')
    const env = { OMEN_URL: server.url, OMEN_TOKEN: 'secret', HOME: home }
    const ran = await ended(startProcess(['upload', 'training', file, '--model', 'm'], env))
    expect(ran).toMatchObject({ code: 0 })
    expect(ran.stderr.replace(/\w+\.jsonl/, 'JOURNAL')).toBe(
      `The journal cannot be kept, so that this run cannot be resumed: ${reason}.\n`,
    )
  })

  it('fails at once if the folder of a journal or a profile cannot be created', async () => {
    const server = await startWireServer()
    const file = join(await makeHome(), 'day.csv')
    await writeFile(file, 'timestamp,cpu\n1792368000000,2\n')
    const env = { OMEN_URL: server.url, OMEN_TOKEN: 'secret', HOME: '/proc/nohome' }
    const send = ['upload', 'training', file, '--model', 'm', '--journal', '/proc/nohome/j']
    const push = ['push', file, '--key', 'secret']
    for (const args of [send, push, ['login', '--token', 'secret']]) {
      const { code, stderr } = await ended(startProcess(args, env))
      expect({ code, stderr }).toEqual({ code: 1, stderr: 'omen: /proc/nohome: the folder cannot be created.\n' })
    }
  })
})
