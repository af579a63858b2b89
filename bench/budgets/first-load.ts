import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { type Budget, CannotMeasure } from '../budget.ts'

const dist = join(import.meta.dirname, '../../packages/web/dist')

export const firstLoad: Budget = {
  name: 'first-load',
  title: 'First load of the page',
  async run() {
    const page = join(dist, 'index.html')
    if (!existsSync(page)) throw new CannotMeasure('The page is not built: run `pnpm build` first.')
    const scripts = withStaticImports(entryScripts(readFileSync(page, 'utf8')))
    const bytes = [...scripts].reduce((sum, path) => sum + gzipSync(readFileSync(path), { level: 6 }).length, 0)
    return [
      {
        what: 'script, gzip',
        unit: 'kB',
        measured: bytes / 1000,
        goal: { atMost: 250 },
        note: `${scripts.size} files: what index.html names and all that those import statically`,
      },
    ]
  },
}

/** Scripts and preloaded modules that the page names. */
export function entryScripts(html: string): string[] {
  const tags = html.match(/<(?:script|link)\b[^>]*>/g) ?? []
  const loaded = tags.filter((tag) => tag.startsWith('<script') || /rel="modulepreload"/.test(tag))
  return loaded.flatMap((tag) => /(?:src|href)="([^"]+)"/.exec(tag)?.[1] ?? []).map((path) => join(dist, path))
}

/** Modules that a built module imports before it runs; `import()` is not among them. */
export function staticImports(code: string): string[] {
  const pattern = /(?:^|[;}\s])(?:import|export)\s*(?:[\w$*{}\s,]+?from\s*)?"(\.{1,2}\/[^"]+)"/g
  return [...code.matchAll(pattern)].map((match) => match[1]!)
}

function withStaticImports(entries: string[]): Set<string> {
  const seen = new Set<string>()
  const open = [...entries]
  for (let path = open.pop(); path !== undefined; path = open.pop()) {
    if (seen.has(path)) continue
    seen.add(path)
    for (const imported of staticImports(readFileSync(path, 'utf8'))) open.push(join(dirname(path), imported))
  }
  return seen
}
