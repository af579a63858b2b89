import { Agent, get } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { parentPort, workerData } from 'node:worker_threads'

const url = `${workerData as string}/api/v1/health`
const agent = new Agent({ keepAlive: true, maxSockets: 1 })
const times: number[] = []
let running = true
parentPort?.once('message', () => {
  running = false
})

while (running) {
  times.push(await timeOfAnswer())
  await pause(25)
}
agent.destroy()
parentPort?.postMessage(times)

function timeOfAnswer(): Promise<number> {
  const began = performance.now()
  return new Promise((resolve) => {
    const request = get(url, { agent }, (response) => {
      response.resume()
      response.once('end', () =>
        resolve(response.statusCode === 200 ? performance.now() - began : Number.POSITIVE_INFINITY),
      )
    })
    request.once('error', () => resolve(Number.POSITIVE_INFINITY))
  })
}
