/** Bundles `omen` for publishing: no dependency is left, and Ink is a chunk that is loaded only when a screen is drawn. */
import { chmodSync, copyFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'esbuild'

const folder = import.meta.dirname
const out = join(folder, 'dist')

// Bundled CommonJS (form-data) asks for Node's own modules with require, which ES modules do not have.
const requireForBundles =
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
  banner: { js: requireForBundles },
  logLevel: 'warning',
})
chmodSync(join(out, 'omen.js'), 0o755)
copyFileSync(join(folder, '../../LICENSE'), join(folder, 'LICENSE'))
