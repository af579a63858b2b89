import type { ProjectEvent } from '@omen/sdk'
import { describe, expect, it } from 'vitest'
import { findBrowser } from '../../../../scripts/open-browser.ts'
import { type Answers, useScenes } from './open-scene.ts'
import { ALICE, ingestKeySample, pageOf, projectSample } from './wire-samples.ts'

const now = Date.now()
const change = (more: Partial<ProjectEvent> = {}): ProjectEvent => ({
  id: 'ev_1',
  at: now,
  kind: 'deployment',
  title: 'checkout 2.4.1 deployed',
  version: '2.4.1',
  instances: [],
  link: 'https://ci.example/7',
  by: 'GitHub',
  createdAt: now,
  mayDelete: true,
  ...more,
})
const project = projectSample({})
const path = `/projects/${project.projectName}`
const answers = (changes: ProjectEvent[]): Answers => ({
  'GET /jobs': { body: pageOf('jobs', []) },
  'GET /session': { body: { success: true, user: ALICE, scopes: ['read', 'upload'] } },
  'GET /health': { body: { success: true, status: 'ok', version: '0.1.0' } },
  [`GET /projects/${project.projectName}`]: { body: { success: true, project } },
  'GET /events': { body: pageOf('events', changes) },
  'POST /events': { status: 201, body: { success: true, event: change() } },
  'POST /ingest-keys': {
    status: 201,
    body: {
      success: true,
      key: ingestKeySample({}),
      secret: 'omen_in_secret1',
      commands: [
        { sender: 'curl', text: 'curl one' },
        { sender: 'github', text: 'Payload URL: https://omen.example/hook' },
        { sender: 'gitlab', text: 'Secret token: omen_in_secret1' },
      ],
    },
  },
})

describe.skipIf(findBrowser() === undefined)('changes of a project', () => {
  const open = useScenes()

  it('are listed as text with their links, and only those that may be deleted have a button', async () => {
    const changes = [change(), change({ id: 'ev_2', title: '<b>bold</b>', link: null, by: 'bob123', mayDelete: false })]
    const { page } = await open('frame', answers(changes), `${path}?tab=changes`)
    const link = page.getByRole('link', { name: 'checkout 2.4.1 deployed' })
    await link.waitFor()
    expect([await link.getAttribute('href'), await link.getAttribute('rel')]).toEqual([
      'https://ci.example/7',
      'noopener noreferrer',
    ])
    await page.getByText('<b>bold</b>').waitFor()
    expect(await page.getByRole('button', { name: 'Delete', exact: false }).count()).toBe(1)
  })

  it('are added with what was typed, once it can be stored', async () => {
    const { page, sent } = await open('frame', answers([]), `${path}?tab=changes`)
    await page.getByText('No changes yet').waitFor()
    await page.getByRole('button', { name: 'Add change' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Link').fill('javascript:alert(1)')
    await dialog.getByRole('button', { name: 'Add change' }).click()
    await dialog.getByText('An address begins with http:// or https://').waitFor()
    await dialog.getByText('Please fill in this field').waitFor()
    await dialog.getByLabel('Link').fill('https://ci.example/8')
    await dialog.getByRole('textbox', { name: 'What changed' }).fill('v2')
    await dialog.getByRole('button', { name: 'Add change' }).click()
    await page.getByText('The change was added.').waitFor()
    expect(sent).toEqual([
      {
        call: 'POST /events',
        fields: {
          projectName: project.projectName,
          kind: 'deployment',
          title: 'v2',
          link: 'https://ci.example/8',
          at: expect.any(Number),
        },
      },
    ])
  })

  it('are confirmed by a message that fades out by its button', async () => {
    const { page } = await open('frame', answers([]), `${path}?tab=changes`)
    await page.getByRole('button', { name: 'Add change' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('textbox', { name: 'What changed' }).fill('v2')
    await dialog.getByRole('button', { name: 'Add change' }).click()
    const message = page.getByRole('status').filter({ hasText: 'The change was added.' })
    await message.waitFor()
    // Whether it was fading when it went
    const fading = message.evaluate((box) => {
      const { promise, resolve } = Promise.withResolvers<boolean>()
      const observer = new MutationObserver(() => {
        if (box.hasAttribute('data-leaving')) resolve(true)
        else if (!box.isConnected) resolve(false)
      })
      observer.observe(document.body, { attributes: true, childList: true, subtree: true })
      return promise
    })
    await message.getByRole('button', { name: 'Close' }).click()
    expect(await fading).toBe(true)
    await expect.poll(() => message.count()).toBe(0)
  })

  it('are confirmed by a message that goes by itself after ten seconds', async () => {
    const { page } = await open('frame', answers([]), `${path}?tab=changes`)
    await page.clock.install()
    await page.getByRole('button', { name: 'Add change' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('textbox', { name: 'What changed' }).fill('v2')
    await dialog.getByRole('button', { name: 'Add change' }).click()
    const message = page.getByRole('status').filter({ hasText: 'The change was added.' })
    await message.waitFor()
    await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 1000)
    await page.clock.runFor(5000)
    await page.clock.runFor(500)
    expect(await message.count()).toBe(1)
    const countLater = async (): Promise<number> => {
      await page.clock.runFor(1000)
      return message.count()
    }
    await expect.poll(countLater).toBe(0)
  })

  it('come from a repository whose settings are shown once, without ways to send data', async () => {
    const { page } = await open('frame', answers([]), `${path}?tab=changes`)
    await page.getByRole('button', { name: 'Connect GitHub or GitLab' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Create key' }).click()
    await page.getByText('Payload URL: https://omen.example/hook').waitFor()
    expect(await page.getByRole('dialog').getByRole('tab').allTextContents()).toEqual(['GitHub', 'GitLab'])
  })
})
