// Ends a build in a sentence if the repository is not set up: its first import would end in a stack trace. Plain JavaScript
// without dependencies, like the set-up itself.
import { existsSync } from 'node:fs'

const root = new URL('../', import.meta.url)
const NEEDED = ['node_modules/esbuild', 'node_modules/typescript', 'packages/sdk/src/generated/api.ts']
if (!NEEDED.every((path) => existsSync(new URL(path, root)))) {
  console.error('This repository is not set up: run "npm run setup" in its root folder first.')
  process.exit(1)
}
