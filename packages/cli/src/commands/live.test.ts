import { stripVTControlCharacters } from 'node:util'
import type { LiveAnalysis, Project } from '@omen/sdk'
import { describe, expect, it } from 'vitest'
import { liveAnalysis } from '../testing/live-analysis.ts'
import { runCli, type Setting } from '../testing/run-cli.ts'
import { incident, now, period } from '../testing/samples.ts'
import { startWireServer } from '../testing/wire-server.ts'

const minute = 60_000
const begun = period({ id: 'a', val: 8.1, start: now - minute, end: now, state: 'open', sentence: 'cpu is high' })

/** A server whose first answer is quiet, and whose events say what `more` says. */
async function bench(more: Partial<LiveAnalysis> = {}) {
  const server = await startWireServer()
  const env = { OMEN_URL: server.url, OMEN_TOKEN: 'secret' }
  let isAway = false
  server.answer = ({ path, headers, query }) => {
    if (path === '/projects/shop') return { body: { success: true, project: project() } }
    if (isAway) return 'hang up'
    const hours = Number(query.get('span')) / 3_600_000
    const isStream = headers.accept === 'text/event-stream'
    return { body: liveAnalysis({ stateSentence: `Data of ${hours} hours.`, ...(isStream && more) }) }
  }
  return {
    leave: () => {
      isAway = true
    },
    live: (args: string[], setting: Setting = {}) => runCli(['live', 'shop', ...args], { ...setting, env }),
  }
}

function project(): Project {
  return {
    ...{ projectName: 'shop', owner: 'alice1', mine: true, demo: false, kind: 'custom', dataType: 'Metric' },
    ...{ samplingInterval: 1, timeZone: 'UTC', retentionDays: 90, state: 'live', stateSentence: 'Data arrives.' },
    ...{ trust: 'high', seriesCount: 30, createdAt: now, firstDataAt: now, lastDataAt: now, from: now, to: now },
    ...{ pvalue: 0.99, cvalue: 5, modelType: 'Holistic', retrainDays: 1, model: null, modelDueAt: null },
    members: [],
  }
}

/** Lets the time of --for pass as soon as a finding is written. */
function untilWritten(): Setting {
  let pass = () => {}
  const written = new Promise<void>((resolve) => {
    pass = resolve
  })
  return { onOutput: () => pass(), sleep: () => written }
}

describe('omen live in a pipe', () => {
  it('writes a line for a finding that begins, and judges it', async () => {
    const { live } = await bench({ periods: [begun] })
    const { stdout, stderr, exit } = await live(['--for', '10m', '--fail-on', 'severity>=8'], untilWritten())
    expect(stderr).toContain('shop: live. Data of')
    expect(stdout).toBe('2026-11-20 12:59  began  ■ ▲ 8.1  cpu is high\n')
    expect(exit).toBe(3)
  })

  it('writes JSON lines', async () => {
    const { live } = await bench({ periods: [begun] })
    const { json } = await live(['--for', '10m', '--json'], untilWritten())
    expect(json()).toMatchObject({ event: 'began', type: 'period', finding: { id: 'a' } })
  })

  it('passes no project that it does not reach', async () => {
    const { live, leave } = await bench()
    leave()
    const { stderr, exit } = await live(['--for', '20s'])
    expect(exit).toBe(6)
    expect(stderr).toContain('could not be reached')
  })
})

describe('omen live on a terminal', () => {
  const open = {
    periods: [begun],
    incidents: [incident({ val: 8.1, start: now - minute, state: 'open', sentence: 'cpu is high' })],
  }

  it('draws lanes and incidents as they come, and ends with q', async () => {
    const { live } = await bench(open)
    let drawn = ''
    const { exit } = await live([], {
      columns: 80,
      keys: [['1 open incident', 'q']],
      onOutput: (text) => {
        drawn += text
      },
    })
    expect(exit).toBe(0)
    expect(stripVTControlCharacters(drawn)).toMatch(/node2 ·+█+ ▲8\.1/)
  })

  it('asks for another range when its key is pressed, and stands still while it is paused', async () => {
    const { live } = await bench(open)
    const { exit } = await live([], {
      columns: 80,
      keys: [
        ['1 open incident', ' '],
        [/Paused at \d\d:00:00; space goes on/, '4'],
        [/Data of 24 hours/, '\u0003'],
      ],
    })
    expect(exit).toBe(130)
  })
})
