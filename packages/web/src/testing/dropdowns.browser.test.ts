import { describe, expect, it } from 'vitest'
import { findBrowser } from '../../../../scripts/open-browser.ts'
import { type Answers, useScenes } from './open-scene.ts'
import { ALICE, modelSample, pageOf, projectSample } from './wire-samples.ts'

const session: Answers = {
  'GET /session': { body: { success: true, user: ALICE, scopes: ['read', 'upload', 'manage'] } },
  'GET /jobs': { body: pageOf('jobs', []) },
  'GET /health': { body: { success: true, status: 'ok', version: '0.1.0' } },
}
const project = projectSample({ members: Array.from({ length: 199 }, (_, at) => `member${at}`) })

describe.skipIf(findBrowser() === undefined)('dropdowns and dialogs', () => {
  const open = useScenes()

  it('say what was not found', async () => {
    const answers: Answers = {
      ...session,
      'GET /models': { body: pageOf('models', [modelSample({ id: 'm1', modelName: 'checkout' })]) },
    }
    const { page } = await open('detect', answers)
    await page.getByRole('combobox', { name: 'Model' }).fill('nothing like it')
    await page.getByText('No results found.').waitFor()
  })

  it('say how many selections there may be once there are as many', async () => {
    const path = `/projects/${project.projectName}`
    const { page } = await open(
      'frame',
      { ...session, [`GET ${path}`]: { body: { success: true, project } } },
      `${path}?tab=members`,
    )
    const accounts = page
      .getByRole('textbox', { name: 'Accounts' })
      .or(page.getByRole('combobox', { name: 'Accounts' }))
    await accounts.fill('bobby1')
    expect(await page.getByText('Max 200 selections').count()).toBe(0)
    await accounts.press('Enter')
    await page.getByText('Max 200 selections').waitFor()
  })

  it('are dragged by the 50 px at the top of a dialog, and by nothing else', async () => {
    const path = `/projects/${project.projectName}`
    const { page } = await open(
      'frame',
      {
        ...session,
        [`GET ${path}`]: { body: { success: true, project } },
        'GET /events': { body: pageOf('events', []) },
      },
      `${path}?tab=changes`,
    )
    await page.getByRole('button', { name: 'Add change' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Version').waitFor()
    // Until it has grown to its size
    for (let before = '', now = 'x'; before !== now; ) {
      before = now
      await page.waitForTimeout(200)
      now = JSON.stringify(await dialog.boundingBox())
    }
    const drag = async (fromTop: number) => {
      const { x, y } = (await dialog.boundingBox())!
      await page.mouse.move(x + 120, y + fromTop)
      await page.mouse.down()
      await page.mouse.move(x + 90, y + fromTop - 20, { steps: 3 })
      await page.mouse.up()
      const moved = (await dialog.boundingBox())!
      return [Math.round(moved.x - x), Math.round(moved.y - y)]
    }
    expect(await drag(25)).toEqual([-30, -20])
    expect(await drag(56)).toEqual([0, 0])
    expect(await drag(24)).toEqual([-30, -20])
  })
})
