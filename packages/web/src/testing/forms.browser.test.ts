import { describe, expect, it } from 'vitest'
import { findBrowser } from '../../../../scripts/open-browser.ts'
import { useScenes } from './open-scene.ts'
import { alice, jobSample, modelSample, pageOf } from './wire-samples.ts'

const signedOut = {
  status: 401,
  body: { success: false, code: 'UNAUTHENTICATED', message: 'Sign in first.', requestId: 'r' },
}

// `npm test` installs a browser; single test runs without one skip these.
describe.skipIf(findBrowser() === undefined)('forms', () => {
  const open = useScenes()

  describe('log in', () => {
    it('marks missing fields and sends nothing', async () => {
      const { page, sent } = await open('login', { 'GET /session': signedOut })
      await page.getByRole('button', { name: 'Sign in', exact: true }).click()
      await expect.poll(() => page.getByText('Please fill in this field').count()).toBe(2)
      expect(await page.getByLabel('Account').getAttribute('aria-invalid')).toBe('true')
      expect(sent).toEqual([])
    })

    it('sends the account trimmed, and shows the error of the server', async () => {
      const failed = { success: false, code: 'LOGIN_FAILED', message: 'Wrong.', requestId: 'r' }
      const { page, sent } = await open('login', {
        'GET /session': signedOut,
        'POST /login-check': { status: 401, body: failed },
      })
      await page.getByLabel('Account').fill(' alice1 ')
      await page.getByLabel('Password', { exact: true }).fill('Wrong_pass1')
      await page.getByLabel('Password', { exact: true }).press('Enter')
      await page.getByRole('alert').waitFor()
      expect(sent).toEqual([
        { call: 'POST /login-check', fields: expect.objectContaining({ userName: 'alice1', password: 'Wrong_pass1' }) },
      ])
    })
  })

  describe('detect', () => {
    const models = pageOf('models', [
      modelSample({ id: 'm1', modelName: 'checkout' }),
      modelSample({ id: 'm2', modelName: 'fleet', modelType: 'DBScan', mine: false, modelUserName: 'bob123' }),
    ])
    const answers = {
      ...{ 'GET /session': { body: { success: true, user: alice, scopes: ['read', 'upload'] } } },
      ...{ 'GET /models': { body: models }, 'GET /jobs': { body: pageOf('jobs', []) } },
      'POST /upload-detection': { status: 202, body: { success: true, job: jobSample } },
    }
    const choose = async (page: Awaited<ReturnType<typeof open>>['page'], name: string) => {
      await page.getByRole('combobox', { name: 'Model' }).click()
      await page.getByRole('option', { name }).click()
    }

    it('writes what a field is for in a colour that can be read', async () => {
      const { page } = await open('detect', answers)
      const [colour, muted] = await page.evaluate(() =>
        ['--mantine-color-placeholder', '--omen-text-muted'].map((name) =>
          getComputedStyle(document.documentElement).getPropertyValue(name),
        ),
      )
      expect(colour).toBe(muted)
      expect(muted).toMatch(/^#/)
    })

    it('waits for the models on Enter, without an error', async () => {
      const late = { ...answers, 'GET /models': 'gone' as 'gone' | { body: object } }
      const { page, sent } = await open('detect', late)
      await page.getByLabel('pvalue').press('Enter')
      expect(await page.locator('[aria-invalid=true]').count()).toBe(0)
      expect(await page.getByText('Choose a model').count()).toBe(0)
      expect(sent).toEqual([])
    })

    it('labels the parameters for the model type, with its defaults', async () => {
      const { page } = await open('detect', answers)
      await choose(page, 'checkout')
      expect(await page.getByLabel('pvalue').inputValue()).toBe('0.99')
      await choose(page, 'fleet')
      expect(await page.getByLabel('epsilon').inputValue()).toBe('1')
      expect(await page.getByLabel('minimum peers').inputValue()).toBe('5')
    })

    it('rejects an epsilon of zero before anything is sent', async () => {
      const { page, sent } = await open('detect', answers)
      await choose(page, 'fleet')
      await page.getByLabel('epsilon').fill('0')
      await page.getByRole('button', { name: 'Detect' }).click()
      await page.getByText('epsilon is a number above 0').waitFor()
      expect(sent).toEqual([])
    })

    it('sends the selected model with its owner if that is another account', async () => {
      const { page, sent } = await open('detect', answers)
      await choose(page, 'fleet')
      await page.getByRole('button', { name: 'Detect' }).click()
      await expect.poll(() => sent).toHaveLength(1)
      expect(sent[0]?.fields).toMatchObject({
        ...{ modelName: 'fleet', modelType: 'DBScan', modelUserName: 'bob123', pvalue: '1', cvalue: '5' },
      })
    })
  })
})
