import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { displayWidth } from '../render/display-width.ts'
import { makeHome, type Ran, runCli, type Setting } from '../testing/run-cli.ts'
import { job, model, modelVersion, NOW, storedFile } from '../testing/samples.ts'
import { startWireServer, type WireServer } from '../testing/wire-server.ts'

async function bench(fill: (server: WireServer) => void = () => {}) {
  const server = await startWireServer()
  fill(server)
  const env = { OMEN_URL: server.url, OMEN_TOKEN: 'secret' }
  const omen = (args: string[], setting: Setting = {}): Promise<Ran> =>
    runCli(args, { ...setting, env: { ...env, ...setting.env } })
  return { server, omen }
}

const shop = (server: WireServer) => {
  server.models = [
    model(),
    model({ id: 'm2', modelType: 'Split', state: 'failed' }),
    model({ id: 'm3', modelName: 'Suche', mine: false, modelUserName: 'bobby1' }),
    model({ id: 'm4', modelName: 'checkout', mine: false, modelUserName: 'bobby1' }),
  ]
}

describe('omen models', () => {
  it('lists one model per line, failed ones first', async () => {
    const { omen } = await bench(shop)
    const { stdout, stderr, exit } = await omen(['models'])
    expect({ stderr, exit }).toEqual({ stderr: '', exit: 0 })
    expect(stdout).toBe(
      [
        'MODEL     TYPE         LIVE  STATE   SERIES  TRAINED  OWNER',
        'checkout  Split     v1 of 1  failed      30   1h ago  you',
        'checkout  Holistic  v1 of 1  ready       30   1h ago  you',
        'Suche     Holistic  v1 of 1  ready       30   1h ago  bobby1',
        'checkout  Holistic  v1 of 1  ready       30   1h ago  bobby1',
        '',
      ].join('\n'),
    )
  })

  it('prints a hint on stderr and nothing on stdout if there are none', async () => {
    const { omen } = await bench()
    const { stdout, stderr } = await omen(['models', 'list'])
    expect(stdout).toBe('')
    expect(stderr).toContain('omen upload training')
  })

  it('reports that there are more, and loads all with --all', async () => {
    const { omen, server } = await bench((one) => {
      one.models = Array.from({ length: 7 }, (_, n) => model({ id: `m${n}` }))
    })
    const some = await omen(['models', 'list', '--page-size', '3', '--page', '2'])
    expect(some.stderr).toBe('4-6 of 7 models; --page 3 or --all for more.\n')
    const all = await omen(['models', 'list', '--all', '--json'])
    expect(all.json()).toMatchObject({ success: true, page: { total: 7 } })
    await omen(['models', 'list', '--shared', '--q', 'shop', '--model-type', 'Split'])
    expect(String(server.calls.at(-1)?.query)).toBe('page=1&pageSize=50&q=shop&modelType=Split&shared=true')
  })

  it('shows every type of a name, ignoring case, own models first', async () => {
    const { omen } = await bench(shop)
    const { stdout } = await omen(['models', 'show', 'CHECKOUT', '--json'])
    expect(JSON.parse(stdout).models.map(({ id }: { id: string }) => id)).toEqual(['m1', 'm2'])
    expect(JSON.parse((await omen(['models', 'show', 'checkout@bobby1', '--json'])).stdout).models).toMatchObject([
      { id: 'm4' },
    ])
    expect(JSON.parse((await omen(['models', 'show', 'm3', '--json'])).stdout).models).toMatchObject([{ id: 'm3' }])
  })

  it('shows versions with the reason of a failed one', async () => {
    const { omen } = await bench((server) => {
      shop(server)
      const failure = { code: 'NOT_ENOUGH_DATA' as const, message: 'Needs 50 rows.' }
      server.versions.set('m3', [modelVersion({ version: 2, state: 'failed', live: false, failure }), modelVersion()])
    })
    const { stdout } = await omen(['models', 'show', 'suche'])
    expect(stdout).toContain('Suche (Holistic) of bobby1, id m3')
    expect(stdout).toMatch(/v2 {2}failed .*Needs 50 rows\./)
    expect(stdout).toMatch(/v1 {2}live +2,043 +30 +81 kB {2}2026-11-18 – 2026-11-19/)
  })

  it('promotes one version of one type', async () => {
    const { omen, server } = await bench(shop)
    const unclear = await omen(['models', 'promote', 'checkout', '2'])
    expect(unclear.exit).toBe(2)
    expect(unclear.stderr).toContain('--model-type')
    const { stdout } = await omen(['models', 'promote', 'checkout', 'v2', '--model-type', 'Split'])
    expect(stdout).toBe('checkout (Split): version 2 is live.\n')
    expect(server.lines().at(-1)).toBe('POST /models/m2/promote')
    expect((await omen(['models', 'promote', 'checkout', 'newest'])).exit).toBe(2)
  })

  it('shares with the named accounts, or with nobody', async () => {
    const { omen, server } = await bench(shop)
    const { stdout } = await omen([
      'models',
      'share',
      'checkout',
      '--with',
      'bobby1',
      'carol1',
      '--model-type',
      'Split',
    ])
    expect(stdout).toBe('checkout (Split) is shared with bobby1, carol1.\n')
    await omen(['models', 'share', 'checkout', '--nobody'])
    expect(server.calls.filter(({ method }) => method === 'POST').map(({ fields }) => fields)).toEqual([
      { userNames: ['bobby1', 'carol1'] },
      { userNames: [] },
      { userNames: [] },
    ])
    expect((await omen(['models', 'share', 'checkout'])).exit).toBe(2)
  })

  it('deletes only after confirmation', async () => {
    const { omen, server } = await bench(shop)
    const none = await omen(['models', 'delete', 'checkout'])
    expect(none.exit).toBe(2)
    const no = await omen(['models', 'delete', 'checkout'], { columns: 80, answers: ['n'] })
    expect(no.stderr).toContain('Delete checkout (Holistic, 1 version) and checkout (Split, 1 version)? [y/N]')
    expect(server.models).toHaveLength(4)
    const yes = await omen(['models', 'delete', 'checkout'], { columns: 80, answers: ['y'] })
    expect(yes.exit).toBe(0)
    expect(server.models.map(({ id }) => id)).toEqual(['m3', 'm4'])
  })

  it('reports an unknown model', async () => {
    const { omen } = await bench(shop)
    expect(await omen(['models', 'show', 'nothing', '--model-type', 'Split'])).toMatchObject({ exit: 1, stdout: '' })
    expect((await omen(['models', 'show', 'nothing'])).stderr).toContain('There is no model "nothing".')
  })
})

