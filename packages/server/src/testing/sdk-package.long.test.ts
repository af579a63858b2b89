import { execFile, execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { delimiter, join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { build } from 'esbuild'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { findBrowser, openBrowser } from '../../../../scripts/open-browser.ts'
import { CHILD_LIMITS, PACK_LIMITS } from './child-limits.ts'
import { startPackageRegistry } from './package-registry.ts'
import { sampleTable } from './sample-table.ts'
import { startTestServer, type TestServer } from './start-test-server.ts'

const sdk = resolve(import.meta.dirname, '../../../sdk')
/** Release lines of Node that the client promises to run on. */
const LINES = [20, 22, 24]
const nodes = findNodes()
let work = ''
let page = ''
let server: TestServer

/** The packed client in an empty folder outside the repository, as a stranger installs it. */
beforeAll(async () => {
  work = mkdtempSync(join(tmpdir(), 'omen-stranger-'))
  page = join(work, 'page')
  mkdirSync(page)
  execFileSync(process.execPath, ['build.ts', join(work, 'package')], { ...CHILD_LIMITS, cwd: sdk })
  const packed = execFileSync('npm', ['pack', '--silent', '--pack-destination', work], {
    ...PACK_LIMITS,
    cwd: join(work, 'package'),
  })
  writeFileSync(join(work, 'package.json'), '{ "private": true, "type": "module" }')
  const registry = await startPackageRegistry()
  const args = ['install', '--no-audit', '--no-fund', '--registry', registry.url, '--cache', join(work, 'cache')]
  await promisify(execFile)('npm', [...args, join(work, String(packed).trim())], { ...PACK_LIMITS, cwd: work })
  registry.close()
  await bundlePage()
  server = await startTestServer({ page })
}, 180_000)
afterAll(async () => {
  await server?.close()
  rmSync(work, { recursive: true, force: true })
})

/** Uploads a file, trains a model on it, and detects with it. */
const MAIN_JOB = `
  const { filename } = await store()
  const follow = async (job) => jobResult(await omen.jobs.follow(job.id))
  await follow(await omen.uploads.training({ uploadFileName: 'shop.csv', filename, modelName, modelType: 'Split' }))
  const job = await omen.uploads.detection({ uploadFileName: 'shop.csv', filename, modelName, modelType: 'Split' })
  const { detectionId } = await follow(job)
  return (await omen.detections.get(detectionId)).modelName
`

async function bundlePage(): Promise<void> {
  const entry = join(work, 'page.js')
  writeFileSync(
    entry,
    `import { createOmen, jobResult } from '@omen/sdk'
    const modelName = 'page'
    globalThis.mainJob = async (text, secret) => {
      const omen = createOmen({ token: secret })
      const store = () => omen.files.store(new File([text], 'shop.csv'))
      const run = async () => {${MAIN_JOB}}
      return run()
    }`,
  )
  await build({ entryPoints: [entry], bundle: true, format: 'esm', outfile: join(page, 'page.js'), logLevel: 'silent' })
  writeFileSync(join(page, 'index.html'), '<!doctype html><script type="module" src="/page.js"></script>')
}

it.for(LINES)('does the main job in Node %s', async (line, { skip }) => {
  const node = nodes.get(line)
  if (node === undefined) return skip(`no Node ${line} here: name one in OMEN_TEST_NODES`)
  const owner = await server.admin()
  const { body } = await owner.post('tokens', { name: `stranger on Node ${line}`, scopes: ['read', 'upload'] })
  writeFileSync(join(work, 'shop.csv'), sampleTable({ rows: 400 }))
  writeFileSync(
    join(work, 'main.js'),
    `import { createOmen, jobResult } from '@omen/sdk'
    import { storePath } from '@omen/sdk/node'
    const omen = createOmen({ baseUrl: process.env.OMEN_URL, token: process.env.OMEN_TOKEN })
    const modelName = process.env.MODEL_NAME
    const store = () => storePath(omen, 'shop.csv')
    const run = async () => {${MAIN_JOB}}
    console.log(await run())`,
  )
  const env = { ...process.env, OMEN_URL: server.api, OMEN_TOKEN: body.secret, MODEL_NAME: `node${line}` }
  const { stdout, stderr } = await promisify(execFile)(node, ['main.js'], { ...CHILD_LIMITS, cwd: work, env })
  expect({ stdout, stderr }).toEqual({ stdout: `node${line}\n`, stderr: '' })
})

it.for(LINES)('gives up on a silent server after its time limit in Node %s', async (line, { skip }) => {
  const node = nodes.get(line)
  if (node === undefined) return skip(`no Node ${line} here: name one in OMEN_TEST_NODES`)
  const silent = createServer((socket) => void socket.resume()).listen(0, '127.0.0.1')
  await once(silent, 'listening')
  const { port } = silent.address() as AddressInfo
  writeFileSync(
    join(work, 'silent.js'),
    `import { createOmen } from '@omen/sdk'
    const omen = createOmen({ baseUrl: 'http://127.0.0.1:${port}/api/v1', timeoutMs: 300 })
    await omen.models.list().catch(({ name, kind }) => console.log(name, kind))`,
  )
  try {
    const options = { ...CHILD_LIMITS, timeout: 20_000, cwd: work }
    const { stdout } = await promisify(execFile)(node, ['silent.js'], options)
    expect(stdout).toBe('TransportError timeout\n')
  } finally {
    silent.close()
  }
})

/** Executables by release line: this process, those named in OMEN_TEST_NODES, and the system's. */
function findNodes(): Map<number, string> {
  const named = (process.env.OMEN_TEST_NODES ?? '').split(delimiter).filter((path) => path !== '')
  const found = new Map<number, string>()
  for (const path of ['/usr/bin/node', ...named, process.execPath].filter((one) => existsSync(one)))
    found.set(Number(/^v(\d+)/.exec(String(execFileSync(path, ['--version'], CHILD_LIMITS)))![1]), path)
  return found
}

it.skipIf(findBrowser() === undefined)('does the main job in a page', async () => {
  const owner = await server.admin()
  const { body } = await owner.post('tokens', { name: 'page', scopes: ['read', 'upload'] })
  const browser = await openBrowser()
  try {
    const tab = await browser.newPage()
    await tab.goto(server.url)
    const modelName = await tab.evaluate(
      ([text, secret]) =>
        (globalThis as unknown as { mainJob(...args: unknown[]): Promise<string> }).mainJob(text, secret),
      [sampleTable({ rows: 400 }), body.secret],
    )
    expect(modelName).toBe('page')
  } finally {
    await browser.close()
  }
})
