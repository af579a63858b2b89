import { ApiProblem, type Omen } from '../../../packages/sdk/src/index.ts'

const NAME = 'web-shop'
const MINUTE_MS = 60_000
const SAMPLES = 120
const INSTANCES = ['web1', 'web2', 'web3']

/** A project with two hours of metrics of three instances; its name. */
export async function seedProject(omen: Omen, api: string): Promise<string> {
  try {
    return (await omen.projects.get(NAME)).projectName
  } catch (error) {
    if (!(error instanceof ApiProblem && error.code === 'NOT_FOUND')) throw error
  }
  const { secret } = await omen.projects.addCustom({ projectName: NAME, samplingInterval: 1 })
  const now = Math.floor(Date.now() / MINUTE_MS) * MINUTE_MS
  const points = Array.from({ length: SAMPLES }, (_, sample) =>
    INSTANCES.flatMap((instance, index) => {
      const wave = Math.sin(sample / 9 + index)
      const time = now - (SAMPLES - 1 - sample) * MINUTE_MS
      return [
        { metric: 'cpu', instance, unit: '%', time, value: 30 + 8 * wave + index },
        { metric: 'requests', instance, unit: '1/s', time, value: 210 + 40 * wave },
        { metric: 'latency', instance, unit: 'ms', time, value: 24 - 5 * wave + index },
      ]
    }),
  ).flat()
  const answer = await fetch(`${api}ingest/points`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${secret}`, 'Content-Type': 'application/json' },
    body: JSON.stringify(points),
  })
  if (!answer.ok) throw new Error(`the points of ${NAME} were answered ${answer.status}: ${await answer.text()}`)
  return NAME
}