describe('omen files', () => {
  const two = (server: WireServer) => {
    const content = Buffer.from('x')
    server.files.set('f-handle-1', { file: storedFile({ uploadFileName: '很长的文件名.csv' }), content })
    server.files.set('f-handle-2', { file: storedFile({ filename: 'f-handle-2', state: 'refused' }), content })
  }

  it('aligns columns for names in any script, within 60 columns', async () => {
    const { omen } = await bench(two)
    const { stdout } = await omen(['files'], { columns: 60, env: { NO_COLOR: '1' } })
    const lines = stdout.trimEnd().split('\n')
    expect(lines[1]).toBe('很长的文件名.csv  480 kB  parsed     5m ago  f-handle-1')
    expect(lines[2]).toBe('day.csv           480 kB  refused    5m ago  f-handle-2')
    expect(new Set(lines.map((line) => displayWidth(line.split('f-handle')[0] ?? ''))).size).toBeLessThanOrEqual(2)
  })

  it('writes the rejected lines of a file with their text, and says how many of them', async () => {
    const { omen } = await bench(two)
    const { stdout, stderr } = await omen(['files', 'rejected', 'day.csv'])
    expect(stdout).toBe('line,column,name,reason,text\n3,2,cpu,is no number,"2026-11-20,x"\n7,0,,has 3 cells,\'=1+1\n')
    expect(stderr).toBe('120 lines of day.csv rejected; the first 2 of them are kept.\n')
    const inChinese = await omen(['files', 'rejected', 'day.csv'], { env: { LANG: 'zh_CN.UTF-8' } })
    expect(inChinese.stdout).toContain('\n3,2,cpu,“x”不是数字,')
    const { json } = await omen(['files', 'rejected', 'day.csv', '--json'])
    expect(json()).toMatchObject({
      success: true,
      filename: 'f-handle-2',
      rejectedRows: 120,
      rejected: [{ line: 3 }, {}],
    })
  })

  it('shows and deletes by handle or name', async () => {
    const { omen, server } = await bench(two)
    expect((await omen(['files', 'show', 'day.csv'])).stdout).toContain('handle f-handle-2')
    expect((await omen(['files', 'show', 'f-handle-1'])).stdout).toContain('很长的文件名.csv')
    expect((await omen(['files', 'show', 'other.csv'])).stderr).toContain('There is no file "other.csv".')
    expect((await omen(['files', 'delete', 'day.csv', '--yes'])).stdout).toBe('Deleted day.csv.\n')
    expect([...server.files.keys()]).toEqual(['f-handle-1'])
  })
})

