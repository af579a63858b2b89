import type { Server } from 'node:http'
import { setFlagsFromString } from 'node:v8'

/** So many bytes of bodies in a second are a load under which time is worth more than memory. */
const LOAD_BYTES = 2_000_000
const SECOND_MS = 1000
/** Without such a second for so long, the load is over. */
const CALM_SECONDS = 10

/**
 * Under a load of bodies, lets a heap grow to four times what it held before V8 collects it whole again, otherwise to twice as much: buffers of bodies
 * count as well, so that V8 did so every 150 ms and took a tenth of the processor time of all threads for it.
 */
export function growHeapUnderLoad(server: Server): void {
  let bytes = 0
  let calmFor = 0
  let isGrown = false
  const grow = (isWanted: boolean): void => {
    if (isWanted !== isGrown) setFlagsFromString(`--heap-growing-percent=${isWanted ? 300 : 100}`)
    isGrown = isWanted
  }
  setFlagsFromString('--heap-growing-percent=100')
  server.on('request', ({ headers }) => {
    bytes += Number(headers['content-length'] ?? 0)
    if (bytes > LOAD_BYTES) grow(true)
  })
  setInterval(() => {
    calmFor = bytes > LOAD_BYTES ? 0 : calmFor + 1
    bytes = 0
    if (calmFor >= CALM_SECONDS) grow(false)
  }, SECOND_MS).unref()
}
