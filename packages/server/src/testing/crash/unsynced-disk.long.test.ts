import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { CHILD_LIMITS } from '../child-limits.ts'
import type { Disk } from './disk.ts'
import { createUnsyncedDisk, whyNoUnsyncedDisk } from './unsynced-disk.ts'

const programs = mkdtempSync(join(tmpdir(), 'omen-programs-'))
afterAll(() => rmSync(programs, { recursive: true }))

let disk: Disk

/** In every script: `sync` of a file or a folder. */
const PRELUDE = `
  const fs = require('node:fs')
  const sync = (path) => { const file = fs.openSync(path, 'r'); fs.fsyncSync(file); fs.closeSync(file) }
  const save = (path, text) => { fs.writeFileSync(path, text); sync(path); sync('.') }
`

function run(command: string, ...args: string[]): { status: number | null; stdout: string; stderr: string } {
  const env = { ...process.env, ...disk.environment }
  return spawnSync(command, args, { ...CHILD_LIMITS, cwd: disk.folder, env, encoding: 'utf8' })
}

function runScript(script: string): string {
  const { status, stdout, stderr } = run(process.execPath, '-e', PRELUDE + script)
  if (status !== 0) throw new Error(stderr)
  return stdout
}

/** What is on the disk after a cut: the text of each file, by path; a folder is null. */
async function cutAndLook(): Promise<Record<string, string | null>> {
  disk.cut()
  await disk.restore()
  const entries = readdirSync(disk.folder, { withFileTypes: true, recursive: true })
  const look = entries.map((entry) => {
    const path = join(entry.parentPath, entry.name)
    return [path.slice(disk.folder.length + 1), entry.isDirectory() ? null : readFileSync(path, 'utf8')]
  })
  return Object.fromEntries(look)
}

