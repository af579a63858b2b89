/** Type-checks every part of the workspace, two at a time. */
import { spawn } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { join, resolve } from 'node:path'

const root = resolve(import.meta.dirname, '..')
const packages = readdirSync(join(root, 'packages')).map((name) => `packages/${name}`)
const parts = [...packages, 'samples', 'bench', 'e2e', 'scripts'].filter((part) =>
  existsSync(join(root, part, 'tsconfig.json')),
)
if (parts.length === 0) throw new Error('nothing to type-check was found')

function check(part: string): Promise<boolean> {
  return new Promise((done) => {
    const compiler = spawn(join(root, 'node_modules/.bin/tsc'), ['-p', part], { cwd: root })
    const output: Buffer[] = []
    compiler.stdout.on('data', (chunk: Buffer) => output.push(chunk))
    compiler.stderr.on('data', (chunk: Buffer) => output.push(chunk))
    compiler.on('close', (code) => {
      if (code !== 0) console.error(`${part}:\n${Buffer.concat(output)}`)
      done(code === 0)
    })
  })
}

const waiting = [...parts]
const results: boolean[] = []
async function work(): Promise<void> {
  for (let part = waiting.shift(); part !== undefined; part = waiting.shift()) results.push(await check(part))
}
await Promise.all([work(), work()])
console.log(`${results.length} parts checked.`)
process.exit(results.every(Boolean) ? 0 : 1)
