// `npm run -s omen -- …`: the command line from the repository, after `npm run setup`.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { projectNode, root } from './setup.mjs'

const main = join(root, 'packages/cli/src/main.ts')
if (!existsSync(join(root, 'node_modules/.bin'))) {
  console.error('omen: run "npm run setup" first.')
  process.exit(1)
}
// npm runs this in the repository's folder; the user's files are named from where the user stands.
const { status, signal } = spawnSync(projectNode(), [main, ...process.argv.slice(2)], {
  cwd: process.env.INIT_CWD ?? process.cwd(),
  stdio: 'inherit',
})
process.exit(status ?? (signal ? 1 : 0))
