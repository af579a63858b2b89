import { readFile } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'
import { type Api, signIn } from './api.ts'
import { BENCH_PASSWORD, type BenchServer } from './start-server.ts'

/** A new account, by way of the code that the server prints where it has no mail server. */
export async function signUp(server: BenchServer, userName: string): Promise<Api> {
  const emailOrMobile = `${userName}@example.com`
  await post(server.origin, 'get-signup-code', { emailOrMobile, userName })
  const vcode = await printedCode(server.logFile, emailOrMobile)
  await post(server.origin, 'signup', { userName, password: BENCH_PASSWORD, emailOrMobile, vcode })
  return signIn(server.origin, userName)
}

async function post(origin: string, operation: string, body: Record<string, string>): Promise<void> {
  const headers = { 'content-type': 'application/json' }
  const response = await fetch(`${origin}/api/v1/${operation}`, { method: 'POST', headers, body: JSON.stringify(body) })
  if (!response.ok) throw new Error(`${operation} answered ${response.status}: ${await response.text()}`)
}

async function printedCode(logFile: string, address: string): Promise<string> {
  const mail = new RegExp(`Mail to ${address}.*\\n(\\d{6}) `)
  for (let attempt = 0; attempt < 100; attempt++) {
    const code = mail.exec(await readFile(logFile, 'utf8'))?.[1]
    if (code) return code
    await pause(50)
  }
  throw new Error(`no mail to ${address} was printed`)
}
