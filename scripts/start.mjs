// `npm start`: sets up what is missing, then runs the server with its embedded stores and the page.
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { orExit, projectEnvironment, projectNode, root, serverProcess, setUp } from './setup.mjs'

orExit(setUp)
const { flags, env } = serverProcess()
const server = spawn(projectNode(), [...flags, join(root, 'packages/server/src/main.ts'), ...process.argv.slice(2)], {
  cwd: root,
  env: { ...env, ...projectEnvironment() },
  stdio: 'inherit',
})
// The terminal sends Ctrl-C to both; this process only waits, so that the server can stop in order.
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => signal === 'SIGTERM' && server.kill(signal))
// A signal to npm alone ends only the shell between: its end is the sign to stop the server.
const parent = process.ppid
if (process.env.npm_lifecycle_event === 'start')
  setInterval(() => process.ppid !== parent && server.kill('SIGTERM'), 500).unref()
server.on('exit', (code, signal) => process.exit(code ?? (signal ? 1 : 0)))
