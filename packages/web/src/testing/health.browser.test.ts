import { describe, expect, it } from 'vitest'
import { findBrowser } from '../../../../scripts/open-browser.ts'
import { useScenes } from './open-scene.ts'
import { ALICE } from './wire-samples.ts'

const sessionOf = (role: 'admin' | 'member') => ({
  'GET /session': { body: { success: true, user: { ...ALICE, role }, scopes: ['read', 'upload'] } },
})
const HEALTH = {
  success: true,
  state: 'degraded',
  reasons: ['lowSpace', 'dataDamaged'],
  stores: { database: true, points: true },
  writable: { database: true, points: true, files: true },
  oldestWaitingMs: null,
  syslog: null,
  freeBytes: 300_000_000,
  damaged: 2,
}

describe.skipIf(findBrowser() === undefined)('the health notice', () => {
  const open = useScenes()

  it('shows an administrator why the server is degraded, and what to do', async () => {
    const { page } = await open('health', { ...sessionOf('admin'), 'GET /health': { body: HEALTH } })
    const notice = page.getByRole('alert', { name: 'The server needs attention' })
    await notice.waitFor()
    const text = await notice.textContent()
    expect(text).toContain('300 MB are free')
    expect(text).toContain('Damaged files, weights or tables of points: 2.')
    expect(text).toContain('omen-server doctor')
  })

  it('shows nothing for a healthy server', async () => {
    const well = { ...HEALTH, state: 'ok', reasons: [], damaged: 0 }
    const { page } = await open('health', { ...sessionOf('admin'), 'GET /health': { body: well } })
    await page.waitForLoadState('networkidle')
    expect(await page.getByRole('alert').count()).toBe(0)
  })

  it('does not request the health for other users', async () => {
    const { page } = await open('health', sessionOf('member'))
    await page.waitForLoadState('networkidle')
    expect(await page.getByRole('alert').count()).toBe(0)
  })
})
