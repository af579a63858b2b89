import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { build, type Plugin } from 'esbuild'
import type { Measurement } from '../budget.ts'
import { engineSources, type Override, withConstants } from './with-constants.ts'

/** Figures by name. */
export type Figures = Readonly<Record<string, number>>

const run = promisify(execFile)

/**
 * What `measure` of a module of this folder returns while some constants of the engine have other values. Throws Error for a constant
 * that is not there.
 */
export async function measureWith(module: string, overrides: readonly Override[]): Promise<Figures> {
  return (await runWith({ module, exported: 'measure' }, overrides)) as Figures
}

/** A table of `bench/detection`, likewise; what is no number is absent there. */
export async function tableWith(table: string, overrides: readonly Override[]): Promise<Measurement[]> {
  return (await runWith({ module: `../detection/${table}.ts`, exported: 'run' }, overrides)) as Measurement[]
}

/** A module is bundled with an engine in which constants are replaced, and runs in a process of its own. */
async function runWith(
  { module, exported }: { module: string; exported: string },
  overrides: readonly Override[],
): Promise<unknown> {
  const folder = mkdtempSync(join(tmpdir(), 'omen-constants-'))
  const outfile = join(folder, 'measure.mjs')
  try {
    await build({
      stdin: {
        contents: `import { ${exported} } from ${JSON.stringify(resolve(import.meta.dirname, module))}
process.stdout.write(JSON.stringify(await ${exported}()))`,
        resolveDir: import.meta.dirname,
      },
      outfile,
      bundle: true,
      platform: 'node',
      format: 'esm',
      logLevel: 'silent',
      plugins: [replaceConstants(overrides)],
    })
    const { stdout } = await run(process.execPath, [outfile], { maxBuffer: 2 ** 26 })
    return JSON.parse(stdout)
  } catch (cause) {
    // Its message names folders of this machine, and messages are kept in results
    throw new Error(`${basename(module)} could not be measured with other constants`, { cause })
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function replaceConstants(overrides: readonly Override[]): Plugin {
  const byFile = Map.groupBy(overrides, ({ file }) => join(engineSources, file))
  return {
    name: 'replace-constants',
    setup({ onLoad }) {
      onLoad({ filter: /\.ts$/ }, ({ path }) => {
        const text = withConstants(readFileSync(path, 'utf8'), byFile.get(path) ?? [])
        // Data is found from the folder of the source, not of the bundle
        return { contents: text.replaceAll('import.meta.dirname', JSON.stringify(dirname(path))), loader: 'ts' }
      })
    },
  }
}
