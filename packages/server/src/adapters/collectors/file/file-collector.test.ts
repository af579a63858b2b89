import {
  appendFileSync,
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  truncateSync,
  unlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Clock } from '../../../ports/clock.ts'
import type { CollectedLine } from '../../../ports/collector.ts'
import { systemClock } from '../../clock/system-clock.ts'
import { openFileCollector } from './open-file-collector.ts'

const never = new AbortController().signal
const STEP_MS = 60_000
let [root, folder] = ['', '']

beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'omen-logs-')))
  folder = join(root, 'shop')
  mkdirSync(folder)
})
afterEach(() => rmSync(root, { recursive: true }))

/** The server's time runs ahead, so that what was just written is settled. */
const clock: Clock = { ...systemClock, now: () => Date.now() + 5000 }

/** Follows as the loop does: what comes is stored, then the cursor. `crashAfter` batches with lines, the cursor of the last one is not. */
class Following {
  readonly lines: CollectedLine[] = []
  cursor: unknown
  readonly path: string
  readonly clock: Pick<Clock, 'now'>

  constructor(path = join(folder, '*.log'), ownClock: Pick<Clock, 'now'> = clock) {
    this.path = path
    this.clock = ownClock
  }

  async poll({ since = 0, crashAfter = Infinity } = {}): Promise<CollectedLine[]> {
    const collector = openFileCollector({ path: this.path }, { logFolders: [folder], clock: this.clock })
    const before = this.lines.length
    const window = { from: since, to: Date.now(), stepMs: STEP_MS }
    let batches = 0
    for await (const { lines = [], cursor } of collector.collect(window, structuredClone(this.cursor), never)) {
      this.lines.push(...lines)
      if (lines.length > 0 && ++batches === crashAfter) break
      this.cursor = cursor
    }
    return this.lines.slice(before)
  }
}

const texts = (lines: readonly CollectedLine[]) => lines.map(({ line }) => line)
/** By which storing knows a line again; see `LogStore.appendLogs`. */
const identity = ({ time, nanos, instance, service, line }: CollectedLine) =>
  [time, nanos, instance, service, line].join('\n')

const at = (second: number) => `2026-11-23 10:00:${String(second).padStart(2, '0')}`
const file = (name: string) => join(folder, name)
const write = (name: string, ...lines: string[]) =>
  appendFileSync(file(name), lines.map((line) => `${line}\n`).join(''))

