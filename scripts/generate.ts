/**
 * Writes what is generated: from the hand-written API description the bundled document that the server validates with and the
 * types of the SDK, from the sources of the engine the page of the guide about its constants.
 * With --api only the API files are written, which are not committed. With --check nothing is written, and the exit code
 * says whether everything is current.
 */
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { constantsPage } from './constants/index.ts'

const root = resolve(import.meta.dirname, '..')
const outputs = {
  document: join(root, 'packages/server/src/generated/openapi.json'),
  types: join(root, 'packages/sdk/src/generated/api.ts'),
  constants: join(root, 'docs/guide/constants.md'),
}
type Output = keyof typeof outputs
const apiOutputs: readonly Output[] = ['document', 'types']

const isApiOnly = process.argv.includes('--api')

function run(command: string, args: string[]): void {
  execFileSync(join(root, 'node_modules/.bin', command), args, { cwd: root, stdio: ['ignore', 'ignore', 'pipe'] })
}

function generate(): Record<Output, string> {
  const work = mkdtempSync(join(tmpdir(), 'omen-generate-'))
  try {
    const bundle = join(work, 'openapi.json')
    const types = join(work, 'api.ts')
    run('redocly', ['bundle', 'openapi/openapi.yaml', '--ext', 'json', '--output', bundle])
    run('openapi-typescript', [
      bundle,
      '--enum-values',
      '--root-types',
      '--root-types-no-schema-prefix',
      '--output',
      types,
    ])
    return {
      document: `${readFileSync(bundle, 'utf8').trimEnd()}\n`,
      types: readFileSync(types, 'utf8'),
      constants: isApiOnly ? '' : constantsPage(),
    }
  } finally {
    rmSync(work, { recursive: true, force: true })
  }
}

function read(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}

const generated = generate()
const wanted = isApiOnly ? apiOutputs : (Object.keys(outputs) as Output[])
const stale = wanted.filter((name) => read(outputs[name]) !== generated[name])
if (process.argv.includes('--check')) {
  if (stale.length > 0) {
    console.error(`What is generated is not current (${stale.join(', ')}): run pnpm gen and commit the result.`)
    process.exit(1)
  }
  console.log('What is generated is current.')
} else {
  for (const name of stale) {
    mkdirSync(dirname(outputs[name]), { recursive: true })
    writeFileSync(outputs[name], generated[name])
  }
  console.log(stale.length > 0 ? `Wrote ${stale.join(', ')}.` : 'Nothing to write: what is generated is current.')
}
