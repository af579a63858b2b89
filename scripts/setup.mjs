// Sets up everything that the project needs, and only what is missing. Plain JavaScript without dependencies, because it
// runs on whatever Node is there (20 or later) before anything is installed. Safe to repeat.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { delimiter, dirname, join, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = resolve(dirname(fileURLToPath(import.meta.url)), '..')
const bin = join(root, 'node_modules', '.bin')
const stamps = join(root, 'node_modules', '.omen-setup')
const PNPM = 'pnpm@10.34.8'

export const say = (text) => console.log(`[set-up] ${text}`)

export class SetupProblem extends Error {}

/** Path of the Node that the project runs on; the one that runs this where that one has no build for this machine. */
export function projectNode() {
  // Not node_modules/.bin/node: that is a shell script, which would keep the signals that are meant for Node.
  const own = join(root, 'node_modules', 'node', 'bin', 'node')
  return existsSync(own) ? own : process.execPath
}

/** Flags of Node and variables that the server's process is started with. */
export const serverProcess = () => JSON.parse(readFileSync(join(root, 'packages/server/process.json'), 'utf8'))

/** Environment in which the project's own tools come first, and what Node has compiled once is kept. */
export function projectEnvironment(extra = {}) {
  const path = `${bin}${delimiter}${process.env.PATH ?? ''}`
  return { NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/node-compile'), ...process.env, PATH: path, ...extra }
}

function run(command, args, { quiet = false, env = projectEnvironment(), cwd = root } = {}) {
  const result = spawnSync(command, args, { cwd, env, stdio: quiet ? 'pipe' : 'inherit', encoding: 'utf8' })
  if (result.status === 0) return
  if (quiet) process.stderr.write(`${result.stdout ?? ''}${result.stderr ?? ''}`)
  throw new SetupProblem(`"${command} ${args.join(' ')}" failed${result.error ? `: ${result.error.message}` : ''}`)
}

function filesBelow(path) {
  if (!existsSync(path)) return []
  if (statSync(path).isFile()) return [path]
  return readdirSync(path, { withFileTypes: true })
    .filter((entry) => !['node_modules', 'dist', '.git'].includes(entry.name))
    .flatMap((entry) => filesBelow(join(path, entry.name)))
    .sort()
}

function fingerprint(paths) {
  const hash = createHash('sha256')
  for (const file of paths.flatMap((path) => filesBelow(join(root, path)))) {
    hash.update(relative(root, file)).update('\0').update(readFileSync(file)).update('\0')
  }
  return hash.digest('hex')
}

/** Does the step when its inputs changed since it was last done, or when one of its results is missing. */
function step({ name, inputs, results, doing, done, action }) {
  const stamp = join(stamps, name)
  const mark = fingerprint(inputs)
  const current = existsSync(stamp) && readFileSync(stamp, 'utf8') === mark
  if (current && results.every((result) => existsSync(join(root, result)))) return say(done)
  say(doing)
  action()
  mkdirSync(stamps, { recursive: true })
  writeFileSync(stamp, mark)
}

function checkNode() {
  const major = Number(process.versions.node.split('.')[0])
  if (major < 20) throw new SetupProblem(`Omen needs Node 20 or later to set itself up; this is ${process.version}`)
  if (process.platform === 'win32') throw new SetupProblem('Omen runs on Linux and macOS; on Windows use WSL 2')
}

function installPackages() {
  const manifests = readdirSync(join(root, 'packages')).map((name) => `packages/${name}/package.json`)
  step({
    name: 'packages',
    inputs: ['pnpm-lock.yaml', 'pnpm-workspace.yaml', 'package.json', ...manifests],
    results: ['node_modules/.bin/vitest', 'packages/server/node_modules/fastify'],
    doing: 'Installing packages (about 1.3 GB on disk, under a minute on a good line) …',
    done: 'Packages are installed.',
    action: () =>
      run('npx', ['-y', PNPM, 'install', '--frozen-lockfile', '--reporter=append-only', '--loglevel=error'], {
        env: { ...process.env, npm_config_loglevel: 'error', CI: 'true' },
      }),
  })
}

/** The bundled API description and the SDK's types, which the page is built from. */
function generate() {
  step({
    name: 'api',
    inputs: ['openapi', 'redocly.yaml', 'scripts/generate.ts', 'pnpm-lock.yaml'],
    results: ['packages/server/src/generated/openapi.json', 'packages/sdk/src/generated/api.ts'],
    doing: 'Generating the API files from the description …',
    done: 'The API files are generated.',
    action: () => run(projectNode(), ['scripts/generate.ts'], { quiet: true }),
  })
}

function build() {
  step({
    name: 'charts',
    inputs: ['packages/charts/src', 'packages/charts/build.ts', 'pnpm-lock.yaml'],
    results: ['packages/charts/dist/static.js'],
    doing: 'Building the charts …',
    done: 'The charts are built.',
    action: () => run(projectNode(), ['build.ts'], { quiet: true, cwd: join(root, 'packages/charts') }),
  })
  step({
    name: 'web',
    inputs: ['packages/web', 'packages/charts/src', 'packages/sdk/src', 'pnpm-lock.yaml'],
    results: ['packages/web/dist/index.html', 'packages/web/dist/offline/offline.js'],
    doing: 'Building the page …',
    done: 'The page is built.',
    action: () => {
      // The page, then the view of offline files beside it
      for (const config of ['vite.config.ts', 'vite.offline.config.ts'])
        run(join(root, 'packages/web/node_modules/.bin/vite'), ['build', '--config', config, '--logLevel', 'warn'], {
          quiet: true,
          cwd: join(root, 'packages/web'),
        })
    },
  })
}

/** Everything that running needs: packages, the generated API files, and the built charts and page. */
export function setUp() {
  checkNode()
  installPackages()
  generate()
  build()
}

/** Chromium without windows, which opens a page in a fifth of the CPU time. */
const HEADLESS_SHELL = '/usr/lib/chromium/chromium-headless-shell'
const BROWSER_NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']

function onPath(name) {
  return (process.env.PATH ?? '')
    .split(delimiter)
    .map((folder) => join(folder, name))
    .find((path) => existsSync(path))
}

export function findBrowser() {
  if (process.env.OMEN_TEST_BROWSER) return process.env.OMEN_TEST_BROWSER
  return existsSync(HEADLESS_SHELL) ? HEADLESS_SHELL : BROWSER_NAMES.map(onPath).find((path) => path !== undefined)
}

export function findPostgres() {
  if (process.env.OMEN_TEST_POSTGRES_BIN) return process.env.OMEN_TEST_POSTGRES_BIN
  const debian = '/usr/lib/postgresql'
  const versions = existsSync(debian) ? readdirSync(debian).sort((a, b) => Number(b) - Number(a)) : []
  const folder = versions
    .map((version) => join(debian, version, 'bin'))
    .find((path) => existsSync(join(path, 'initdb')))
  if (folder) return folder
  const initdb = onPath('initdb')
  return initdb ? dirname(initdb) : undefined
}

function installFromDebian(packages) {
  const isRoot = process.getuid?.() === 0
  if (!existsSync('/usr/bin/apt-get') || (!isRoot && !onPath('sudo'))) {
    throw new SetupProblem(
      `the tests need ${packages.join(' and ')}: install them, or name them in OMEN_TEST_BROWSER and OMEN_TEST_POSTGRES_BIN`,
    )
  }
  // In run level 1 a package starts no service of its own.
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' }
  const apt = (args) =>
    isRoot ? run('apt-get', args, { quiet: true, env }) : run('sudo', ['-n', 'apt-get', ...args], { quiet: true, env })
  apt(['update'])
  // The packaged cluster is not wanted, only the programs: the tests start their own in a temporary folder.
  apt(['install', '-y', '--no-install-recommends', ...packages])
}

/** On Debian the headless shell is installed beside any other browser, because the tests take a fifth of the time in it. */
function missingBrowser() {
  if (process.env.OMEN_TEST_BROWSER) return []
  const release = '/etc/os-release'
  const isDebian = existsSync(release) && /^ID=debian$/m.test(readFileSync(release, 'utf8'))
  if (isDebian) return existsSync(HEADLESS_SHELL) ? [] : ['chromium-headless-shell', 'fonts-noto-cjk']
  return findBrowser() ? [] : ['chromium', 'fonts-noto-cjk']
}

/** OpenStack Swift: an object store that speaks S3, for the tests of OMEN_FILES_URL. */
const SWIFT_SERVICES = ['account', 'container', 'object', 'proxy']

/** Where Debian's packages cannot be had, those tests are left out. */
function missingSwift() {
  const isThere = SWIFT_SERVICES.every((name) => existsSync(`/usr/bin/swift-${name}-server`))
  return isThere || !existsSync('/usr/bin/apt-get') ? [] : SWIFT_SERVICES.map((name) => `swift-${name}`)
}

/** For the layer that drops what a server did not sync. Elsewhere than on Debian its tests are left out. */
function missingCompiler() {
  return onPath('cc') || !existsSync('/usr/bin/apt-get') ? [] : ['gcc', 'libc6-dev']
}

/** Shells that the CLI completes commands in, beside bash. Where they cannot be had, their tests are left out. */
function missingShells() {
  return existsSync('/usr/bin/apt-get') ? ['zsh', 'fish'].filter((shell) => !onPath(shell)) : []
}

/** Systems that send metrics and logs, and where their programs are. Where they cannot be had, their tests are left out. */
function missingSenders() {
  const senders = {
    prometheus: 'prometheus',
    'prometheus-node-exporter': 'prometheus-node-exporter',
    'victoria-metrics': 'vmagent',
    rsyslog: 'rsyslogd',
  }
  if (!existsSync('/usr/bin/apt-get')) return []
  const missing = Object.keys(senders).filter((name) => !onPath(senders[name]))
  // For rsyslog over TLS: a module, and no program
  const hasTls = readdirSync('/usr/lib').some((folder) => existsSync(`/usr/lib/${folder}/rsyslog/lmnsd_ossl.so`))
  return hasTls ? missing : [...missing, 'rsyslog-openssl']
}

/** Databases that projects fetch from. Where they cannot be had, their tests are left out. */
function missingDatabases() {
  const databases = { influxdb: '/usr/bin/influxd', 'mariadb-server': '/usr/sbin/mariadbd' }
  if (!existsSync('/usr/bin/apt-get')) return []
  return Object.keys(databases).filter((name) => !existsSync(databases[name]))
}

/** What only the tests need: a browser, a C compiler, databases, a store that speaks S3, shells, systems that send metrics and logs, and a font with Chinese characters for screenshots. */
export function setUpForTests() {
  setUp()
  const missing = [
    ...missingBrowser(),
    ...(findPostgres() ? [] : ['postgresql']),
    ...missingSwift(),
    ...missingCompiler(),
    ...missingShells(),
    ...missingSenders(),
    ...missingDatabases(),
  ]
  if (missing.length > 0) {
    say(`Installing ${missing.join(', ')} for the tests (Debian packages) …`)
    installFromDebian(missing)
  }
  say(`Browser: ${findBrowser()}; PostgreSQL: ${findPostgres()}.`)
}

/** Runs a set-up and turns its failure into one line and exit code 1. */
export function orExit(action) {
  try {
    return action()
  } catch (problem) {
    if (!(problem instanceof SetupProblem)) throw problem
    console.error(`[set-up] Stopped: ${problem.message}.`)
    process.exit(1)
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  orExit(process.argv.includes('--tests') ? setUpForTests : setUp)
  say('Ready.')
}
