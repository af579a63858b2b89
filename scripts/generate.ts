/**
 * Writes what is generated from the hand-written API description:
 * the bundled document that the server validates with, and the types of the SDK.
 * With --check nothing is written, and the exit code says whether what is committed is current.
 */
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'

const root = resolve(import.meta.dirname, '..')
const outputs = {
  document: join(root, 'packages/server/src/generated/openapi.json'),
  types: join(root, 'packages/sdk/src/generated/api.ts'),
}

function run(command: string, args: string[]): void {
  execFileSync(join(root, 'node_modules/.bin', command), args, { cwd: root, stdio: ['ignore', 'ignore', 'pipe'] })
}

function generate(): { document: string; types: string } {
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
    return { document: `${readFileSync(bundle, 'utf8').trimEnd()}\n`, types: readFileSync(types, 'utf8') }
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
const stale = (['document', 'types'] as const).filter((name) => read(outputs[name]) !== generated[name])
if (process.argv.includes('--check')) {
  if (stale.length > 0) {
    console.error(`Generated code is not current (${stale.join(', ')}): run pnpm gen and commit the result.`)
    process.exit(1)
  }
  console.log('Generated code is current.')
} else {
  for (const name of stale) {
    mkdirSync(dirname(outputs[name]), { recursive: true })
    writeFileSync(outputs[name], generated[name])
  }
  console.log(stale.length > 0 ? `Wrote ${stale.join(' and ')}.` : 'Nothing to write: generated code is current.')
}
