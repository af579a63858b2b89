import type { Delivery, Integration } from '@omen/sdk'
import { describe, expect, it } from 'vitest'
import { findBrowser } from '../../../../scripts/open-browser.ts'
import { type Answers, useScenes } from './open-scene.ts'
import { ALICE, pageOf } from './wire-samples.ts'

const now = Date.now()
const long = 'kubernetes_persistent_volume_claim_'.repeat(6).slice(0, 200)
const integration: Integration = {
  id: 'n1',
  provider: 'slack',
  account: long,
  hint: 'hooks.slack.com',
  projectNames: null,
  isForEscalation: false,
  createdAt: now,
  stoppedAt: null,
  stoppedText: null,
  lastDelivery: { state: 'sent', at: now, error: null },
}
const delivery: Delivery = {
  id: 'd1',
  alertKind: 'recovered',
  provider: 'slack',
  account: long,
  target: long,
  projectName: 'shop',
  state: 'sent',
  attempts: 1,
  createdAt: now,
  attemptedAt: now,
  nextAt: null,
  error: null,
}
const answers: Answers = {
  'GET /jobs': { body: pageOf('jobs', []) },
  'GET /session': { body: { success: true, user: ALICE, scopes: ['read', 'upload'] } },
  'GET /health': { body: { success: true, status: 'ok', version: '0.1.0' } },
  'GET /service-integration': { body: { success: true, integrations: [integration] } },
  'GET /service-integration/deliveries': { body: pageOf('deliveries', [delivery]) },
}

describe.skipIf(findBrowser() === undefined)('integrations', () => {
  const open = useScenes()

  it('say what was sent where, with names of 200 characters on a phone', async () => {
    const { page } = await open('frame', answers, '/integrations')
    await page.setViewportSize({ width: 390, height: 844 })
    const deliveries = page.getByRole('table', { name: 'Last deliveries' })
    await deliveries.getByText('recovered').waitFor()
    await deliveries.getByText('sent').waitFor()
    for (const table of [page.getByRole('table', { name: 'Integrations' }), deliveries]) {
      const row = await table.getByRole('row').nth(1).boundingBox()
      expect(row!.height).toBeLessThan(110)
      expect(row!.width).toBeLessThanOrEqual(390)
    }
  })

  it('say at the field that a name is taken', async () => {
    const details = [{ field: 'account', name: 'on-call', message: 'is taken', rule: 'taken' }]
    const taken = { success: false, code: 'CONFLICT', message: 'You have one.', requestId: 'r1', details }
    const { page } = await open(
      'frame',
      {
        ...answers,
        'POST /service-integration': { status: 409, body: taken },
        'GET /projects': { body: pageOf('projects', []) },
      },
      '/integrations',
    )
    await page.getByRole('button', { name: 'Add integration' }).click()
    await page.getByLabel('Name').fill('on-call')
    await page.getByLabel('Address of the incoming webhook').fill('https://hooks.slack.com/services/T/B/x')
    await page.getByRole('dialog').getByRole('button', { name: 'Add integration' }).click()
    await page.getByText('You have an integration of this kind with this name already').waitFor()
    expect(await page.getByText('Somebody else changed this').count()).toBe(0)
  })
})
