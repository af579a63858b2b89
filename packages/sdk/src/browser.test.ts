import { gzipSync } from 'node:zlib'
import { build } from 'esbuild'
import { describe, expect, it } from 'vitest'

async function bundle(entry: string) {
  const options = {
    bundle: true,
    minify: true,
    write: false,
    format: 'esm',
    platform: 'browser',
    logLevel: 'silent',
  } as const
  return build({ ...options, entryPoints: [new URL(entry, import.meta.url).pathname] })
}

describe('the client in a page', () => {
  it('needs no Node module', async () => {
    await expect(bundle('./index.ts')).resolves.toMatchObject({ errors: [], warnings: [] })
    await expect(bundle('./rules/index.ts')).resolves.toMatchObject({ errors: [], warnings: [] })
    await expect(bundle('./node/index.ts')).rejects.toThrow('node:')
  })

  it('takes at most 16 kB of the first load, the rules 5 kB', async () => {
    const bytes = async (entry: string) => gzipSync((await bundle(entry)).outputFiles[0]!.contents).length
    expect(await bytes('./index.ts')).toBeLessThan(16_000)
    expect(await bytes('./rules/index.ts')).toBeLessThan(5_000)
  })
})
