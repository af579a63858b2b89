import { spawn } from 'node:child_process'
import { chmod, copyFile, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Omen } from '../../packages/sdk/src/index.ts'
import { signedInClient } from './harness/api-client.ts'
import { type OmenServer, repository, startOmenServer } from './harness/omen-server.ts'

const { parse } = createRequire(join(repository, 'packages/cli/package.json'))('yaml') as {
  // biome-ignore lint/suspicious/noExplicitAny: a workflow as its author wrote it
  parse(text: string): any
}
const MINUTE = 60_000
const good = join(repository, 'samples/data/shop-training.csv')
const bad = join(repository, 'samples/data/shop-test.csv')

let server: OmenServer
let omen: Omen
let folder: string
let token: string
/** Commands of the page, by workflow. */
let scripts: Record<'nightly' | 'deploy' | 'gitlabNightly' | 'gitlabDeploy', string[]>

beforeAll(async () => {
  server = await startOmenServer()
  omen = await signedInClient(server.url)
  token = (await omen.tokens.create({ name: 'ci', scopes: ['read', 'upload', 'publish'] })).secret
  scripts = await readScripts()
  folder = await mkdtemp(join(tmpdir(), 'omen-ci-'))
  await mkdir(join(folder, 'bin'))
  await mkdir(join(folder, 'baseline'))
  await copyFile(good, join(folder, 'baseline/week.csv'))
  const main = join(repository, 'packages/cli/src/main.ts')
  const node = `exec "${process.execPath}" --disable-warning=ExperimentalWarning "${main}" "$@"`
  await script('bin/omen', node)
  await script('load-test.sh', 'cp "$LOAD_TEST_RESULT" "$1"')
  await script('deploy.sh', 'echo "deployed $1"')
}, 120_000)
afterAll(async () => {
  await server?.stop()
  if (folder) await rm(folder, { recursive: true })
})

async function script(name: string, body: string): Promise<void> {
  await writeFile(join(folder, name), `#!/bin/sh\n${body}\n`)
  await chmod(join(folder, name), 0o755)
}

async function readScripts(): Promise<typeof scripts> {
  const page = await readFile(join(repository, 'docs/guide/ci.md'), 'utf8')
  const [nightly, deploy, gitlab] = [...page.matchAll(/```yaml\n([\s\S]*?)```/g)].map(([, text]) => parse(text!))
  const runsOf = (job: { steps: { run?: string }[] }) => job.steps.flatMap(({ run }) => run ?? [])
  return {
    nightly: runsOf(nightly.jobs['load-test']),
    deploy: runsOf(deploy.jobs.deploy),
    gitlabNightly: gitlab.nightly.script,
    gitlabDeploy: gitlab.deploy.script,
  }
}

/** Runs a line as a runner does, with what it sets, and with nothing of the machine but a path. */
function run(line: string, variables: Record<string, string>): Promise<{ code: number | null; output: string }> {
  const env = {
    PATH: `${join(folder, 'bin')}:${process.env.PATH ?? ''}`,
    HOME: folder,
    CI: 'true',
    OMEN_URL: server.url,
    OMEN_TOKEN: token,
    SOAK_SECONDS: '0',
    ...variables,
  }
  const child = spawn('bash', ['-e', '-o', 'pipefail', '-c', line], { cwd: folder, env })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += String(chunk)))
  return new Promise((resolve) => child.on('close', (code) => resolve({ code, output })))
}

/** The exit codes of all lines, up to the one that fails unless all are wanted. */
async function runAll(lines: readonly string[], variables: Record<string, string>): Promise<(number | null)[]> {
  const codes: (number | null)[] = []
  for (const line of lines) codes.push((await run(line, variables)).code)
  return codes
}

const GITHUB = {
  GITHUB_SHA: 'f95f852bd8fc',
  GITHUB_REF_NAME: 'v2.4.1',
  GITHUB_RUN_ID: '7',
  GITHUB_REPOSITORY: 'acme/shop',
}
const GITLAB = {
  CI_COMMIT_SHA: '279484c0',
  CI_COMMIT_TAG: 'v2.5',
  CI_PIPELINE_ID: '8',
  CI_PIPELINE_URL: 'https://ci.example/8',
}

