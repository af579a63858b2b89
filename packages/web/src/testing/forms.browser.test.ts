import type { Locator, Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { findBrowser } from '../../../../scripts/open-browser.ts'
import { useScenes } from './open-scene.ts'
import { ALICE, JOB_SAMPLE, modelSample, pageOf } from './wire-samples.ts'

const SIGNED_OUT = {
  status: 401,
  body: { success: false, code: 'UNAUTHENTICATED', message: 'Sign in first.', requestId: 'r' },
}

/** The texts that aria-describedby names. */
const describedText = (field: Locator): Promise<string> =>
  field.evaluate((input) =>
    (input.getAttribute('aria-describedby') ?? '')
      .split(' ')
      .map((id) => document.getElementById(id)?.textContent ?? '')
      .join(' '),
  )

// `npm test` installs a browser; single test runs without one skip these.
describe.skipIf(findBrowser() === undefined)('forms', () => {
  const open = useScenes()

  describe('log in', () => {
    it('marks missing fields and sends nothing', async () => {
      const { page, sent } = await open('login', { 'GET /session': SIGNED_OUT })
      await page.getByRole('button', { name: 'Sign in', exact: true }).click()
      await expect.poll(() => page.getByText('Please fill in this field').count()).toBe(2)
      expect(await page.getByLabel('Account').getAttribute('aria-invalid')).toBe('true')
      expect(sent).toEqual([])
    })

    it('sends the account trimmed, and shows the error of the server', async () => {
      const failed = { success: false, code: 'LOGIN_FAILED', message: 'Wrong.', requestId: 'r' }
      const { page, sent } = await open('login', {
        'GET /session': SIGNED_OUT,
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

  describe('recover an account', () => {
    const version = { success: true, version: '1.0.0', api: 'v1', requiresInvitation: false }
    const signedOutAnswers = { 'GET /session': SIGNED_OUT, 'GET /version': { body: version } }
    const sentAnswer = { status: 202, body: { success: true } }
    const prompt = 'Please enter an e-mail address or mobile number'
    const addressOf = (page: Page) => page.getByRole('textbox', { name: 'E-mail or mobile number' })

    it('sends the account name to a mobile number and says where to look', async () => {
      const { page, sent } = await open(
        'signIn',
        { ...signedOutAnswers, 'POST /get-username-reminder': sentAnswer },
        '/reminder',
      )
      await addressOf(page).fill(' 13800138000 ')
      await page.getByRole('button', { name: 'Send the account name' }).click()
      await page.getByRole('heading', { name: 'Check your text messages' }).waitFor()
      await page.getByText('If an account uses 13800138000, its name has been sent there.').waitFor()
      await page.getByRole('button', { name: 'Try again' }).click()
      expect(await addressOf(page).inputValue()).toBe(' 13800138000 ')
      expect(sent).toEqual([{ call: 'POST /get-username-reminder', fields: { emailOrMobile: '13800138000' } }])
    })

    it('sends a temporary password to a mobile number and continues to the page that uses it', async () => {
      const { page, sent } = await open(
        'signIn',
        { ...signedOutAnswers, 'POST /get-temp-password': sentAnswer },
        '/temp-password',
      )
      await page.getByRole('textbox', { name: 'Account' }).fill('alice1')
      await addressOf(page).fill('13800138000')
      await page.getByRole('button', { name: 'Send a temporary password' }).click()
      await page.getByRole('status').getByText('If 13800138000 belongs to the account').waitFor()
      expect(await page.getByRole('textbox', { name: 'Account' }).inputValue()).toBe('alice1')
      const fields = { userName: 'alice1', emailOrMobile: '13800138000' }
      expect(sent).toEqual([{ call: 'POST /get-temp-password', fields }])
    })

    it.each([
      ['/reminder', 'Send the account name'],
      ['/temp-password', 'Send a temporary password'],
    ])('ties the prompt to a number of no mobile network, and sends nothing: %s', async (address, button) => {
      const { page, sent } = await open('signIn', signedOutAnswers, address)
      await addressOf(page).fill('12345678901')
      await page.getByRole('button', { name: button }).click()
      await expect.poll(() => describedText(addressOf(page))).toBe(prompt)
      expect(await addressOf(page).getAttribute('aria-invalid')).toBe('true')
      expect(sent).toEqual([])
    })

    it('ties the error of the server to its field', async () => {
      const details = [{ field: 'emailOrMobile', message: 'is required', rule: 'required' }]
      const refused = { success: false, code: 'VALIDATION_FAILED', message: prompt, requestId: 'r', details }
      const { page } = await open(
        'signIn',
        { ...signedOutAnswers, 'POST /get-username-reminder': { status: 400, body: refused } },
        '/reminder',
      )
      await addressOf(page).fill('alice@example.com')
      await addressOf(page).press('Enter')
      await expect.poll(() => describedText(addressOf(page))).not.toBe('')
    })

    it('ties the prompts of the sign-up to its fields', async () => {
      const { page } = await open('signIn', signedOutAnswers, '/signup')
      const code = page.getByRole('textbox', { name: 'Verification code' })
      await addressOf(page).fill('12345678901')
      await code.press('Enter')
      await expect.poll(() => describedText(code)).toBe('Please enter the SMS verification code')
      expect(await describedText(addressOf(page))).toBe(prompt)
    })

    it('goes back to a code that was wrong, and keeps the password', async () => {
      const details = [{ field: 'vcode', message: 'is wrong or too old', rule: 'wrong' }]
      const refused = { success: false, code: 'CODE_WRONG', message: 'Wrong.', requestId: 'r', details }
      const { page, sent } = await open(
        'signIn',
        { ...signedOutAnswers, 'POST /signup': { status: 403, body: refused } },
        '/signup',
      )
      const code = page.getByRole('textbox', { name: 'Verification code' })
      await addressOf(page).fill('carol@example.com')
      await page.getByRole('textbox', { name: 'Account' }).fill('carol123')
      await code.fill('000000')
      await code.press('Enter')
      await page.getByLabel('Password', { exact: true }).fill('Right_pass1')
      await page.getByLabel('Confirm password').fill('Right_pass1')
      await page.getByRole('button', { name: 'Create account' }).click()
      await expect.poll(() => describedText(code)).toContain('The verification code is wrong')
      await code.fill('123456')
      await code.press('Enter')
      await page.getByRole('button', { name: 'Create account' }).click()
      await expect.poll(() => sent.length).toBe(2)
      expect(sent[1]?.fields).toMatchObject({ vcode: '123456', password: 'Right_pass1' })
    })
  })

  describe('detect', () => {
    const models = pageOf('models', [
      modelSample({ id: 'm1', modelName: 'checkout' }),
      modelSample({ id: 'm2', modelName: 'fleet', modelType: 'DBScan', mine: false, modelUserName: 'bob123' }),
    ])
    const answers = {
      'GET /session': { body: { success: true, user: ALICE, scopes: ['read', 'upload'] } },
      'GET /models': { body: models },
      'GET /jobs': { body: pageOf('jobs', []) },
      'POST /upload-detection': { status: 202, body: { success: true, job: JOB_SAMPLE } },
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
        modelName: 'fleet',
        modelType: 'DBScan',
        modelUserName: 'bob123',
        pvalue: '1',
        cvalue: '5',
      })
    })
  })
})
