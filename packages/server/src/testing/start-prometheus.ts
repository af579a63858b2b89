import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { CHILD_LIMITS } from './child-limits.ts'
import { freePort } from './free-port.ts'
import { type RestartableProgram, startProgram } from './restartable-program.ts'

const [program, tool] = ['/usr/bin/prometheus', '/usr/bin/promtool']

/** Whether Debian's prometheus is there. */
export function hasPrometheus(): boolean {
  return existsSync(program) && existsSync(tool)
}

export interface TestPrometheus extends RestartableProgram {
  readonly url: string
}

/** A real Prometheus on a free loopback port that scrapes nothing and holds the samples of a text in OpenMetrics. */
export async function startPrometheus(openMetrics: string): Promise<TestPrometheus> {
  const folder = mkdtempSync(join(tmpdir(), 'omen-prometheus-'))
  const [samples, data, config] = ['samples.txt', 'data', 'prometheus.yml'].map((name) => join(folder, name))
  writeFileSync(samples!, openMetrics)
  writeFileSync(config!, 'scrape_configs: []\n')
  const made = spawnSync(tool, ['tsdb', 'create-blocks-from', 'openmetrics', samples!, data!], {
    ...CHILD_LIMITS,
    encoding: 'utf8',
  })
  if (made.status !== 0) throw new Error(`promtool failed: ${made.stderr}${made.stdout}`)
  const port = await freePort()
  const where = [`--config.file=${config}`, `--storage.tsdb.path=${data}`, `--web.listen-address=127.0.0.1:${port}`]
  const url = `http://127.0.0.1:${port}`
  const isReady = async () => (await fetch(`${url}/-/ready`)).ok
  return { ...(await startProgram([program, ...where], folder, isReady)), url }
}