describe('following files', () => {
  it('reads what is appended, each line once, with its time, level and service', async () => {
    const following = new Following()
    write('checkout.log', `${at(1)} INFO order 1`, `${at(2)} ERROR order 2 failed`)
    expect(await following.poll()).toMatchObject([
      { time: Date.parse('2026-11-23T10:00:01Z'), severity: 9, service: 'checkout', line: `${at(1)} INFO order 1` },
      { time: Date.parse('2026-11-23T10:00:02Z'), severity: 17, line: `${at(2)} ERROR order 2 failed` },
    ])
    expect(await following.poll()).toEqual([])
    write('checkout.log', `${at(3)} INFO order 3`)
    expect(texts(await following.poll())).toEqual([`${at(3)} INFO order 3`])
  })

  it('starts at the end of files that are older than the project, and at the beginning of others', async () => {
    const following = new Following()
    write('old.log', `${at(1)} before`)
    appendFileSync(file('old.log'), `${at(2)} half`)
    expect(await following.poll({ since: Date.now() + 1000 })).toEqual([])
    appendFileSync(file('old.log'), ' a line\n')
    write('new.log', `${at(3)} first`)
    expect(texts(await following.poll())).toEqual([`${at(3)} first`, `${at(2)} half a line`])
  })

  it('waits for the end of a line that is half written', async () => {
    const following = new Following()
    appendFileSync(file('a.log'), `${at(1)} one\n${at(2)} tw`)
    expect(texts(await following.poll())).toEqual([`${at(1)} one`])
    appendFileSync(file('a.log'), 'o\n')
    expect(texts(await following.poll())).toEqual([`${at(2)} two`])
  })

  it('loses and doubles nothing when a file is renamed and made anew', async () => {
    const following = new Following(file('a.log'))
    write('a.log', `${at(1)} one`)
    await following.poll()
    write('a.log', `${at(2)} two`)
    renameSync(file('a.log'), file('a.log.1'))
    write('a.log', `${at(4)} four`)
    // The writer has not noticed yet
    write('a.log.1', `${at(3)} three`)
    appendFileSync(file('a.log.1'), `${at(3)} no end`)
    expect(texts(await following.poll())).toEqual([
      `${at(2)} two`,
      `${at(3)} three`,
      `${at(3)} no end`,
      `${at(4)} four`,
    ])
    renameSync(file('a.log.1'), file('a.log.2'))
    write('a.log', `${at(5)} five`)
    expect(texts(await following.poll())).toEqual([`${at(5)} five`])
    unlinkSync(file('a.log.2'))
    expect(await following.poll()).toEqual([])
    expect(following.cursor).toMatchObject({ files: [{}] })
  })

  it('loses and doubles nothing when a file is copied and truncated', async () => {
    const following = new Following(file('a.log*'))
    write('a.log', ...Array.from({ length: 20 }, (_, second) => `${at(second)} a line of some length`))
    await following.poll()
    write('a.log', `${at(21)} unread`)
    copyFileSync(file('a.log'), file('a.log.1'))
    truncateSync(file('a.log'))
    write('a.log', `${at(22)} after`)
    expect(texts(await following.poll()).sort()).toEqual([`${at(21)} unread`, `${at(22)} after`])
    expect(await following.poll()).toEqual([])
  })

  it('notices a file that was emptied and has grown beyond where it was', async () => {
    const following = new Following()
    write('a.log', `${at(1)} one`)
    await following.poll()
    writeFileSync(file('a.log'), `${at(2)} other\n${at(3)} and another\n`)
    expect(texts(await following.poll())).toEqual([`${at(2)} other`, `${at(3)} and another`])
  })

  it('leaves compressed files alone, by name and by content', async () => {
    const following = new Following(file('*'))
    const content = gzipSync(`${at(1)} packed\n`)
    writeFileSync(file('a.log.2.gz'), content)
    writeFileSync(file('a.log.3'), content)
    expect(await following.poll()).toEqual([])
  })

  it('reads the same lines again after a crash, so that storing them again changes nothing', async () => {
    const following = new Following()
    write('a.log', `${at(1)} same`, `${at(1)} same`, `${at(1)} same`)
    await following.poll({ crashAfter: 1 })
    write('a.log', `${at(1)} same`)
    await following.poll()
    expect(following.lines).toHaveLength(7)
    expect(new Set(following.lines.map(identity)).size).toBe(4)
  })

  it('gives lines without a time the same one after a crash, and the one of the line before where there is one', async () => {
    let now = Date.now() + 5000
    const following = new Following(file('*.log'), { ...systemClock, now: () => now })
    write('plain.log', 'no time', 'no time')
    await following.poll({ crashAfter: 1 })
    now += 7000
    await following.poll()
    expect(following.lines).toHaveLength(4)
    expect(new Set(following.lines.map(identity)).size).toBe(2)
    write('plain.log', 'later')
    expect(await following.poll()).toMatchObject([{ line: 'later', time: now }])
    write('timed.log', `${at(1)} timed`, `${at(2)} timed`, 'untimed')
    const time = Date.parse('2026-11-23T10:00:02Z')
    expect((await following.poll()).at(-1)).toMatchObject({ line: 'untimed', time })
    write('timed.log', 'untimed again')
    expect(await following.poll()).toMatchObject([{ line: 'untimed again', time }])
  })

  it('joins lines that continue one, though they are written later', async () => {
    const following = new Following(file('a.log'), systemClock)
    const trace = [`${at(2)} ERROR failed`, '  at pay (shop.js:1)', 'Caused by: no money', '  at take (bank.js:2)']
    write('a.log', `${at(1)} INFO fine`, ...trace.slice(0, 2))
    expect(texts(await following.poll())).toEqual([`${at(1)} INFO fine`])
    write('a.log', ...trace.slice(2), `${at(3)} INFO fine`)
    const past = new Date(Date.now() - 5000)
    utimesSync(file('a.log'), past, past)
    expect(texts(await following.poll())).toEqual([trace.join('\n'), `${at(3)} INFO fine`])
  })

  it('reads lines of JSON as they are when they are pushed', async () => {
    const following = new Following()
    const document = { time: '2026-11-23T10:00:00.123456Z', level: 'warn', msg: 'slow', host: 'web1', order: 7 }
    write('shop.log', JSON.stringify(document))
    expect(await following.poll()).toMatchObject([
      { time: Date.parse('2026-11-23T10:00:00.123Z'), instance: 'web1', service: 'shop', severity: 13, line: 'slow' },
    ])
    const [{ nanos = 0, attributes } = {}] = following.lines
    expect(Math.floor(nanos / 1000)).toBe(456)
    expect(attributes).toEqual({ order: 7 })
  })

  it('takes times without a year as the last ones that are not to come', async () => {
    const following = new Following(file('*.log'), {
      ...systemClock,
      now: () => Date.parse('2027-01-02T00:00:00Z'),
    })
    write('messages.log', 'Dec 31 23:59:59 web1 sshd[1]: closed', 'Jan  1 00:00:01 web1 sshd[1]: opened')
    const times = (await following.poll()).map(({ time }) => new Date(time).toISOString())
    expect(times).toEqual(['2026-12-31T23:59:59.000Z', '2027-01-01T00:00:01.000Z'])
  })

  it('reads long files in batches of at most 5,000 lines, and a line without an end in parts', async () => {
    const following = new Following()
    const line = (at: number) => `2026-11-23 10:00:00.${String(at % 1000).padStart(3, '0')} line ${at}`
    writeFileSync(file('a.log'), Array.from({ length: 40_000 }, (_, at) => `${line(at)}\n`).join(''))
    writeFileSync(file('b.log'), 'x'.repeat(3_000_000))
    await following.poll()
    const lines = following.lines.filter(({ service }) => service === 'a')
    expect(texts(lines)).toEqual(Array.from({ length: 40_000 }, (_, at) => line(at)))
    expect(new Set(lines.map(identity)).size).toBe(40_000)
  })

  it('begins anew when another path is asked for', async () => {
    write('a.log', `${at(1)} one`)
    write('b.txt', `${at(2)} two`)
    const following = new Following()
    await following.poll()
    const changed = new Following(file('*.txt'))
    changed.cursor = following.cursor
    expect(await changed.poll({ since: Date.now() + 1000 })).toEqual([])
  })

  it('stops for an abort', async () => {
    write('a.log', `${at(1)} one`)
    const collector = openFileCollector({ path: file('a.log') }, { logFolders: [folder], clock })
    const reason = new Error('stop')
    const batches = collector.collect({ from: 0, to: 1, stepMs: STEP_MS }, undefined, AbortSignal.abort(reason))
    await expect(batches[Symbol.asyncIterator]().next()).rejects.toBe(reason)
  })
})

