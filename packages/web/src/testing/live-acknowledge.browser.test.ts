import type { Incident, LiveAnalysis } from '@omen/sdk'
import { describe, expect, it } from 'vitest'
import { findBrowser } from '../../../../scripts/open-browser.ts'
import { faultSince, liveSample, STEP_MS } from './live-samples.ts'
import { liveStreamsOf } from './live-stream.ts'
import { type Answers, useScenes } from './open-scene.ts'
import { ALICE, pageOf, projectSample } from './wire-samples.ts'

const now = Math.floor(Date.now() / STEP_MS) * STEP_MS
const at = (row: number): number => now + row * STEP_MS
const project = projectSample({ samplingInterval: 1 / 60, state: 'live', seriesCount: 4, firstDataAt: now })

const analysisWith = (from: number, decided: Pick<Incident, 'decision'>): LiveAnalysis => {
  const found = faultSince(at(-300), at(-280))
  const incidents = found.incidents.map((one) => ({ ...one, ...decided }))
  return liveSample({ from, to: at(from === at(-900) ? 0 : 1), found: { ...found, incidents } })
}

describe.skipIf(findBrowser() === undefined)('an incident on the live page', () => {
  const open = useScenes()
  const openLive = async (decided: Pick<Incident, 'decision'>) => {
    const answers: Answers = {
      'GET /session': { body: { success: true, user: ALICE, scopes: ['read', 'upload'] } },
      'GET /jobs': { body: pageOf('jobs', []) },
      'GET /health': { body: { success: true, status: 'ok', version: '0.1.0' } },
      'GET /events': { body: pageOf('events', []) },
      'GET /projects': { body: pageOf('projects', [project]) },
      'GET /projects/shop': { body: { success: true, project } },
      'GET /liveAnalysis': { body: analysisWith(at(-900), decided) },
      'POST /incidents/i1': ({ action }) => {
        const state = action === 'acknowledge' ? 'acknowledged' : 'open'
        const incident = { id: 'i1', projectName: 'shop', state, decidedAt: now, decidedBy: 'alice1', note: null }
        return { body: { success: true, incident } }
      },
    }
    const opened = await open('frame', answers, '/live/shop')
    await opened.page.getByRole('heading', { level: 1, name: /open incident/ }).waitFor()
    return { ...opened, answers, streams: liveStreamsOf(opened.page) }
  }

  it('is acknowledged and reopened on its card, also while the view is held', async () => {
    const { page, sent, streams } = await openLive({ decision: null })
    await page.getByRole('button', { name: 'Pause' }).click()
    await page.getByText(/^Paused at/).waitFor()
    const card = page.getByRole('region', { name: 'Open now' })
    await card.getByRole('button', { name: 'Acknowledge cpu on node1' }).click()
    await streams.push(analysisWith(at(1), { decision: 'acknowledged' }))
    await card.getByText('Acknowledged').waitFor()
    await card.getByRole('button', { name: 'Reopen cpu on node1' }).click()
    await streams.push(analysisWith(at(1), { decision: null }))
    await card.getByRole('button', { name: 'Acknowledge cpu on node1' }).waitFor()
    const decided = sent.filter(({ call }) => call === 'POST /incidents/i1')
    expect(decided.map(({ fields }) => fields)).toEqual([{ action: 'acknowledge' }, { action: 'reopen' }])
  })

  it('says why it could not be changed', async () => {
    const { page, answers } = await openLive({ decision: null })
    answers['POST /incidents/i1'] = {
      status: 404,
      body: { success: false, code: 'NOT_FOUND', message: 'gone', requestId: 'r1' },
    }
    await page.getByRole('button', { name: 'Acknowledge cpu on node1' }).click()
    await page.getByText('The incident could not be changed. It may have become part of another.').waitFor()
  })

  it('is not asked about where nobody can decide, as in a demo', async () => {
    const { page } = await openLive({})
    await page.getByRole('region', { name: 'Open now' }).waitFor()
    expect(await page.getByRole('button', { name: /^Acknowledge/ }).count()).toBe(0)
  })
})
