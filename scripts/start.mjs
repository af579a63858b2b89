// `npm start`: sets up what is missing, then runs the server with its embedded stores and the page.
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { orExit, projectEnvironment, projectNode, root, setUp } from './setup.mjs'

orExit(setUp)
const server = spawn(projectNode(), [join(root, 'packages/server/src/main.ts'), ...process.argv.slice(2)], {
  cwd: root,
  env: projectEnvironment(),
  stdio: 'inherit',
})
// The terminal sends Ctrl-C to both; this process only waits, so that the server can stop in order.
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => signal === 'SIGTERM' && server.kill(signal))
server.on('exit', (code, signal) => process.exit(code ?? (signal ? 1 : 0)))
