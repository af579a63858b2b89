import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'esbuild'
import { expect, it } from 'vitest'

const source = join(import.meta.dirname, '../..')

/** Components of Mantine whose styles are named in the code of the page. */
async function styledComponents(): Promise<string[]> {
  const { metafile } = await build({
    entryPoints: [join(source, 'main.tsx')],
    outdir: 'page',
    bundle: true,
    splitting: true,
    format: 'esm',
    write: false,
    metafile: true,
    jsx: 'automatic',
    define: { 'process.env.NODE_ENV': '"production"', 'import.meta.env': '{}' },
  })
  const parts = Object.values(metafile.outputs).flatMap(({ inputs }) => Object.entries(inputs))
  const names = parts.flatMap(([path, { bytesInOutput }]) => {
    const name = /@mantine\/core\/esm\/.*?(\w+)\.module\.(?:css\.)?mjs$/.exec(path)?.[1]
    return name !== undefined && bytesInOutput > 0 ? [name] : []
  })
  return [...new Set(names)].sort()
}

it('loads the styles of the components that the page uses, and no others', async () => {
  const imports = readFileSync(join(import.meta.dirname, 'mantine.css'), 'utf8')
  const loaded = [...imports.matchAll(/styles\/([A-Z]\w*)\.css/g)].map(([, name]) => name)
  expect(loaded.sort()).toEqual(await styledComponents())
})
