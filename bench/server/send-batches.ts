import { signedInClient } from '../../e2e/src/harness/api-client.ts'
import { watchMemory } from './memory.ts'
import { processorSeconds } from './processor.ts'
import { BENCH_PASSWORD, BENCH_USER, startServer } from './start-server.ts'

type Client = Awaited<ReturnType<typeof signedInClient>>

/** A body, or what makes it at the moment when it is sent. */
export type Body = Uint8Array<ArrayBuffer> | (() => Uint8Array<ArrayBuffer>)

export interface Bodies {
  /** What comes first is not measured: series are registered by it. */
  readonly first: readonly Body[]
  readonly measured: readonly Body[]
}

export interface Sending {
  readonly headers: Readonly<Record<string, string>>
  /** Each waits for the answer to its body before it sends the next one. */
  readonly connections: number
  /** Called after `first`. */
  begin?(): void
}

/** Sends all bodies; how many seconds the measured ones took. Throws where one is not stored whole. */
export async function sendBatches(
  url: string,
  { first, measured }: Bodies,
  { headers, connections, begin }: Sending,
): Promise<number> {
  const send = async (body: Body): Promise<void> => {
    const response = await fetch(url, { method: 'POST', body: typeof body === 'function' ? body() : body, headers })
    const text = await response.text()
    if (!response.ok || text.includes('partialSuccess')) throw new Error(`${response.status} ${text}`)
  }
  for (const body of first) await send(body)
  begin?.()
  let next = 0
  const began = performance.now()
  const connection = async (): Promise<void> => {
    while (next < measured.length) await send(measured[next++]!)
  }
  await Promise.all(Array.from({ length: connections }, connection))
  return (performance.now() - began) / 1000
}

export interface Load extends Bodies, Omit<Sending, 'begin'> {
  readonly path: string
  readonly dataType?: 'Metric' | 'Log'
  /** Minutes. */
  readonly samplingInterval: number
  /** What is to be waited for and read after the last answer. */
  after?(projects: Client['projects']): Promise<void>
}

export interface LoadRun {
  /** From the first measured body to its last answer. */
  readonly seconds: number
  /** Anonymous, of all processes; the most. */
  readonly memoryMb: number
  /** Of the server, for the measured bodies. */
  readonly processorSeconds: number
  /** Points or lines that the server has at the end. */
  readonly counted: number
}

/** Sends bodies to a project `bench` of a server of its own. */
export async function runLoad(data: string, load: Load): Promise<LoadRun> {
  const server = await startServer({ data })
  try {
    const { projects } = await signedInClient(server.origin, { userName: BENCH_USER, password: BENCH_PASSWORD })
    const { samplingInterval, dataType = 'Metric', connections } = load
    const { secret } = await projects.addCustom({ projectName: 'bench', samplingInterval, dataType })
    const memory = watchMemory(server.pid)
    let before = 0
    const seconds = await sendBatches(`${server.origin}/api/v1/ingest/${load.path}`, load, {
      headers: { ...load.headers, Authorization: `Bearer ${secret}` },
      connections,
      begin: () => {
        before = processorSeconds(server.pid)
      },
    })
    await load.after?.(projects)
    // Waits until all of them are in the tables
    const { loss } = await projects.previewRemoval('bench')
    const used = processorSeconds(server.pid) - before
    return {
      seconds,
      memoryMb: memory.stop().all,
      processorSeconds: used,
      counted: dataType === 'Log' ? loss.logLines : loss.points,
    }
  } finally {
    await server.stop()
  }
}
