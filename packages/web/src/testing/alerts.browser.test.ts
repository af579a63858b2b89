import type { AlertSetting } from '@omen/sdk'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { findBrowser } from '../../../../scripts/open-browser.ts'
import { type Answers, useScenes } from './open-scene.ts'
import { ALERT_SETTING_SAMPLE, ALICE, pageOf, projectSample } from './wire-samples.ts'

const now = Math.floor(Date.now() / 60_000) * 60_000
const preview = (total: number) => ({
  from: now - 30 * 86_400_000,
  to: now,
  total,
  byDay: [],
  alerts: Array.from({ length: total }, (_, index) => ({
    kind: 'opened',
    at: now - index * 86_400_000,
    incidentsTotal: 1,
    incidents: [
      { incidentId: `in_${index}`, sentence: `cpu on web${index} reached 98 %`, start: now, end: null, severity: 8 },
    ],
  })),
})
/** A server that keeps what is saved. */
const answersOf = (given: Partial<AlertSetting> = {}) => {
  const server = { setting: { ...ALERT_SETTING_SAMPLE, ...given } }
  const answers: Answers = {
    'GET /jobs': { body: pageOf('jobs', []) },
    'GET /session': { body: { success: true, user: ALICE, scopes: ['read', 'upload'] } },
    'GET /health': { body: { success: true, status: 'ok', version: '0.1.0' } },
    'GET /projects': { body: pageOf('projects', []) },
    'GET /projects/shop': { body: { success: true, project: projectSample({ state: 'live' }) } },
    'GET /emailAlertSetting': () => ({
      body: { success: true, setting: server.setting, preview: preview(2), unsubscribed: ['gone@example.com'] },
    }),
    'POST /emailAlertSetting': ({ projectName: _, dryRun, ...changes }) => {
      const setting = { ...server.setting, ...changes }
      if (dryRun !== true) server.setting = setting
      return { body: { success: true, setting, preview: preview(dryRun === true ? 1 : 0) } }
    },
  }
  return { server, answers }
}
const ADDRESS = '/projects/shop?tab=alerts'
const BACKUP = {
  rrule: 'FREQ=WEEKLY;BYDAY=SU;BYHOUR=2',
  durationMinutes: 120,
  timeZone: 'UTC',
  hideAlerts: true,
  skipLearning: false,
}

/** As a person does, key by key. */
const type = async (page: Page, label: string, text: string) => {
  const field = page.getByLabel(label, { exact: true })
  await field.click()
  await field.press('ControlOrMeta+a')
  await field.press('Backspace')
  await field.pressSequentially(text, { delay: 20 })
  return field
}
/** The settings that were saved last: what they would have sent may be asked for after that. */
const saved = (sent: readonly { fields: unknown }[]) =>
  sent.map(({ fields }) => fields as Record<string, unknown>).findLast(({ dryRun }) => dryRun === false)
const save = (page: Page) => page.getByRole('button', { name: 'Save alerts' })

