import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import packageFile from '../package.json' with { type: 'json' }
import { CHILD_LIMITS, PACK_LIMITS } from './testing/child-limits.ts'
import { startWireServer } from './testing/wire-server.ts'

const folder = resolve(import.meta.dirname, '..')
let work = ''

/** The tarball, unpacked outside the repository so that none of its modules resolve. */
beforeAll(() => {
  work = mkdtempSync(join(tmpdir(), 'omen-packed-'))
  execFileSync(process.execPath, ['build.ts'], { ...CHILD_LIMITS, cwd: folder })
  const packed = execFileSync('npm', ['pack', '--ignore-scripts', '--pack-destination', work], {
    ...PACK_LIMITS,
    cwd: folder,
    encoding: 'utf8',
  })
  execFileSync('tar', ['-xzf', join(work, packed.trim().split('\n').at(-1) ?? ''), '-C', work], CHILD_LIMITS)
}, 120_000)

afterAll(() => rmSync(work, { recursive: true, force: true }))

function omen(args: string[], env: Record<string, string> = {}) {
  const options = { ...CHILD_LIMITS, env: { PATH: process.env.PATH ?? '', HOME: work, ...env } }
  return spawnSync(process.execPath, [join(work, 'package/dist/omen.js'), ...args], { ...options, encoding: 'utf8' })
}

describe('the packed program', () => {
  it('runs without any other package', () => {
    expect(omen(['--version'])).toMatchObject({ status: 0, stdout: `${packageFile.version}\n`, stderr: '' })
    expect(omen(['--help']).stdout).toContain('Your first anomaly')
    expect(omen(['models'])).toMatchObject({ status: 4, stdout: '' })
  })

  it('contains only the program, its licence and its README', () => {
    const listed = execFileSync('find', ['package', '-type', 'f'], { ...CHILD_LIMITS, cwd: work, encoding: 'utf8' })
    const files = listed
      .trim()
      .split('\n')
      .filter((file) => !/^package\/dist\/(chunks|man)\//.test(file))
      .sort()
    expect(files).toEqual(['package/LICENSE', 'package/README.md', 'package/dist/omen.js', 'package/package.json'])
  })

  it('has a manual page for each command, which man can format', () => {
    const pages = readdirSync(join(work, 'package/dist/man')).sort()
    expect(pages).toContain('omen.1')
    expect(pages).toContain('omen-upload-training.1')
    const page = readFileSync(join(work, 'package/dist/man/omen-detect.1'), 'utf8')
    expect(page).toContain('.SH GLOBAL OPTIONS')
    expect(page).toContain('omen detect day.csv \\-\\-model checkout')
    const formatter = spawnSync('groff', ['--version'], CHILD_LIMITS)
    if (formatter.status !== 0) return
    for (const name of pages) {
      const options = { ...CHILD_LIMITS, encoding: 'utf8' as const, cwd: join(work, 'package/dist/man') }
      const { status, stderr, stdout } = spawnSync('groff', ['-man', '-Tutf8', '-ww', name], options)
      expect({ name, status, stderr }).toEqual({ name, status: 0, stderr: '' })
      // A terminal prints bold by striking over.
      expect(stdout.replaceAll(/.\p{Cc}(?=\S)/gu, '')).toContain('SYNOPSIS')
    }
  })

  it('names no dependency and an executable', () => {
    expect(packageFile).not.toHaveProperty('dependencies')
    expect(
      execFileSync('head', ['-1', join(work, 'package/dist/omen.js')], { ...CHILD_LIMITS, encoding: 'utf8' }),
    ).toBe('#!/usr/bin/env node\n')
  })

  it('sends a file, with the bundled multipart writer', async () => {
    const server = await startWireServer()
    const child = import('node:child_process').then(({ spawn }) => {
      const env = { PATH: process.env.PATH ?? '', HOME: work, OMEN_URL: server.url, OMEN_TOKEN: 'secret' }
      const file = join(work, 'package/README.md')
      const started = spawn(
        process.execPath,
        [join(work, 'package/dist/omen.js'), 'upload', 'training', file, '--model', 'm'],
        { env },
      )
      return new Promise((done) => started.on('exit', done))
    })
    expect(await child).toBe(0)
    const sent = server.calls.find(({ method }) => method === 'POST')
    expect(sent?.headers['content-type']).toMatch(/^multipart\/form-data/)
  })
})
