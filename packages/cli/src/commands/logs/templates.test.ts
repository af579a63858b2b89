import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { makeHome, type Ran, runCli } from '../../testing/run-cli.ts'

const log = [
  '2024-01-02 10:11:12,345 INFO [main] org.a.Worker: Finished task 7, in 12 ms',
  '2024-01-02 10:11:13,345 ERROR [pool-1] org.a.Worker: Lost "peer" 10.0.0.7:80',
  '    at org.a.Worker.run(Worker.java:33)',
  '2024-01-02 10:11:14,345 INFO [main] org.a.Worker: Finished task 8, in 310 ms',
  '',
].join('\n')

async function templatesOf(name: string, content: string | Buffer, ...more: string[]): Promise<Ran & { path: string }> {
  const path = join(await makeHome(), name)
  await writeFile(path, content)
  return { ...(await runCli(['logs', 'templates', path, ...more])), path }
}

describe('omen logs templates', () => {
  it('writes a row for each line, headers left out and stack traces with their record', async () => {
    const { exit, stdout, stderr } = await templatesOf('app.log', log)
    expect(exit).toBe(0)
    expect(stdout.split('\n')).toEqual([
      'line,template_id,template',
      '1,1,"Finished task <*>, in <*> ms"',
      '2,2,"Lost ""peer"" <*>:<*>"',
      '3,2,"Lost ""peer"" <*>:<*>"',
      '4,1,"Finished task <*>, in <*> ms"',
      '',
    ])
    expect(stderr).toContain('4 lines, 2 templates; header: time time level bracket tag.')
  })

  it('writes to a file, and summarises it as JSON', async () => {
    const out = join(await makeHome(), 'templates.csv')
    const ran = await templatesOf('app.log', log, '--out', out, '--json')
    expect(await readFile(out, 'utf8')).toContain('4,1,"Finished task <*>, in <*> ms"\n')
    expect(ran.json()).toMatchObject({
      success: true,
      lines: 4,
      templates: 2,
      forgotten: { templates: 0, messages: 0 },
    })
  })

  it('lists the templates with --json and without --out', async () => {
    const ran = await templatesOf('app.log', log, '--json')
    expect(ran.json()).toMatchObject({
      templates: [
        { id: 1, count: 2 },
        { id: 2, count: 1 },
      ],
    })
  })

  it('reads bare messages, Windows line ends and standard input', async () => {
    const { stdout, stderr } = await runCli(['logs', 'templates', '-'], {
      input: '用户[张三]登录第3次\r\n用户[张三]登录第15次\r\n',
    })
    expect(stdout).toBe('line,template_id,template\n1,1,用户[张三]登录第<*>次\n2,1,用户[张三]登录第<*>次\n')
    expect(stderr).toContain('bare messages')
  })

  it('unpacks .gz', async () => {
    const { stdout } = await templatesOf('app.log.gz', gzipSync(log))
    expect(stdout).toContain('4,1,"Finished task <*>, in <*> ms"')
  })

  it('reads more lines than fit into the sample and one block', async () => {
    const lines = Array.from({ length: 7001 }, (_, i) => `${i % 2 ? 'close' : 'open'} port ${i}`)
    const { stdout, path } = await templatesOf('many.log', lines.join('\n'))
    const rows = lines.map((_, i) => (i % 2 ? `${i + 1},2,close port <*>` : `${i + 1},1,open port <*>`))
    expect(stdout.trimEnd().split('\n').slice(1)).toEqual(rows)
    const out = join(await makeHome(), 'templates.csv')
    await runCli(['logs', 'templates', path, '--out', out])
    expect(await readFile(out, 'utf8')).toBe(stdout)
  })

  it('lists the templates as text, the most frequent first', async () => {
    const lost = log.split('\n')[1]
    const { exit, stdout } = await templatesOf('app.log', `${log}${lost}\n${lost}\n`, '--format', 'text')
    expect(exit).toBe(0)
    expect(stdout.split('\n').map((line) => line.trim().replaceAll(/ +/g, ' '))).toEqual([
      'ID MESSAGES SHARE TEMPLATE',
      '2 3 60 % Lost "peer" <*>:<*>',
      '1 2 40 % Finished task <*>, in <*> ms',
      '',
    ])
    const out = join(await makeHome(), 'templates.txt')
    await templatesOf('app.log', log, '--out', out)
    expect(await readFile(out, 'utf8')).toContain('Lost "peer" <*>:<*>')
  })

  it('writes only the heading for an empty file, and says that it is empty', async () => {
    const { exit, stdout, stderr } = await templatesOf('empty.log', '')
    expect({ exit, stdout }).toEqual({ exit: 0, stdout: 'line,template_id,template\n' })
    expect(stderr).toBe('The log is empty: it has no lines, and so no templates.\n')
    expect((await templatesOf('empty.log', '', '--format', 'text')).stdout).toBe('No lines.\n')
  })

  it('accepts one line', async () => {
    expect((await templatesOf('one.log', 'ready')).stdout).toBe('line,template_id,template\n1,1,ready\n')
  })

  it('reads the beginning of a line of 10 MB, and reports it', async () => {
    const { exit, stdout, stderr } = await templatesOf('long.log', `ready\n${'a'.repeat(10_000_000)}!\nready\n`)
    expect(exit).toBe(0)
    expect(stdout.length).toBeLessThan(9000)
    expect(stdout).toContain('3,1,ready')
    expect(stderr).toContain('1 line longer than 64 KiB: only the beginning was read.')
  })

  it('reports dropped templates, whose lines have the id 0', async () => {
    const word = (n: number): string => [...String(n)].map((digit) => 'qwertzuiop'[Number(digit)]).join('')
    const lines = Array.from({ length: 25_000 }, (_, i) => `${word(i)} ${word(i * 7)} ${word(i * 13)}`)
    const { exit, stdout, stderr } = await templatesOf('many.log', lines.join('\n'))
    expect(exit).toBe(0)
    expect(stdout.split('\n')[1]).toBe('1,0,<*>')
    expect(stdout.trimEnd().split('\n')).toHaveLength(25_001)
    expect(stderr).toMatch(/[\d,]+ templates with [\d,]+ lines were dropped to save memory\./)
  })

  it('accepts NUL bytes after the beginning, invalid UTF-8, and a byte order mark', async () => {
    const bytes = Buffer.concat([
      Buffer.from(`\ufeffready 1\n${'ready 2\n'.repeat(2000)}`),
      Buffer.from([0, 0xff, 0xfe, 10]),
      Buffer.from('ready 3\n'),
    ])
    const rows = (await templatesOf('irregular.log', bytes)).stdout.trimEnd().split('\n')
    expect(rows).toHaveLength(2004)
    expect([rows[1], rows.at(-1)]).toEqual(['1,1,ready <*>', '2003,1,ready <*>'])
  })

  it('rejects binary files', async () => {
    const { exit, stdout, stderr } = await templatesOf('x.log', Buffer.from([0x7f, 0x45, 0, 0, 10, 0]))
    expect({ exit, stdout }).toEqual({ exit: 1, stdout: '' })
    expect(stderr).toContain('this is not a text file')
  })

  it('rejects a missing and a damaged file', async () => {
    expect(await runCli(['logs', 'templates', '/no/such.log'])).toMatchObject({ exit: 1 })
    expect((await templatesOf('bad.log.gz', 'not packed')).exit).toBe(1)
  })
})