describe('omen jobs', () => {
  const error = { code: 'NOT_ENOUGH_DATA' as const, message: 'Needs 50 rows.' }
  const three = (server: WireServer) => {
    const progress = { done: 3, total: 12, unit: 'rows' as const }
    server.jobs.set('aaaa1111-2', job({ id: 'aaaa1111-2', result: { detectionId: 'd1' } }))
    server.jobs.set(
      'bbbb2222-2',
      job({ id: 'bbbb2222-2', state: 'running', finishedAt: null, startedAt: NOW - 90_000, progress }),
    )
    server.jobs.set('bbbb3333-2', job({ id: 'bbbb3333-2', state: 'failed', error }))
  }

  it('lists state, progress, duration and outcome', async () => {
    const { omen } = await bench(three)
    const { stdout } = await omen(['jobs'])
    expect(stdout).toMatch(/aaaa1111-2 {2}training {2}done +just now +2s {2}day\.csv → checkout → detection d1/)
    expect(stdout).toMatch(/bbbb2222-2 {2}training {2}running 25 % +1m ago {2}1m 30s/)
    expect(stdout).toMatch(/bbbb3333-2 {2}training {2}failed .* Needs 50 rows\./)
  })

  it('finds a job by a prefix of its id, as the terminal shows it', async () => {
    const { omen } = await bench(three)
    expect((await omen(['jobs'], { columns: 80 })).stdout).toContain('aaaa1111  training')
    expect((await omen(['jobs', 'show', 'aaaa'])).stdout).toContain('aaaa1111-2')
    expect(await omen(['jobs', 'show', 'bbbb'])).toMatchObject({ exit: 2 })
    expect(await omen(['jobs', 'show', 'cccc'])).toMatchObject({ exit: 1 })
  })

  it('cancels', async () => {
    const { omen, server } = await bench(three)
    expect((await omen(['jobs', 'cancel', 'bbbb2222'])).stdout).toBe('bbbb2222-2: cancelled\n')
    expect(server.lines().at(-1)).toBe('POST /jobs/bbbb2222-2/cancel')
  })

  it('waits: 0 for done, 1 for failed, 5 for some of several', async () => {
    const { omen } = await bench(three)
    expect(await omen(['jobs', 'wait', 'aaaa1111-2'])).toMatchObject({ exit: 0 })
    const failed = await omen(['jobs', 'wait', 'bbbb3333-2'])
    expect(failed).toMatchObject({ exit: 1, stdout: '', stderr: 'omen: Needs 50 rows.\n' })
    const some = await omen(['jobs', 'wait', 'aaaa1111-2', 'bbbb3333-2', '--json'])
    expect(some.exit).toBe(5)
    expect(some.json()).toMatchObject({ success: false, jobs: [{ state: 'done' }, { state: 'failed' }] })
  })
})

