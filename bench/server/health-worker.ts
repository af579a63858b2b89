import { Agent, get } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { parentPort, workerData } from 'node:worker_threads'
import type { HealthRecord } from './watch-health.ts'

const url = `${workerData as string}/api/v1/health`
const agent = new Agent({ keepAlive: true, maxSockets: 1 })
const record: HealthRecord = { times: [], failures: {} }
let running = true
parentPort?.once('message', () => {
  running = false
})

while (running) {
  const began = performance.now()
  const outcome = await ask()
  record.times.push(outcome === '200' ? performance.now() - began : Number.POSITIVE_INFINITY)
  if (outcome !== '200') record.failures[outcome] = (record.failures[outcome] ?? 0) + 1
  await pause(25)
}
agent.destroy()
parentPort?.postMessage(record)

/** The status of the answer, with its text where it is no 200, or the error of the connection. */
function ask(): Promise<string> {
  return new Promise((resolve) => {
    const request = get(url, { agent }, async (response) => {
      let text = ''
      for await (const chunk of response) text += chunk
      resolve(response.statusCode === 200 ? '200' : `${response.statusCode} ${text.slice(0, 200)}`)
    })
    request.once('error', (error) => resolve(error.message))
  })
}
