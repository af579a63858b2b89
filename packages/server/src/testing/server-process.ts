import { type ChildProcess, spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { createTestClient, type TestClient } from './test-client.ts'

const PASSWORD = 'Right_pass1'

/** The real `omen-server` in a process of its own, on a free port. */
export interface ServerProcess {
  readonly api: string
  readonly process: ChildProcess
  admin(): Promise<TestClient>
  /** Ends it as a power cut would. */
  kill(): Promise<void>
  /** Ends it as an operator would; returns its exit code. */
  stop(): Promise<number | null>
}

export async function startServerProcess(data: string, env: Record<string, string> = {}): Promise<ServerProcess> {
  const child = spawn(process.execPath, [fileURLToPath(new URL('../main.ts', import.meta.url))], {
    env: { ...process.env, ...QUIET, OMEN_DATA: data, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve))
  const address = await readAddress(child)
  const api = `${address}/api/v1/`
  return {
    api,
    process: child,
    admin: () => signIn(api),
    async kill() {
      child.kill('SIGKILL')
      await ended
    },
    async stop() {
      child.kill('SIGTERM')
      return ended
    },
  }
}

const QUIET = {
  OMEN_PORT: '0',
  OMEN_DEMO: 'false',
  OMEN_LOG_LEVEL: 'error',
  OMEN_ADMIN_PASSWORD: PASSWORD,
  OMEN_PASSWORD_MEMORY_KIB: '1024',
  OMEN_PASSWORD_PASSES: '1',
}

function readAddress(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = ''
    child.stdout!.on('data', (chunk: Buffer) => {
      text += chunk.toString()
      const address = / at (http:\S+)/.exec(text)?.[1]
      if (address) resolve(address)
    })
    child.once('exit', (code) => reject(new Error(`the server ended with ${code}: ${text}`)))
  })
}

async function signIn(api: string): Promise<TestClient> {
  const answer = await createTestClient(api).post('login-check', { userName: 'admin01', password: PASSWORD })
  if (answer.status !== 200) throw new Error(`could not sign in: ${JSON.stringify(answer.body)}`)
  const cookie = (answer.headers.get('set-cookie') ?? '').split(';')[0]!
  return createTestClient(api, { userName: 'admin01', cookie, csrf: answer.body.token })
}
