import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { makeHome, type Ran, runCli, type Setting } from '../../testing/run-cli.ts'

const START = Date.UTC(2024, 0, 2)
const SECOND = 1000

/** Forty minutes of requests every second and a heartbeat every half minute; then a flood, an outlying number, a new message and silence. */
function writeLog(calm: boolean): string {
  const lines: [number, string][] = []
  for (let s = 0; s < 2400; s++) {
    const took = 20 + ((s * 7919) % 31)
    lines.push([s, `Request ${s} took ${!calm && s === 2000 ? 9000 : took} ms`])
    if (s % 30 === 0 && (calm || s < 1500)) lines.push([s, 'Heartbeat sent'])
    if (!calm && s === 1700) lines.push([s, 'Disk full on volume 3'])
    if (!calm && s === 1800) for (let i = 0; i < 200; i++) lines.push([s, `Login of user u${i}x refused`])
  }
  return lines.map(([s, text]) => `${new Date(START + s * SECOND).toISOString()} INFO app.Main: ${text}\n`).join('')
}

async function findingsOf(content: string | Buffer, more: string[] = [], name = 'app.log'): Promise<Ran> {
  const path = join(await makeHome(), name)
  await writeFile(path, content)
  return runCli(['logs', 'findings', path, ...more])
}

type FindingsReport = {
  findings: { kind: string; line: number; template: string; example: string; probability: number }[]
}

