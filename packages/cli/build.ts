/** Bundles `omen` for publishing: no dependency is left, and Ink is a chunk that is loaded only when a screen is drawn. */
import { chmodSync, copyFileSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'esbuild'
import { createCli } from './src/cli.ts'
import { processIo } from './src/io/io.ts'
import { manName, manPage } from './src/man-page.ts'
import { createProgram, everyCommand } from './src/program.ts'
import { ROOT_HELP } from './src/root-help.ts'

const folder = import.meta.dirname
const out = join(folder, 'dist')

// Bundled CommonJS (form-data) asks for Node's own modules with require, which ES modules do not have.
const REQUIRE_FOR_BUNDLES =
  "import { createRequire as __createRequire } from 'node:module';const require = __createRequire(import.meta.url);"

rmSync(out, { recursive: true, force: true })
await build({
  entryPoints: { omen: join(folder, 'src/main.ts') },
  outdir: out,
  chunkNames: 'chunks/[name]-[hash]',
  bundle: true,
  splitting: true,
  minify: true,
  legalComments: 'linked',
  platform: 'node',
  target: 'node20.3',
  format: 'esm',
  define: { 'process.env.NODE_ENV': '"production"' },
  // Ink asks for it only where DEV is set.
  external: ['react-devtools-core'],
  banner: { js: REQUIRE_FOR_BUNDLES },
  logLevel: 'warning',
})
chmodSync(join(out, 'omen.js'), 0o755)
await writeManPages(join(out, 'man'))
copyFileSync(join(folder, '../../LICENSE'), join(folder, 'LICENSE'))

/** A manual page for each command, from the data of its help. */
async function writeManPages(folder: string): Promise<void> {
  mkdirSync(folder, { recursive: true })
  const program = await createProgram(createCli(processIo()))
  for (const command of everyCommand(program).filter((one) => !one.name().startsWith('_'))) {
    const page = manPage(command, command === program ? ROOT_HELP.after : '')
    writeFileSync(join(folder, `${manName(command)}.1`), page)
  }
}