describe.skipIf(whyNoUnsyncedDisk() !== undefined)('after a power cut', () => {
  beforeEach(() => {
    disk = createUnsyncedDisk()
  })
  afterEach(() => disk.close())

  it.each([
    ['a file has the bytes that were synced', `save('a', 'one'); fs.appendFileSync('a', ' two')`, { a: 'one' }],
    [
      'bytes that were overwritten come back',
      `save('a', '0123456789'); const f = fs.openSync('a', 'r+'); fs.writeSync(f, 'xx', 2); fs.writevSync(f, [Buffer.from('yy')], 3)
       fs.writeSync(f, 'longer', 8)`,
      { a: '0123456789' },
    ],
    [
      'bytes that were cut off come back',
      `save('a', '0123456789'); save('b', '0123456789'); fs.truncateSync('a', 3); fs.appendFileSync('a', 'x'); fs.writeFileSync('b', '')`,
      { a: '0123456789', b: '0123456789' },
    ],
    [
      'writes before the sync are there, writes after it are not',
      `save('a', ''); const f = fs.openSync('a', 'a'); fs.writeSync(f, '1'); fs.fdatasyncSync(f); fs.writeSync(f, '2')`,
      { a: '1' },
    ],
    [
      'what is written to a file opened with O_DSYNC is there',
      `save('a', ''); fs.writeSync(fs.openSync('a', fs.constants.O_WRONLY | fs.constants.O_DSYNC), 'now')`,
      { a: 'now' },
    ],
    ['a new file has no name until its folder is synced', `fs.writeFileSync('a', '1'); sync('a')`, {}],
    ['a new file is empty until it is synced itself', `fs.writeFileSync('a', '1'); sync('.')`, { a: '' }],
    [
      'a rename is undone, and what it replaced is back',
      `save('a', 'old'); save('b', 'new'); fs.renameSync('b', 'a')`,
      { a: 'old', b: 'new' },
    ],
    [
      'a rename is kept when the folder was synced',
      `save('a', 'old'); save('b', 'new'); fs.renameSync('b', 'a'); sync('.')`,
      { a: 'new' },
    ],
    ['a file that was removed is back', `save('a', '1'); fs.rmSync('a')`, { a: '1' }],
    ['a file stays removed when the folder was synced', `save('a', '1'); fs.rmSync('a'); sync('.')`, {}],
    [
      'a name belongs to the file that had it last when the folder was synced',
      `save('a', '1'); fs.rmSync('a'); fs.writeFileSync('a', '2'); sync('a')`,
      { a: '1' },
    ],
    [
      'a file moved to a folder that was synced has both names until the other folder is synced',
      `fs.mkdirSync('d'); save('a', '1'); save('b', '2')
       fs.renameSync('a', 'd/a'); sync('d'); sync('.'); fs.renameSync('b', 'd/b'); sync('d')`,
      { d: null, 'd/a': '1', 'd/b': '2', b: '2' },
    ],
    [
      'a new folder is gone, with what was synced in it',
      `fs.mkdirSync('d'); fs.writeFileSync('d/a', '1'); sync('d/a'); sync('d')`,
      {},
    ],
    [
      'a new folder is empty until it is synced itself',
      `fs.mkdirSync('d'); fs.writeFileSync('d/a', '1'); sync('d/a'); sync('.')`,
      { d: null },
    ],
    [
      'a folder that was removed is back with what was in it',
      `fs.mkdirSync('d'); save('d/a', '1'); sync('d'); fs.rmSync('d', { recursive: true }); fs.mkdirSync('d')`,
      { d: null, 'd/a': '1' },
    ],
    [
      'a folder that was renamed is where it was, with what was in it',
      `fs.mkdirSync('d'); save('d/a', '1'); sync('d'); fs.renameSync('d', 'e'); fs.writeFileSync('e/b', '2'); sync('e/b'); sync('e')`,
      { d: null, 'd/a': '1', 'd/b': '2' },
    ],
    ['a link is gone', `save('a', '1'); fs.linkSync('a', 'b'); fs.symlinkSync('a', 'c')`, { a: '1' }],
    ['a copy is gone', `save('a', '1'); fs.copyFileSync('a', 'b'); sync('b')`, { a: '1' }],
    [
      'everything is there after sync()',
      `fs.writeFileSync('a', '1'); require('child_process').spawnSync('sync')`,
      { a: '1' },
    ],
  ])('%s', async (_, script, expected) => {
    runScript(script)
    expect(await cutAndLook()).toEqual(expected)
  })

  it('what several processes wrote to one file is undone in order', async () => {
    runScript(`save('a', '')`)
    const writer = 'for i in 1 2 3 4 5 6 7 8 9; do echo $i >> a; done'
    run('sh', '-c', `echo first > a; sync a; ${writer} & ${writer} & ${writer} & wait`)
    expect(await cutAndLook()).toEqual({ a: 'first\n' })
  })

  it('a second cut starts from what the first one left', async () => {
    runScript(`save('a', '1'); fs.appendFileSync('a', '2')`)
    await cutAndLook()
    runScript(`fs.appendFileSync('a', '3'); sync('a'); fs.appendFileSync('a', '4')`)
    expect(await cutAndLook()).toEqual({ a: '13' })
  })

  it('nothing can be changed any more, and what runs is ended', async () => {
    runScript(`save('a', '1')`)
    disk.cut()
    const codes = runScript(`
      for (const change of [() => fs.writeFileSync('b', ''), () => fs.appendFileSync('a', '2'), () => fs.unlinkSync('a'),
        () => fs.renameSync('a', 'b'), () => fs.mkdirSync('d'), () => sync('a')])
        try { change(); console.log('done') } catch (error) { console.log(error.code) }`)
    expect(codes.trim().split('\n')).toEqual(Array.from({ length: 6 }, () => 'EIO'))
  })

  describe('for a program that makes its system calls itself', () => {
    const program = join(programs, 'program')
    beforeAll(() => {
      writeFileSync(
        `${program}.c`,
        `#include <fcntl.h>
         #include <stdio.h>
         #include <sys/mman.h>
         #include <sys/syscall.h>
         #include <unistd.h>
         int main(int count, char **arguments) {
           FILE *file = fopen("stdio", "w");
           fputs("stdio", file);
           fclose(file);
           int fd = syscall(SYS_openat, AT_FDCWD, "a", O_RDWR);
           syscall(SYS_pwrite64, fd, "x", 1, 0);
           if (count > 1) return mmap(0, 1, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0) != MAP_FAILED;
         }`,
      )
      const { status, stderr } = spawnSync('cc', ['-w', '-o', program, `${program}.c`], {
        ...CHILD_LIMITS,
        encoding: 'utf8',
      })
      if (status !== 0) throw new Error(stderr)
    })

    it('none escapes', async () => {
      runScript(`save('a', '1')`)
      expect(run(program).status).toBe(0)
      expect(readFileSync(join(disk.folder, 'a'), 'utf8')).toBe('x')
      expect(await cutAndLook()).toEqual({ a: '1' })
    })

    it('a file that is written to as memory is refused and reported', async () => {
      runScript(`save('a', '1')`)
      expect(run(program, 'map').status).toBe(0)
      disk.cut()
      await expect(disk.restore()).rejects.toThrow('cannot follow mmap')
    })
  })
})