describe('omen completion', () => {
  it.each(['bash', 'zsh', 'fish'])('prints a script for %s that asks __complete', async (shell) => {
    const { stdout, exit } = await runCli(['completion', shell])
    expect(exit).toBe(0)
    expect(stdout).toContain('omen __complete --')
  })

  it('exits with 2 for another shell', async () => {
    expect(await runCli(['completion', 'powershell'])).toMatchObject({ exit: 2 })
  })

  const words = async (...typed: string[]) => {
    const { omen } = await bench((server) => {
      shop(server)
      server.jobs.set('aaaa1111-2', job({ id: 'aaaa1111-2' }))
    })
    const { stdout } = await omen(['__complete', '--', ...typed])
    return stdout.trimEnd().split('\n')
  }

  it('completes commands, options, choices, models, jobs and files', async () => {
    expect(await words('mo')).toEqual(['models'])
    expect(await words('models', 'p')).toEqual(['promote'])
    expect(await words('models', 'show', 'ch')).toEqual(['checkout', 'checkout@bobby1'])
    expect(await words('detect', 'x.csv', '--model', '')).toEqual(['checkout', 'Suche@bobby1', 'checkout@bobby1'])
    expect(await words('detect', 'x.csv', '--model-type', 'Hol')).toEqual(['Holistic', 'HolisticCP'])
    expect(await words('detect', 'x.csv', '--fa')).toEqual(['--fail-on'])
    expect(await words('detect', '--js')).toEqual(['--json'])
    expect(await words('detect', '')).toEqual([':files'])
    expect(await words('jobs', 'wait', 'a')).toEqual(['aaaa1111-2'])
    expect(await words('completion', 'b')).toEqual(['bash'])
    expect(await words('help', 'upload', 'tr')).toEqual(['training'])
    expect(await words('score', 'x.csv', '--out', '')).toEqual([':files'])
  })

  it('completes after options before the command, and values behind "="', async () => {
    expect(await words('--no-color', 'mo')).toEqual(['models'])
    expect(await words('--profile', 'work', 'models', 'pro')).toEqual(['promote'])
    expect(await words('--json', 'detect', 'x.csv', '--model-type', 'Hol')).toEqual(['Holistic', 'HolisticCP'])
    expect(await words('detect', '--model-type=Hol')).toEqual(['--model-type=Holistic', '--model-type=HolisticCP'])
    expect(await words('detect', '--model-type', '=', 'Hol')).toEqual(['Holistic', 'HolisticCP'])
    expect(await words('models', '--fie')).toEqual(['--fields'])
  })

  it('completes versions of the model that is named', async () => {
    expect(await words('models', 'promote', 'checkout', '')).toEqual(['1'])
    expect(await words('upload', 'display', '--model', 'checkout', '--of-version', '')).toEqual(['1'])
  })

  it('completes profiles without a server', async () => {
    const homeDir = await makeHome()
    await mkdir(join(homeDir, '.config/omen'), { recursive: true })
    const profiles = {
      work: { url: 'http://x', userName: 'a', token: 't' },
      home: { url: 'http://y', userName: 'a', token: 't' },
    }
    await writeFile(join(homeDir, '.config/omen/profiles.json'), JSON.stringify({ version: 1, profiles }))
    expect((await runCli(['__complete', '--', '--profile', 'w'], { homeDir })).stdout).toBe('work\n')
  })

  it('completes the last of a thousand models', async () => {
    const { omen } = await bench((server) => {
      server.models = Array.from({ length: 1000 }, (_, at) => model({ id: `m${at}`, modelName: `service-${at}` }))
    })
    expect((await omen(['__complete', '--', 'detect', 'x.csv', '--model', 'service-99'])).stdout).toContain(
      'service-999\n',
    )
    expect((await omen(['__complete', '--', 'detect', 'x.csv', '--model', ''])).stdout.trim().split('\n')).toHaveLength(
      1000,
    )
  })

  it('prints nothing without a server', async () => {
    expect(await runCli(['__complete', '--', 'models', 'show', ''])).toMatchObject({ exit: 0, stdout: '', stderr: '' })
  })
})