describe('omen logs findings', () => {
  it('lists anomalies with time, line, probability and template, the least probable first', async () => {
    const { exit, stdout, stderr } = await findingsOf(writeLog(false))
    expect(exit).toBe(0)
    expect(stderr).toContain('template')
    expect(stdout).toMatch(/^\d+ findings: 2 new, /)
    expect(stdout).toMatch(/01-02 00:24:30 +\d,\d{3} +cold +\S+ +30 beats of 30s missed +Heartbeat sent/)
    expect(stdout).toMatch(/value +\S+ +9,000, usually \d\d +Request <\*> took <\*> ms/)
    expect(stdout).toMatch(/01-02 00:28:20 +1,752 +new +\S+ +never before +Disk full on volume <\*>/)
  })

  it('fits the terminal', async () => {
    const path = join(await makeHome(), 'app.log')
    await writeFile(path, writeLog(false))
    const { stdout } = await runCli(['--no-color', 'logs', 'findings', path], { columns: 80 })
    const lines = stdout.trimEnd().split('\n')
    expect(lines.length).toBeGreaterThan(5)
    expect(lines.filter((line) => line.length > 80)).toEqual([])
    expect(stdout).toContain('Heartbeat')
  })

  it('writes everything as JSON, with an example line', async () => {
    const { findings } = (await findingsOf(writeLog(false), ['--json'])).json() as FindingsReport
    const found = findings.find(({ kind }) => kind === 'new')
    expect(found).toMatchObject({ line: 1752, template: 'Disk full on volume <*>' })
    expect(found?.example).toBe('2024-01-02T00:28:20.000Z INFO app.Main: Disk full on volume 3')
    expect(findings.map(({ probability }) => probability)).toEqual(
      findings.map(({ probability }) => probability).sort((a, b) => a - b),
    )
  })

  it('writes CSV into a file', async () => {
    const out = join(await makeHome(), 'findings.csv')
    const { exit, stdout, stderr } = await findingsOf(writeLog(false), ['--out', out])
    expect({ exit, stdout }).toEqual({ exit: 0, stdout: '' })
    expect(stderr).toContain(`in ${out}.`)
    const [head, ...rows] = (await readFile(out, 'utf8')).trimEnd().split('\n')
    expect(head).toBe('line,kind,start,end,events,probability,by_chance,observed,usual,template_id,template,example')
    expect(rows.find((row) => row.startsWith('1752,new,'))).toContain(`,${START + 1700 * SECOND},`)
  })

  it('keeps control characters of lines out of CSV', async () => {
    const log = writeLog(false).replace('Disk full', '\u001b[31mDisk full')
    const { stdout } = await findingsOf(log, ['--format', 'csv'])
    expect(stdout).toContain('\\u001b[31mDisk full')
    expect(stdout).not.toContain('\u001b')
  })

  it('finds less at a lower sensitivity', async () => {
    const count = async (n: number): Promise<number> =>
      ((await findingsOf(writeLog(false), ['--json', '--sensitivity', String(n)])).json() as FindingsReport).findings
        .length
    const counts = [await count(1), await count(3), await count(5)]
    expect(counts[0]).toBeGreaterThan(0)
    expect(counts).toEqual([...counts].sort((a, b) => a - b))
    expect(new Set(counts).size).toBeGreaterThan(1)
  })

  it('exits with 3 where the rule is met, with 0 where not', async () => {
    expect((await findingsOf(writeLog(false), ['--fail-on', 'probability<1e-9'])).exit).toBe(3)
    expect((await findingsOf(writeLog(false), ['--fail-on', 'new'])).exit).toBe(3)
    expect((await findingsOf(writeLog(false), ['--fail-on', 'findings>500'])).exit).toBe(0)
    expect((await findingsOf(writeLog(true), ['--fail-on', 'probability<1e-9'])).exit).toBe(0)
    expect((await findingsOf(writeLog(true), ['--fail-on', 'any', '--sensitivity', '1'])).exit).toBe(0)
  })

  it('rejects invalid rules and sensitivities', async () => {
    for (const rule of ['probability>1e-3', 'findings', 'probability<2', 'probability<x', 'loud'])
      expect((await findingsOf('a\n', ['--fail-on', rule])).exit).toBe(2)
    for (const n of ['0', '6', '2.5']) expect((await findingsOf('a\n', ['--sensitivity', n])).exit).toBe(2)
  })

  it('reads standard input and .gz alike', async () => {
    const log = writeLog(false)
    const expected = ((await findingsOf(log, ['--json'])).json() as FindingsReport).findings
    const fromPipe = await runCli(['logs', 'findings', '-', '--json'], { input: log } satisfies Setting)
    expect((fromPipe.json() as FindingsReport).findings).toEqual(expected)
    const packed = await findingsOf(gzipSync(log), ['--json'], 'app.log.gz')
    expect((packed.json() as FindingsReport).findings).toEqual(expected)
  })

  it('reports that bare messages are not searched for hot and cold templates', async () => {
    const lines = Array.from({ length: 2000 }, (_, i) => (i === 1800 ? 'Disk full' : `Request ${i}`))
    const { exit, stdout, stderr } = await findingsOf(lines.join('\r\n'))
    expect(exit).toBe(0)
    expect(stderr).toContain('no recognised timestamps')
    expect(stdout).toMatch(/– +1,801 +new .*Disk full/)
  })

  it('handles an empty file, one line, one repeated message, and times that repeat or go back', async () => {
    expect(await findingsOf('')).toMatchObject({
      exit: 0,
      stdout: 'No anomalies.\n',
      stderr: 'The log is empty: it has no lines to find anomalies in.\n',
    })
    expect((await findingsOf('ready')).stdout).toBe('No anomalies.\n')
    expect((await findingsOf('ready\n'.repeat(5000))).stdout).toBe('No anomalies.\n')
    const at = (s: number): string => new Date(START + s * SECOND).toISOString()
    const back = Array.from({ length: 500 }, (_, i) => `${at(i < 300 ? i % 2 : 300 - i)} INFO a: Request ${i}`)
    expect(await findingsOf(back.join('\n'))).toMatchObject({ exit: 0, stdout: 'No anomalies.\n' })
  })

  it('bridges months without a line', async () => {
    const late = writeLog(true).replaceAll('2024-01-02', '2024-09-02')
    const { exit, stdout } = await findingsOf(writeLog(true) + late)
    expect(exit).toBe(0)
    expect(stdout).toMatch(/cold .*Heartbeat sent/)
  })

  it('handles a line of 10 MB and extreme numbers', async () => {
    const lines = Array.from({ length: 300 }, (_, i) => `took ${i % 9} ms, ${'9'.repeat(i === 290 ? 400 : 2)} left`)
    const { exit, stderr } = await findingsOf(`${lines.join('\n')}\n${'a'.repeat(10_000_000)}!\n`)
    expect(exit).toBe(0)
    expect(stderr).toContain('1 line longer than 64 KiB')
  })

  it('rejects binary, missing and damaged files', async () => {
    expect((await findingsOf(Buffer.from([0x7f, 0x45, 0, 0, 10, 0]))).stderr).toContain('not a text file')
    expect((await runCli(['logs', 'findings', '/no/such.log'])).exit).toBe(1)
    expect((await findingsOf('not packed', [], 'bad.log.gz')).exit).toBe(1)
  })
})
