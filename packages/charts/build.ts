// Bundles the static renderer, React and Nivo included, into one module for Node.
import { build } from 'esbuild'

await build({
  entryPoints: [new URL('./src/static/index.tsx', import.meta.url).pathname],
  outfile: new URL('./dist/static.js', import.meta.url).pathname,
  bundle: true,
  minify: true,
  format: 'esm',
  platform: 'node',
  target: 'node20',
  jsx: 'automatic',
  define: { 'process.env.NODE_ENV': '"production"' },
  legalComments: 'linked',
  // CommonJS dependencies load Node's built-in modules with require.
  banner: {
    js: "import { createRequire as omenRequire } from 'node:module';const require = omenRequire(import.meta.url);",
  },
})
