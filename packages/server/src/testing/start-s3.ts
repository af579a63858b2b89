import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3'
import { CHILD_LIMITS } from './child-limits.ts'
import { freePort } from './free-port.ts'

export interface TestS3 {
  /** Of a new bucket, as OMEN_FILES_URL takes it. */
  newBucket(): Promise<string>
  stop(): Promise<void>
}

const PROGRAMS = '/usr/bin'
const SERVICES = ['account', 'container', 'object', 'proxy'] as const
const PATIENCE_MS = 60_000

/** Whether OpenStack Swift, an object store that speaks S3, is installed as Debian packages it. */
export function hasSwift(): boolean {
  return SERVICES.every((name) => existsSync(join(PROGRAMS, `swift-${name}-server`)))
}

/** A real Swift with one copy of everything on free loopback ports, and its data in a folder that goes when it stops. */
export async function startS3(): Promise<TestS3> {
  const folder = mkdtempSync(join(tmpdir(), 'omen-swift-'))
  for (const name of ['conf', 'srv/d1', 'cache']) mkdirSync(join(folder, name), { recursive: true })
  const ports = Object.fromEntries(await Promise.all(SERVICES.map(async (name) => [name, await freePort()] as const)))
  writeConfiguration(folder, ports as Ports)
  makeRings(folder, ports as Ports)
  const children = SERVICES.map((name) =>
    spawn(join(PROGRAMS, `swift-${name}-server`), [configurationOf(folder, name)], { stdio: 'ignore' }),
  )
  const host = `127.0.0.1:${ports.proxy}`
  // The proxy leaves alone for a minute what does not answer it at first, so it is asked when the others are ready.
  for (const name of SERVICES) await untilReady(`http://127.0.0.1:${ports[name]}`, children)
  return {
    newBucket: () => newBucket(host),
    async stop() {
      await Promise.all(children.map(ended))
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

type Ports = Record<(typeof SERVICES)[number], number>

function configurationOf(folder: string, name: string): string {
  return join(folder, 'conf', `${name}-server.conf`)
}

function writeConfiguration(folder: string, ports: Ports): void {
  const conf = join(folder, 'conf')
  const common = (name: keyof Ports) =>
    `[DEFAULT]\nbind_ip = 127.0.0.1\nbind_port = ${ports[name]}\nworkers = 0\nuser = ${userInfo().username}\nswift_dir = ${conf}\n`
  writeFileSync(
    join(conf, 'swift.conf'),
    '[swift-hash]\nswift_hash_path_prefix = omen\nswift_hash_path_suffix = omen\n[storage-policy:0]\nname = only\ndefault = yes\n',
  )
  for (const name of ['account', 'container', 'object'] as const)
    writeFileSync(
      configurationOf(folder, name),
      `${common(name)}devices = ${folder}/srv\nmount_check = false\nrecon_cache_path = ${folder}/cache\n[pipeline:main]\npipeline = ${name}-server\n[app:${name}-server]\nuse = egg:swift#${name}\n`,
    )
  const filters = ['catch_errors', 'cache', 's3api', 'tempauth', 'slo', 'dlo']
  const own: Record<string, string> = {
    cache: 'memcache_servers = 127.0.0.1:1',
    s3api: 'location = us-east-1',
    tempauth: 'user_omen_files = secretsecret .admin',
  }
  const sections = filters.map(
    (name) => `[filter:${name}]\nuse = egg:swift#${name === 'cache' ? 'memcache' : name}\n${own[name] ?? ''}\n`,
  )
  writeFileSync(
    configurationOf(folder, 'proxy'),
    `${common('proxy')}[pipeline:main]\npipeline = ${filters.join(' ')} proxy-server\n[app:proxy-server]\nuse = egg:swift#proxy\naccount_autocreate = true\n${sections.join('')}`,
  )
}

/** Where each kind of thing is kept. One Python makes all three: it takes longer to start than to work. */
function makeRings(folder: string, ports: Ports): void {
  const program = `
import sys
from swift.common.ring import RingBuilder
for name, port in (("account", ${ports.account}), ("container", ${ports.container}), ("object", ${ports.object})):
    builder = RingBuilder(4, 1, 0)
    builder.add_dev({"id": 0, "region": 1, "zone": 1, "weight": 1.0, "device": "d1", "ip": "127.0.0.1", "port": port,
                     "replication_ip": "127.0.0.1", "replication_port": port, "meta": ""})
    builder.rebalance()
    builder.get_ring().save(sys.argv[1] + "/conf/" + name + ".ring.gz")
`
  const made = spawnSync('/usr/bin/python3', ['-c', program, folder], { ...CHILD_LIMITS, encoding: 'utf8' })
  if (made.status !== 0) throw new Error(`the rings of Swift could not be made: ${made.stderr}`)
}

let buckets = 0

async function newBucket(host: string): Promise<string> {
  const Bucket = `omen-${process.pid}-${++buckets}`
  const client = new S3Client({
    endpoint: `http://${host}`,
    region: 'us-east-1',
    forcePathStyle: true,
    credentials: { accessKeyId: 'omen:files', secretAccessKey: 'secretsecret' },
  })
  await client.send(new CreateBucketCommand({ Bucket }))
  client.destroy()
  return `s3://omen%3Afiles:secretsecret@${host}/${Bucket}?tls=off`
}

/** An answer of any kind: without credentials it is a refusal. */
async function untilReady(url: string, children: readonly ChildProcess[]): Promise<void> {
  for (const end = Date.now() + PATIENCE_MS; Date.now() < end; await new Promise((done) => setTimeout(done, 100))) {
    if (children.some((child) => child.exitCode !== null)) throw new Error('a part of Swift ended')
    if (
      await fetch(url).then(
        (answer) => answer.arrayBuffer(),
        () => undefined,
      )
    )
      return
  }
  throw new Error('Swift was not ready in time')
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return
  const done = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGKILL')
  await done
}