describe.skipIf(findBrowser() === undefined)('the alerts of a project', () => {
  const open = useScenes()

  it('says what changed settings would have sent before they are saved', async () => {
    const { page, sent } = await open('frame', answersOf().answers, ADDRESS)
    await page.getByText('Would have sent 2 alerts').waitFor()
    await page.getByText('cpu on web1 reached 98 %').waitFor()
    await type(page, 'Quiet minutes', '60')
    await page.getByText('Would have sent 1 alert', { exact: true }).waitFor()
    await save(page).click()
    await page.getByText('The settings were saved.').waitFor()
    const changes = { projectName: 'shop', quietMinutes: 60 }
    expect(sent.map(({ fields }) => fields)).toEqual([
      { ...changes, dryRun: true },
      { ...changes, dryRun: false },
    ])
    await save(page).click()
    await page.getByText('Nothing is changed.').waitFor()
    expect(sent).toHaveLength(2)
  })

  it('leaves as it is what somebody else has changed meanwhile', async () => {
    const { server, answers } = answersOf()
    const { page, sent } = await open('frame', answers, ADDRESS)
    await type(page, 'Quiet minutes', '60')
    server.setting = { ...server.setting, recipients: ['night@example.com'] }
    await save(page).click()
    await page.getByText('night@example.com').waitFor()
    expect(saved(sent)).toEqual({ projectName: 'shop', dryRun: false, quietMinutes: 60 })
    expect(server.setting).toMatchObject({ recipients: ['night@example.com'], quietMinutes: 60 })
    await expect.poll(() => page.getByText('ops@example.com').count()).toBe(0)
  })

  it('says which of the recipients has unsubscribed', async () => {
    const { answers } = answersOf({ recipients: ['ops@example.com', 'gone@example.com'] })
    const { page } = await open('frame', answers, ADDRESS)
    await page.getByText('gone@example.com unsubscribed and gets no mail').waitFor()
  })

  it('saves an address that was typed last', async () => {
    const { page, sent } = await open('frame', answersOf().answers, ADDRESS)
    await page.getByRole('combobox', { name: 'Mail to' }).pressSequentially('night@example.com')
    await save(page).click()
    await page.getByText('The settings were saved.').waitFor()
    expect(saved(sent)).toMatchObject({ recipients: ['ops@example.com', 'night@example.com'] })
  })

  it('leaves a number empty while another is typed', async () => {
    const { page, sent } = await open('frame', answersOf({ calendars: [BACKUP] }).answers, ADDRESS)
    const minutes = await type(page, 'Minutes', '30')
    expect(await minutes.inputValue()).toBe('30')
    await type(page, 'p-value of alerts', '0.9995')
    await save(page).click()
    await page.getByText('The settings were saved.').waitFor()
    expect(saved(sent)).toMatchObject({
      'pvalue-email': 0.9995,
      calendars: [{ ...BACKUP, durationMinutes: 30 }],
    })
  })

  it('says at the field what it does not take, and asks for nothing', async () => {
    const { page, sent } = await open('frame', answersOf({ calendars: [BACKUP] }).answers, ADDRESS)
    const minutes = await type(page, 'Minutes', '')
    await page.getByText('Please enter a whole number from 1 to 44640').waitFor()
    expect(await minutes.getAttribute('aria-invalid')).toBe('true')
    await save(page).click()
    expect(await minutes.evaluate((field) => field === document.activeElement)).toBe(true)
    await type(page, 'p-value of alerts', '0.5')
    await page.getByText('Please enter a number from 0.99 to below 1').waitFor()
    expect(sent).toEqual([])
  })

  it('has the button that saves in view, however much would have been sent', async () => {
    const { answers } = answersOf()
    const setting = { ...ALERT_SETTING_SAMPLE, calendars: [BACKUP, BACKUP, BACKUP, BACKUP] }
    const body = { success: true, setting, preview: preview(40) }
    const { page } = await open('frame', { ...answers, 'GET /emailAlertSetting': { body } }, ADDRESS)
    await page.setViewportSize({ width: 1440, height: 700 })
    await page.getByText('and 28 earlier ones').waitFor()
    for (const top of [0, 400]) {
      await page.evaluate((to) => window.scrollTo(0, to), top)
      const isInView = await save(page).evaluate((button) => {
        const { left, top: y, width, height } = button.getBoundingClientRect()
        return button.contains(document.elementFromPoint(left + width / 2, y + height / 2))
      })
      expect(isInView).toBe(true)
    }
  })

  it('leaves out a threshold that says nothing yet', async () => {
    const { page, sent } = await open('frame', answersOf().answers, ADDRESS)
    await page.getByRole('button', { name: 'Add threshold' }).click()
    await page.getByRole('textbox', { name: 'Metric' }).fill('disk_*')
    const remark = page.getByText(/^It is left out/)
    await remark.waitFor()
    await save(page).click()
    await page.getByText('Nothing is changed.').waitFor()
    await type(page, 'Alert above', '-0.5')
    await remark.waitFor({ state: 'detached' })
    await save(page).click()
    await page.getByText('The settings were saved.').waitFor()
    const thresholds = [{ metric: 'disk_*', direction: 'both', kpi: false, alertAbove: -0.5 }]
    expect(saved(sent)).toEqual({ projectName: 'shop', dryRun: false, thresholds })
  })
})
