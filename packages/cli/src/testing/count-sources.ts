/**
 * Counts the source files of the repository that a run of the program loads, and prints the count on stderr at its end:
 *
 *   node --import ./packages/cli/src/testing/count-sources.ts packages/cli/src/main.ts detect day.csv --model checkout
 */
import { registerHooks } from 'node:module'

const loaded = new Set<string>()

registerHooks({
  load(url, context, nextLoad) {
    if (url.startsWith('file:') && !url.includes('/node_modules/')) loaded.add(url)
    return nextLoad(url, context)
  },
})

process.on('exit', () => {
  const byPackage = Map.groupBy(loaded, (url) => /\/packages\/(\w+)\//.exec(url)?.[1] ?? 'others')
  const counts = [...byPackage].map(([name, urls]) => `${urls.length} of ${name}`)
  process.stderr.write(`${loaded.size} source files loaded: ${counts.join(', ')}\n`)
})
