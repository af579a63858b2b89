import { type ChildProcess, spawn } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'

/** Listens for messages of others on a port of loopback, as `/dev/log` is the system's. */
export async function startRsyslog(folder: string, port: number, configuration: string): Promise<ChildProcess> {
  const file = join(folder, 'rsyslog.conf')
  const lines = [
    `global(workDirectory="${folder}")`,
    'module(load="imtcp")',
    `input(type="imtcp" port="${port}" address="127.0.0.1")`,
  ]
  await writeFile(file, [...lines, configuration, ''].join('\n'))
  const child = spawn('rsyslogd', ['-n', '-f', file, '-i', join(folder, 'rsyslogd.pid')], { stdio: 'inherit' })
  for (const until = Date.now() + 30_000; Date.now() < until; ) {
    if (child.exitCode !== null)
      throw new Error(`rsyslogd ended with ${child.exitCode}: ${await readFile(file, 'utf8')}`)
    if (await isListening(port)) return child
    await new Promise((done) => setTimeout(done, 100))
  }
  throw new Error('rsyslogd does not listen')
}

async function isListening(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.once('error', () => resolve(false))
    socket.once('connect', () => {
      socket.destroy()
      resolve(true)
    })
  })
}

/** Sends messages to it, as other machines do. */
export async function log(port: number, texts: readonly string[]): Promise<void> {
  const second = new Date().toISOString().slice(0, 'yyyy-mm-ddThh:mm:ss'.length)
  const at = (k: number): string => `${second}.${String(1 + k).padStart(6, '0')}Z`
  const socket = connect(port, '127.0.0.1')
  socket.end(texts.map((text, k) => `<14>1 ${at(k)} web1 shop 17 - - ${text}\n`).join(''))
  await new Promise<void>((resolve, reject) => {
    socket.resume()
    socket.once('close', () => resolve())
    socket.once('error', reject)
  })
}

/** Ends it, and waits until it has ended. */
export async function end(child: ChildProcess | undefined): Promise<void> {
  if (child === undefined || child.exitCode !== null) return
  const ended = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGTERM')
  await ended
}
