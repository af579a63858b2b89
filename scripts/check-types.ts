/** Type-checks every part of the workspace, or the parts that are named, two at a time. */
import { spawn } from 'node:child_process'
import { join, resolve } from 'node:path'

const root = resolve(import.meta.dirname, '..')
/** All parts that run in Node import each other's sources, so one program checks them in half the time. */
const all = ['tsconfig.node.json', ...['web', 'sdk', 'engine', 'charts'].map((name) => `packages/${name}`)]
const named = process.argv.slice(2)
const parts = named.length > 0 ? named : all

/** Results are kept, so that the next check takes only what has changed since. */
const keep = (part: string): string[] => [
  '--incremental',
  ...['--tsBuildInfoFile', join(root, `node_modules/.cache/types/${part.replace('/', '-')}.tsbuildinfo`)],
]

function check(part: string): Promise<boolean> {
  return new Promise((done) => {
    // TypeScript 7 checks in half the time; openapi-typescript and dependency-cruiser still need the library of version 6.
    const compiler = spawn(join(root, 'node_modules/typescript7/bin/tsc'), ['-p', part, ...keep(part)], { cwd: root })
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
