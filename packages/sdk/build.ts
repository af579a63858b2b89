/**
 * Compiles the client into a package of its own, in `dist` unless another folder is named: JavaScript and types, for Node,
 * bundlers and browsers. Nothing but that folder is published.
 */
import { spawnSync } from 'node:child_process'
import { copyFileSync, globSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import workspace from './package.json' with { type: 'json' }

const folder = import.meta.dirname
const out = resolve(process.argv[2] ?? join(folder, 'dist'))
const { './testing': _ofThisRepository, ...entries } = workspace.exports

rmSync(out, { recursive: true, force: true })
const compiler = join(folder, '../../node_modules/typescript/bin/tsc')
const { status } = spawnSync(process.execPath, [compiler, '-p', join(folder, 'tsconfig.build.json'), '--outDir', out], {
  stdio: 'inherit',
})
if (status !== 0) process.exit(status ?? 1)

// The compiler puts `.js` into the imports of programs only.
for (const file of globSync('**/*.d.ts', { cwd: out })) {
  const path = join(out, file)
  const types = readFileSync(path, 'utf8')
  writeFileSync(path, types.replace(/((?:from |import\()['"]\.[^'"]*)\.ts(['"])/g, '$1.js$2'))
}

const { name, version, license, type, description, dependencies, engines, keywords } = workspace
writeFileSync(
  join(out, 'package.json'),
  `${JSON.stringify(
    {
      name,
      version,
      description,
      keywords,
      license,
      type,
      engines,
      sideEffects: false,
      exports: Object.fromEntries(Object.entries(entries).map(([entry, source]) => [entry, compiled(source)])),
      dependencies,
    },
    undefined,
    2,
  )}\n`,
)
copyFileSync(join(folder, 'README.md'), join(out, 'README.md'))
copyFileSync(join(folder, '../../LICENSE'), join(out, 'LICENSE'))

function compiled(source: string): { types: string; default: string } {
  const path = source.replace('./src/', './').replace(/\.ts$/, '')
  return { types: `${path}.d.ts`, default: `${path}.js` }
}
