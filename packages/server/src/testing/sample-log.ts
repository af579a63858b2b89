const START = Date.UTC(2026, 2, 2, 8)
const SECOND = 1000

/**
 * Two hours of a shop: requests in a fixed order, a heartbeat twice a minute; then a message that is new, one that is rare, a flood, a heartbeat
 * that stops, an order that is broken, and a number far from the others.
 */
export function sampleLog(): string {
  const lines: [seconds: number, text: string][] = []
  for (let s = 0; s < 7200; s++) {
    if (s % 3 === 0) {
      const id = 1000 + s
      lines.push([s, `INFO shop: order ${id} received`])
      lines.push([s, `INFO shop: order ${id} priced in ${20 + ((s * 7919) % 31)} ms`])
      lines.push([s, `INFO shop: order ${id} confirmed`])
    }
    if (s % 30 === 0 && s < 5400) lines.push([s, 'INFO timer: heartbeat of scheduler'])
    if (s === 2500 || s === 5000) lines.push([s, `WARN timer: clock moved back by ${s % 7} ms, waiting`])
    if (s === 6000) lines.push([s, 'ERROR disk: volume data-7 is full, writing failed'])
    if (s === 6301) lines.push([s, 'INFO shop: order 9999 priced in 90000 ms'])
    if (s === 6601) lines.push([s, 'INFO shop: order 8888 confirmed'], [s, 'INFO shop: order 8888 received'])
    if (s === 6900)
      for (let k = 0; k < 400; k++) lines.push([s, `WARN login: password of user${1000 + k * 37} refused`])
  }
  return lines.map(([s, text]) => `${new Date(START + s * SECOND).toISOString()} ${text}\n`).join('')
}
