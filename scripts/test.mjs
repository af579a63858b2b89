// `npm test`: sets up what is missing, the browser included, then runs every check and every test.
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { findBrowser, findPostgres, orExit, projectEnvironment, projectNode, root, setUpForTests } from './setup.mjs'

orExit(setUpForTests)
const { status } = spawnSync(projectNode(), [join(root, 'scripts/verify.ts'), ...process.argv.slice(2)], {
  cwd: root,
  env: projectEnvironment({ OMEN_TEST_BROWSER: findBrowser(), OMEN_TEST_POSTGRES_BIN: findPostgres() }),
  stdio: 'inherit',
})
process.exit(status ?? 1)
