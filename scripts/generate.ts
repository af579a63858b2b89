/** Writes what follows from the hand-written API description: the bundled document that the server validates with, and the types of the SDK. */
import { execFileSync } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'

const root = resolve(import.meta.dirname, '..')
const document = join(root, 'packages/server/src/generated/openapi.json')
const types = join(root, 'packages/sdk/src/generated/api.ts')

function run(command: string, args: string[]): void {
  execFileSync(join(root, 'node_modules/.bin', command), args, { cwd: root, stdio: ['ignore', 'ignore', 'pipe'] })
}

for (const output of [document, types]) mkdirSync(dirname(output), { recursive: true })
run('redocly', ['bundle', 'openapi/openapi.yaml', '--ext', 'json', '--output', document])
run('openapi-typescript', [
  document,
  '--enum-values',
  '--root-types',
  '--root-types-no-schema-prefix',
  '--output',
  types,
])
console.log('Wrote the bundled API description and the types of the SDK.')
