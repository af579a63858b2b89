// `npm run -s omen -- …` and `npm run -s omen-server -- …`: the programs from the repository, after `npm run setup`.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { projectNode, root, serverProcess } from './setup.mjs'

const name = process.env.npm_lifecycle_event === 'omen-server' ? 'omen-server' : 'omen'
const main = join(root, name === 'omen' ? 'packages/cli/src/main.ts' : 'packages/server/src/main.ts')
if (!existsSync(join(root, 'node_modules/.bin'))) {
  console.error(`${name}: run "npm run setup" first.`)
  process.exit(1)
}
// npm runs this in the repository's folder; the user's files are named from where the user stands. The data folder of the
// server is the one that `npm start` uses.
const { flags, env } = name === 'omen' ? { flags: [] } : serverProcess()
const { status, signal } = spawnSync(projectNode(), [...flags, main, ...process.argv.slice(2)], {
  cwd: process.env.INIT_CWD ?? process.cwd(),
  env: { OMEN_DATA: join(root, '.omen'), ...env, ...process.env },
  stdio: 'inherit',
})
process.exit(status ?? (signal ? 1 : 0))
