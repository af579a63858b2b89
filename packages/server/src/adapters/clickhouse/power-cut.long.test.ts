import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { bestDisk, createDisk, whyNoDisk } from '../../testing/crash/create-disk.ts'
import type { Disk } from '../../testing/crash/disk.ts'

const script = fileURLToPath(new URL('../../testing/crash/point-writer-process.ts', import.meta.url))
const CUTS = 3
const TIMEOUT = CUTS * 120_000

type Line = [kind: string, name: string | number, rows: number]

describe.skipIf(whyNoDisk(bestDisk()) !== undefined)('the embedded point store', () => {
  let disk: Disk
  beforeAll(() => {
    disk = createDisk()
  })
  afterAll(() => disk?.close())

  it(`has all that it acknowledged, of files and live, after ${CUTS} power cuts`, { timeout: TIMEOUT }, async () => {
    const datasets = new Map<string, number>()
    const live = new Map<number, number>()
    for (let round = 0; round <= CUTS; round++) {
      const found = await liveUntilCut(disk, round, [...datasets.keys()])
      const foundRows = (kind: string) =>
        new Map(found.before.filter(([is]) => is === kind).map(([, name, rows]) => [name, rows]))
      expect(Object.fromEntries(foundRows('found'))).toEqual(Object.fromEntries(datasets))
      const foundLive = foundRows('found-live')
      for (const [sender, rows] of live) expect(foundLive.get(sender)).toBeGreaterThanOrEqual(rows)
      for (const [kind, name, rows] of found.acknowledged)
        if (kind === 'dataset') datasets.set(String(name), rows)
        else live.set(Number(name), rows)
    }
    expect(datasets.size).toBeGreaterThan(CUTS)
    expect(live.size).toBe(8)
  })
})

/** Starts a writer, cuts the power while it writes, and gives what it found at its start and what it acknowledged after. */
async function liveUntilCut(disk: Disk, round: number, datasets: readonly string[]) {
  const args = [script, join(disk.folder, 'points'), String(round)]
  const writer = spawn(process.execPath, args, {
    env: { ...process.env, ...disk.environment },
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const closed = once(writer, 'close')
  writer.stdin.end(datasets.join('\n'))
  const before: Line[] = []
  const acknowledged: Line[] = []
  let isReady = false
  for await (const text of createInterface({ input: writer.stdout })) {
    const line = JSON.parse(text) as Line
    if (line[0] === 'ready') isReady = true
    else (isReady ? acknowledged : before).push(line)
    // Datasets come one by one, live points eight in a commit: some of both are then on their way.
    if (acknowledged.length === 60 + 7 * round) {
      disk.cut()
      writer.kill('SIGKILL')
    }
  }
  await closed
  await disk.restore()
  return { before, acknowledged }
}