describe('the nightly job of the guide', () => {
  it('trains, publishes the run with its commit, and passes a run that is as usual', async () => {
    const variables = { ...GITHUB, LOAD_TEST_RESULT: good, GITHUB_STEP_SUMMARY: join(folder, 'summary.md') }
    expect(scripts.nightly.filter((line) => line.startsWith('omen '))).toHaveLength(3)
    expect(await runAll(scripts.nightly.slice(0, 2), variables)).toEqual([0, 0])
    const published = await run(scripts.nightly[2]!.replace('severity>=7', 'severity>=10'), variables)
    expect([published.code, published.output]).toEqual([0, expect.stringContaining('nightly')])
  })

  it('publishes an abnormal run as well, fails with 3, and still says what was found', async () => {
    const summary = join(folder, 'summary.md')
    const variables = { ...GITHUB, LOAD_TEST_RESULT: bad, GITHUB_STEP_SUMMARY: summary }
    expect(await runAll(scripts.nightly, variables)).toEqual([0, 0, 3, 0])
    expect(await readFile(summary, 'utf8')).toContain('node4 went down')
    const { items } = await omen.published.list({ q: 'nightly' })
    expect(items).toHaveLength(2)
    expect(JSON.stringify(items[0])).toContain(GITHUB.GITHUB_SHA)
  })

  it('does the same in GitLab CI', async () => {
    const codes = await runAll(scripts.gitlabNightly, { ...GITLAB, LOAD_TEST_RESULT: bad })
    expect(codes).toEqual([0, 0, 3])
  })
})

describe('the deployment of the guide', () => {
  let key: string
  beforeAll(async () => {
    key = (await omen.projects.addCustom({ projectName: 'shop', samplingInterval: 1 })).secret
    // Twelve hours, of which the last two are slower
    await send(-720, 720)
  }, 60_000)

  /** Samples a minute apart, the first so many minutes from now. */
  async function send(first: number, count: number): Promise<void> {
    const now = Math.floor(Date.now() / MINUTE) * MINUTE
    const noise = (at: number) => ((((at * 7919) % 101) + 101) % 101) / 50
    const points = Array.from({ length: count }, (_, index) => first + index).flatMap((at) =>
      ['web1', 'web2'].map((instance) => ({
        metric: 'latency',
        instance,
        unit: 'ms',
        time: now + at * MINUTE,
        value: 20 + noise(at) + (at >= -120 ? 15 : 0),
      })),
    )
    const headers = { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' }
    const sent = await fetch(`${server.url}/api/v1/ingest/points`, {
      method: 'POST',
      headers,
      body: JSON.stringify(points),
    })
    expect((await sent.json()).accepted).toBe(points.length)
  }

  it.each([
    ['GitHub Actions', 'deploy' as const, GITHUB, 'v2.4.1'],
    ['GitLab CI', 'gitlabDeploy' as const, GITLAB, 'v2.5'],
  ])(
    'tells of it once, and passes where there is nothing to compare yet: %s',
    async (_name, job, variables, version) => {
      expect(await runAll(scripts[job].slice(0, -1), variables)).toEqual([0, 0, 0])
      // What came while it ran
      await send(1, 3)
      expect(await run(scripts[job].at(-1)!, variables)).toMatchObject({ code: 0 })
      await run(scripts[job][1]!, variables)
      const { items } = await omen.events.list({ projectName: 'shop' })
      expect(items.filter((event) => event.version === version)).toHaveLength(1)
    },
  )

  it('fails with 3 where the rollout made it worse', async () => {
    for (const { id } of (await omen.events.list({ projectName: 'shop' })).items) await omen.events.delete(id)
    const at = Math.floor(Date.now() / MINUTE) * MINUTE - 120 * MINUTE
    await omen.events.add({ projectName: 'shop', kind: 'deployment', title: 'v3', at })
    for (const job of ['deploy', 'gitlabDeploy'] as const) {
      const checked = await run(scripts[job].at(-1)!, GITHUB)
      expect([checked.code, checked.output]).toEqual([3, expect.stringContaining('latency')])
    }
  })
})
