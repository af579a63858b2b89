import { describe, expect, it } from 'vitest'
import { findBrowser } from '../../../../scripts/open-browser.ts'
import { useScenes } from './open-scene.ts'

const SIGNED_OUT = {
  status: 401,
  body: { success: false, code: 'UNAUTHENTICATED', message: 'Sign in first.', requestId: 'r' },
}
const INCIDENT = {
  projectName: 'shop',
  timeZone: 'Europe/Berlin',
  sentence: 'cpu on node3 reached 98 %, usually 20 %',
  start: Date.UTC(2026, 10, 20, 8),
  end: null,
  state: 'open',
}
const SUBSCRIPTION = { projectName: 'shop', address: 'ann@example.com', unsubscribed: false }
const INVALID = { success: false, code: 'NOT_FOUND', message: 'This link is not valid.', requestId: 'r' }

describe.skipIf(findBrowser() === undefined)('links in mails', () => {
  const open = useScenes()

  it('acknowledge only when asked to, in the zone of the mail', async () => {
    const answer = (state: string) => ({ body: { success: true, incident: { ...INCIDENT, state } } })
    const { page, sent } = await open(
      'mailLinks',
      {
        'GET /session': SIGNED_OUT,
        'GET /alert-mail/acknowledge': answer('open'),
        'POST /alert-mail/acknowledge': answer('acknowledged'),
      },
      '/acknowledge?token=abc',
    )
    await page.getByText('shop, since Fri 20 Nov 2026 09:00 (Europe/Berlin)').waitFor()
    expect(sent).toEqual([])
    await page.getByRole('button', { name: 'Acknowledge' }).click()
    await page.getByRole('status').getByText('Acknowledged').waitFor()
    expect(sent).toMatchObject([{ call: 'POST /alert-mail/acknowledge' }])
    expect(await page.getByRole('button', { name: 'Acknowledge' }).count()).toBe(0)
  })

  it('unsubscribe only when asked to, and undo it', async () => {
    const { page, sent } = await open(
      'mailLinks',
      {
        'GET /session': SIGNED_OUT,
        'GET /alert-mail/unsubscribe': { body: { success: true, subscription: SUBSCRIPTION } },
        'POST /alert-mail/unsubscribe': ({ unsubscribed }) => ({
          body: { success: true, subscription: { ...SUBSCRIPTION, unsubscribed: unsubscribed === true } },
        }),
      },
      '/unsubscribe?token=abc',
    )
    await page.getByText('ann@example.com receives mail about incidents of shop.').waitFor()
    expect(sent).toEqual([])
    await page.getByRole('button', { name: 'Unsubscribe' }).click()
    await page.getByText('ann@example.com receives no more mail').waitFor()
    await page.getByRole('button', { name: 'Subscribe again' }).click()
    await page.getByRole('button', { name: 'Unsubscribe' }).waitFor()
    expect(sent.map(({ fields }) => fields)).toMatchObject([{ unsubscribed: true }, { unsubscribed: false }])
  })

  it('say so where they are not valid', async () => {
    const answers = { 'GET /session': SIGNED_OUT, 'GET /alert-mail/unsubscribe': { status: 404, body: INVALID } }
    const { page } = await open('mailLinks', answers, '/unsubscribe?token=changed')
    await page.getByRole('alert').getByText('not valid or has expired. Use the link of a newer mail').waitFor()
    expect(await page.getByRole('button', { name: 'Unsubscribe' }).count()).toBe(0)
  })
})