describe('the folders of log files', () => {
  const open = (path: string, logFolders = [folder]) => openFileCollector({ path }, { logFolders, clock })

  it('are named by the operator', async () => {
    await expect(open(file('a.log'), []).test(never)).rejects.toMatchObject({
      fault: 'permission',
      providerText: expect.stringContaining('OMEN_LOG_FOLDERS'),
    })
    for (const path of ['/etc/passwd', `${folder}/../other/a.log`, `${folder}-other/a.log`, '/nowhere/a.log'])
      await expect(open(path).test(never)).rejects.toMatchObject({ fault: 'permission' })
    await expect(open('shop/a.log').test(never)).rejects.toMatchObject({ fault: 'query' })
    await expect(open(`${root}/*/a.log`).test(never)).rejects.toMatchObject({ fault: 'query' })
  })

  it('are not left by symbolic links, of files or of folders', async () => {
    writeFileSync(join(root, 'secret.log'), `${at(1)} secret\n`)
    symlinkSync(join(root, 'secret.log'), file('link.log'))
    symlinkSync(root, file('up'))
    expect(await open(file('*.log')).test(never)).toMatchObject({ lines: [] })
    expect(await new Following().poll()).toEqual([])
    await expect(open(`${folder}/up/secret.log`).test(never)).rejects.toMatchObject({ fault: 'permission' })
  })

  it('may themselves be links, and have links within', async () => {
    symlinkSync(folder, join(root, 'current'))
    write('a.log', `${at(1)} one`)
    symlinkSync(file('a.log'), file('b.log'))
    const collector = open(join(root, 'current', 'b.log'), [join(root, 'current')])
    expect(texts((await collector.test(never)).lines ?? [])).toEqual([`${at(1)} one`])
  })

  it('are shown with their files, and with the last lines', async () => {
    write('a.log', `${at(1)} one`, `${at(2)} two`)
    write('b.txt', 'x')
    expect(await open(file('*')).choices('A.LOG', never)).toEqual([
      { field: 'path', items: [{ id: file('a.log') }], total: 1 },
    ])
    expect(texts((await open(file('a.*')).test(never)).lines ?? [])).toEqual([`${at(1)} one`, `${at(2)} two`])
    expect(await open(file('none*')).test(never)).toMatchObject({
      lines: [],
      notes: [expect.stringContaining('none*')],
    })
  })
})
