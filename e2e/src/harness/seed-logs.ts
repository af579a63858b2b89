import type { Omen } from '../../../packages/sdk/src/index.ts'

const MINUTE_MS = 60_000

/** A line every second from two nodes, a heartbeat every half minute; a burst of refusals and a new message after two thirds of the time. */
export function logLines(from: number, minutes: number): string[] {
  const lines: string[] = []
  const at = (ms: number) => new Date(from + ms).toISOString()
  const burstAt = Math.floor((minutes * 2) / 3) * MINUTE_MS
  for (let ms = 0; ms < minutes * MINUTE_MS; ms += 1000) {
    const n = ms / 1000
    const node = `node${1 + (n % 2)}`
    lines.push(`${at(ms)} INFO web[${node}] GET /items/${100 + (n % 37)} took ${20 + ((n * 7919) % 31)} ms`)
    if (n % 30 === 0) lines.push(`${at(ms)} INFO web[${node}] Heartbeat sent`)
    if (n % 45 === 7)
      lines.push(`${at(ms)} WARN orders[${node}] payment for order ${50_000 + n} declined: insufficient funds`)
    if (ms === burstAt)
      for (let k = 0; k < 400; k++)
        lines.push(`${at(ms + k)} ERROR db[node1] connection to 10.0.0.${k % 9}:5432 refused after ${30 + (k % 50)} ms`)
    if (ms === burstAt + MINUTE_MS) lines.push(`${at(ms)} ERROR orders[node2] 内存不足 <b>disk</b> full on volume 3`)
  }
  return lines
}

/** A project for logs with lines up to now, by its name; the key that its lines are sent with. */
export async function seedLogProject(omen: Omen, api: string, projectName: string, minutes = 60): Promise<string> {
  const { secret } = await omen.projects.addLog({ projectName, samplingInterval: 1 })
  const now = Math.floor(Date.now() / 1000) * 1000
  await sendLines(api, secret, logLines(now - minutes * MINUTE_MS, minutes))
  return secret
}

export async function sendLines(api: string, secret: string, lines: readonly string[]): Promise<void> {
  const answer = await fetch(`${api}ingest/logs`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${secret}`, 'Content-Type': 'text/plain' },
    body: lines.join('\n'),
  })
  if (!answer.ok) throw new Error(`the lines were answered ${answer.status}: ${await answer.text()}`)
}
