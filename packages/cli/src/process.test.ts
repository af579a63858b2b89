import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { makeHome } from './testing/run-cli.ts'
import { runShell } from './testing/run-process.ts'

/** A long series with a jump near its end, far behind what `head -1` reads. */
async function longTable(): Promise<string> {
  const path = join(await makeHome(), 'long.csv')
  const value = (row: number) => (row > 19_900 && row < 19_950 ? 900 : 20 + Math.sin(row / 9) + (row % 7) / 10)
  const rows = Array.from({ length: 20_000 }, (_, row) => `${1_795_000_000_000 + row * 60_000},${value(row)}`)
  await writeFile(path, ['timestamp,value', ...rows].join('\n'))
  return path
}

describe('exit codes through pipes', () => {
  it('keeps the exit code of a gate whose reader leaves early', async () => {
    const path = await longTable()
    const script = 'omen score "$FILE" --fail-on any | head -1; echo "left with $PIPESTATUS"'
    const { stdout, stderr } = await runShell(script, { FILE: path })
    expect(stdout).toBe('timestamp,value,anomaly_score\nleft with 3\n')
    expect(stderr).toContain('--fail-on any is met: exiting with 3.')
  })

  it('leaves with 0 where no gate is left to close', async () => {
    const script = 'omen score "$FILE" | head -1; echo "left with $PIPESTATUS"'
    const { stdout } = await runShell(script, { FILE: await longTable() })
    expect(stdout).toContain('left with 0')
  })

  it('survives a reader of stderr that leaves', async () => {
    const script = 'omen score "$FILE" --fail-on any 2>&1 >/dev/null | true; echo "left with $PIPESTATUS"'
    const { stdout } = await runShell(script, { FILE: await longTable() })
    expect(stdout).toContain('left with 3')
  })

  it.each(['omen score "$FILE" > /dev/full', 'omen glossary > /dev/full', 'omen score "$FILE" --out /dev/full'])(
    'reports a full disk in one sentence: %s',
    async (script) => {
      const { code, stderr } = await runShell(script, { FILE: await longTable() })
      expect(code).toBe(1)
      expect(stderr).toMatch(/^omen: (standard output: the|\/dev\/full: the|The) disk is full\.\n$/)
    },
  )
})
