import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { makeHome, runCli } from '../testing/run-cli.ts'

async function homeWithProfiles(): Promise<string> {
  const home = await makeHome()
  await mkdir(join(home, '.config/omen'), { recursive: true })
  const profiles = {
    default: { url: 'https://omen.example.org', userName: 'alice1', token: 'hidden-secret' },
    work: { url: 'https://work.example.org', userName: 'alice2', token: 'hidden-secret', expiresAt: 1_800_000_000_000 },
  }
  await writeFile(join(home, '.config/omen/profiles.json'), JSON.stringify({ version: 1, profiles }))
  return home
}

describe('omen config', () => {
  it('says which server is used and why, without any secret', async () => {
    const homeDir = await homeWithProfiles()
    const { stdout, exit } = await runCli(['config'], { homeDir })
    expect(exit).toBe(0)
    expect(stdout).toMatch(/server +https:\/\/omen\.example\.org\n/)
    expect(stdout).toMatch(/server from +profile\n/)
    expect(stdout).toMatch(/default \(in use\) +https:\/\/omen\.example\.org +alice1 +–/)
    expect(stdout).toMatch(/work +https:\/\/work\.example\.org +alice2 +2027-01-15/)
    expect(stdout).not.toContain('hidden-secret')
    const { json } = await runCli(['config', '--profile', 'work', '--json'], {
      homeDir,
      env: { OMEN_URL: 'http://x:1' },
    })
    expect(json()).toMatchObject({ url: 'http://x:1', urlFrom: 'OMEN_URL', token: 'none', profile: 'work' })
  })
})
