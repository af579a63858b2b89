import { describe, expect, it } from 'vitest'
import { findBrowser } from '../../../../scripts/open-browser.ts'
import { type Answers, useScenes } from './open-scene.ts'
import { dataOf, live, MINUTE_MS, now, session } from './project-page-samples.ts'
import { ingestKeySample, pageOf, projectSample } from './wire-samples.ts'

const added = {
  success: true,
  project: projectSample({}),
  key: ingestKeySample({}),
  secret: 'omen_in_secret1',
  commands: [
    { sender: 'curl', text: 'curl -X POST one' },
    { sender: 'prometheus', text: 'remote_write:\n  - url: two' },
    ...['opentelemetry', 'vmagent', 'telegraf', 'omen'].map((sender) => ({ sender, text: sender })),
  ],
}

describe.skipIf(findBrowser() === undefined)('projects', () => {
  const open = useScenes()

  describe('the list', () => {
    it('says what the state of each means', async () => {
      const stateSentence = 'Nothing has arrived for 9 min. Check that the sender runs.'
      const projects = [projectSample({ state: 'silent', stateSentence, lastDataAt: now - 9 * MINUTE_MS })]
      const { page } = await open(
        'frame',
        { ...session, 'GET /projects': { body: pageOf('projects', projects) } },
        '/projects',
      )
      await page.getByText(stateSentence).waitFor()
      await page.getByText(/^\d+ minutes ago$/).waitFor()
    })

    it('links to a project of somebody else by its owner', async () => {
      const projects = [projectSample({ projectName: '商城', owner: 'bob123', mine: false })]
      const { page } = await open(
        'frame',
        { ...session, 'GET /projects': { body: pageOf('projects', projects) } },
        '/projects',
      )
      const link = page.getByRole('link', { name: '商城' })
      expect(decodeURI((await link.getAttribute('href')) ?? '')).toBe('/projects/商城@bob123')
    })

    it('leads to the first one', async () => {
      const { page } = await open(
        'frame',
        { ...session, 'GET /projects': { body: pageOf('projects', []) } },
        '/projects',
      )
      await page.getByText('No projects yet').waitFor()
      expect(await page.getByRole('textbox').count()).toBe(0)
      await page.getByRole('link', { name: 'Add project' }).click()
      await page.getByRole('heading', { name: 'What should Omen watch?' }).waitFor()
    })
  })

  describe('adding one', () => {
    const answers = { ...session, 'GET /projects': { body: pageOf('projects', [projectSample({})]) } }
    const submit = 'Add project'

    it('checks the name while it is typed', async () => {
      const { page, sent } = await open('frame', answers, '/projects/add/custom')
      const name = page.getByLabel('Name')
      await name.fill('my shop')
      await page.getByText('no spaces and none of').waitFor()
      await name.fill('Shop')
      await page.getByText('You have a project of this name already').waitFor()
      await page.getByRole('button', { name: submit }).click()
      await name.fill('shop-2')
      await page.getByText('This name is free').waitFor()
      expect(sent).toEqual([])
    })

    it('sends what was chosen, then shows the secret, the commands, and the first samples without reloading', async () => {
      const arriving: Answers = {
        ...answers,
        'GET /projects': { body: pageOf('projects', []) },
        'POST /add-custom-project': { status: 201, body: added },
        'GET /projects/shop': { body: { success: true, project: projectSample({}) } },
        'GET /projectData': { body: dataOf(1) },
      }
      const { page, sent } = await open('frame', arriving, '/projects/add/custom')
      await page.getByLabel('Name').fill('shop')
      await page.getByRole('combobox', { name: 'Sampling interval' }).click()
      await page.getByRole('option', { name: '10 s' }).click()
      await page.getByLabel('Retention').fill('30')
      await page.getByRole('button', { name: submit }).click()
      await page.getByRole('region', { name: 'The ingest key' }).getByText('omen_in_secret1').waitFor()
      expect(sent).toEqual([
        {
          call: 'POST /add-custom-project',
          fields: {
            projectName: 'shop',
            samplingInterval: 1 / 6,
            timeZone: 'UTC',
            retentionDays: 30,
            dataType: 'Metric',
          },
        },
      ])
      await page.getByText('curl -X POST one').waitFor()
      const senders = page.getByRole('tablist', { name: 'Send with' })
      expect(await senders.evaluate((list) => getComputedStyle(list).flexWrap)).toBe('wrap')
      await page.getByRole('tab', { name: 'Prometheus' }).click()
      await page.getByText('- url: two').waitFor()
      await page.getByText('Waiting for the first data').waitFor()
      arriving['GET /projects/shop'] = { body: { success: true, project: live } }
      await page.getByText('2 samples').waitFor()
      await page.getByRole('table', { name: 'Series that have arrived' }).getByText('web2').waitFor()
      await page.locator('[data-metric=cpu] svg').first().waitFor()
    })

    it('of log lines shows the first lines as they arrive', async () => {
      const project = { ...live, dataType: 'Log' }
      const line = { time: now, instance: 'web1', service: 'shop', severity: 17, line: 'payment failed' }
      const arriving: Answers = {
        ...answers,
        'GET /projects': { body: pageOf('projects', []) },
        'POST /add-custom-project': { status: 201, body: { ...added, project: { ...added.project, dataType: 'Log' } } },
        'GET /projects/shop': { body: { success: true, project } },
        'GET /projectData': { body: { ...dataOf(1), lines: [line] } },
      }
      const { page, sent } = await open('frame', arriving, '/projects/add/custom')
      await page.getByRole('main').getByRole('link', { name: /^Logs/ }).click()
      await page.getByText('Lines are counted in intervals of this length').waitFor()
      await page.getByLabel('Name').fill('shop')
      await page.getByRole('button', { name: submit }).click()
      await page.getByText('2 lines').waitFor()
      await page.getByRole('region', { name: 'Last lines' }).getByText('payment failed').waitFor()
      expect(sent).toMatchObject([{ fields: { projectName: 'shop', dataType: 'Log' } }])
    })

    it('says beside the field that the name was taken meanwhile', async () => {
      const body = { success: false, code: 'CONFLICT', message: 'You have one already.', requestId: 'r' }
      const { page } = await open(
        'frame',
        {
          ...session,
          'GET /projects': { body: pageOf('projects', []) },
          'POST /add-custom-project': { status: 409, body },
        },
        '/projects/add/custom',
      )
      await page.getByLabel('Name').fill('shop')
      await page.getByRole('button', { name: submit }).click()
      await page.getByText('You have a project of this name already').waitFor()
    })
  })
})
