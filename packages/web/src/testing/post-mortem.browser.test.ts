import { describe, expect, it } from 'vitest'
import { findBrowser } from '../../../../scripts/open-browser.ts'
import { detailSample, postMortemSample } from './incident-samples.ts'
import { type Answers, useScenes } from './open-scene.ts'
import { ALICE, pageOf } from './wire-samples.ts'

const answers: Answers = {
  'GET /jobs': { body: pageOf('jobs', []) },
  'GET /session': { body: { success: true, user: ALICE, scopes: ['read', 'upload'] } },
  'GET /health': { body: { success: true, status: 'ok', version: '0.1.0' } },
  'GET /liveAnalysis': { status: 404, body: { success: false, code: 'NOT_FOUND', message: 'None.', requestId: 'r' } },
  'GET /incidents/in1': { body: { success: true, ...detailSample() } },
  'GET /postMortem': { body: { success: true, ...postMortemSample() } },
}
const savedText = (revision: number, text: string) => ({
  revision,
  text,
  actions: [],
  updatedAt: 1_764_000_000_000,
  updatedBy: 'bob123',
  isDraft: false,
})
const withText = (revision: number, text: string): Answers => ({
  ...answers,
  'GET /postMortem': { body: { success: true, ...postMortemSample(savedText(revision, text)) } },
})

describe.skipIf(findBrowser() === undefined)('a post-mortem', () => {
  const open = useScenes()

  it('begins with a template filled with the facts, and is saved with the revision that was edited', async () => {
    const changing: Answers = {
      ...answers,
      'POST /postMortem': { body: { success: true, postMortem: savedText(1, 'It broke.') } },
    }
    const { page, sent } = await open('frame', changing, '/incidents/in1')
    const card = page.getByRole('region', { name: 'Post-mortem' })
    await card.getByText('Nobody has written yet. This is the template, filled with the facts.').waitFor()
    await card.getByText('Write', { exact: true }).click()
    await card.getByRole('textbox', { name: 'Text in Markdown' }).fill('It broke.')
    changing['GET /postMortem'] = { body: { success: true, ...postMortemSample(savedText(1, 'It broke.')) } }
    await page.keyboard.press('Control+s')
    await page.getByText('Post-mortem saved.').waitFor()
    expect(sent).toContainEqual({
      call: 'POST /postMortem',
      fields: { incidentId: 'in1', revision: 0, text: 'It broke.', actions: [] },
    })
  })

  it('draws Markdown without HTML, remote images or addresses that run something', async () => {
    const text = [
      ...['# Title', '<img src=x onerror="alert(1)"> **bold** &lt;i&gt;', '', '[run](javascript:alert(1))', ''],
      ...['[docs](https://example.com/a)', '', '![remote](https://example.com/x.png)', '', '- [x] done'],
    ].join('\n')
    const { page } = await open('frame', withText(1, text), '/incidents/in1')
    const preview = page.locator('[data-part=preview]')
    await preview.getByRole('heading', { level: 3, name: 'Title' }).waitFor()
    await preview.getByText('<img src=x onerror="alert(1)"> bold <i>').waitFor()
    expect(await preview.locator('img, i, script').count()).toBe(0)
    expect(
      await preview.getByRole('link').evaluateAll((links) => links.map((one) => one.getAttribute('href'))),
    ).toEqual(['https://example.com/a', 'https://example.com/x.png'])
    await preview.getByText('run', { exact: true }).waitFor()
  })

  it('holds charts of the incident, put in by a menu', async () => {
    const { page } = await open('frame', withText(1, 'Text.'), '/incidents/in1')
    const card = page.getByRole('region', { name: 'Post-mortem' })
    await card.getByText('Write', { exact: true }).click()
    await card.getByRole('button', { name: 'Insert chart' }).click()
    await page.getByRole('menuitem', { name: 'cpu on node3' }).click()
    const text = card.getByRole('textbox', { name: 'Text in Markdown' })
    await expect
      .poll(() => text.inputValue())
      .toMatch(/^Text\.\n\n!\[cpu on node3\]\(omen:series\?id=cpu%5Bnode3%5D&from=\d+&to=\d+\)\n/)
    await card.getByText('Preview', { exact: true }).click()
    await card.getByRole('figure', { name: 'cpu on node3' }).waitFor()
  })

  it('draws the charts of its text, and says where one has no values', async () => {
    const { picture } = detailSample()
    const chart = (name: string, id: string) =>
      `![${name}](omen:series?id=${encodeURIComponent(id)}&from=${picture.from}&to=${picture.to})`
    const kept = detailSample({ picture: { ...picture, source: 'kept' } })
    const text = `${chart('our cpu', 'cpu[node3]')}\n\n${chart('lost', 'gone[node3]')}`
    const answered = { ...withText(1, text), 'GET /incidents/in1': { body: { success: true, ...kept } } }
    const { page } = await open('frame', answered, '/incidents/in1')
    const preview = page.locator('[data-part=preview]')
    const drawn = preview.getByRole('figure', { name: 'our cpu' })
    const line = drawn.locator('[data-layer=lines] path').first()
    await line.waitFor()
    expect((await line.getAttribute('d'))?.length).toBeGreaterThan(200)
    expect(await drawn.locator('[data-layer=bars] > *').count()).toBe(1)
    await drawn.getByRole('button', { name: 'Show our cpu as a table' }).click()
    await drawn.getByRole('table').waitFor()
    await preview.getByText('Chart of lost: its values are not available.').waitFor()
  })

  it('keeps what was written and not saved in the browser', async () => {
    const opened = await open('frame', withText(3, 'Saved.'), '/incidents/in1')
    const card = opened.page.getByRole('region', { name: 'Post-mortem' })
    await card.getByText('Write', { exact: true }).click()
    await card.getByRole('textbox', { name: 'Text in Markdown' }).fill('Saved. And more.')
    await card.getByText('Not saved yet. A draft is kept in this browser.').waitFor()
    await expect
      .poll(() => opened.page.evaluate(() => localStorage.getItem('omen.post-mortem.alice1.in1')))
      .toContain('And more')
    const again = await open('frame', withText(3, 'Saved.'), '/incidents/in1', opened.page)
    await again.page.getByText(/Restored what you wrote .* and did not save\./).waitFor()
    await again.page.locator('[data-part=preview]').getByText('Saved. And more.').waitFor()
    await again.page.getByRole('button', { name: 'Discard the draft' }).click()
    await again.page.getByRole('dialog').getByRole('button', { name: 'Discard the draft' }).click()
    await again.page.locator('[data-part=preview]').getByText('Saved.', { exact: true }).waitFor()
  })

  it('shows both texts where somebody saved another meanwhile, and saves one joined from both', async () => {
    const base = 'What\n\nold\n\nWhy\n\nunknown'
    const mine = base.replace('old', 'mine')
    const theirs = base.replace('unknown', 'theirs')
    const changing: Answers = {
      ...withText(3, base),
      'POST /postMortem': {
        status: 409,
        body: { success: false, code: 'CONFLICT', message: 'Somebody saved another.', requestId: 'r' },
      },
    }
    const { page, sent } = await open('frame', changing, '/incidents/in1')
    const card = page.getByRole('region', { name: 'Post-mortem' })
    await card.getByText('Write', { exact: true }).click()
    await card.getByRole('textbox', { name: 'Text in Markdown' }).fill(mine)
    changing['GET /postMortem'] = { body: { success: true, ...postMortemSample(savedText(4, theirs)) } }
    await card.getByRole('button', { name: 'Save', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: 'bob123 has saved another text meanwhile' })
    const lines = dialog.getByRole('list', { name: 'From theirs to yours' }).getByRole('listitem')
    await lines.first().waitFor()
    const changed = await lines.allTextContents()
    expect(
      changed.filter((line) => /mine|theirs|old|unknown/.test(line)).map((line) => line.replace(/\s.*\s/, ' ')),
    ).toEqual([...['−only old', '+only mine', '−only theirs', '+only unknown']])
    await dialog.getByRole('tab', { name: 'Theirs', exact: true }).click()
    await dialog.getByRole('region', { name: 'Theirs' }).getByText('theirs').waitFor()
    const joined = base.replace('old', 'mine').replace('unknown', 'theirs')
    expect(await dialog.getByLabel('Joined text').inputValue()).toBe(joined)
    changing['POST /postMortem'] = { body: { success: true, postMortem: savedText(5, joined) } }
    changing['GET /postMortem'] = { body: { success: true, ...postMortemSample(savedText(5, joined)) } }
    await dialog.getByRole('button', { name: 'Save joined text' }).click()
    await page.getByText('Post-mortem saved.').waitFor()
    expect(sent.map(({ fields }) => fields)).toMatchObject([
      { revision: 3, text: mine },
      { revision: 4, text: joined },
    ])
  })

  it('has action items that are saved where they are checked', async () => {
    const item = { id: 'a1', text: 'Add a test', assignee: 'bob', done: false }
    const saved = { ...savedText(2, 'Text.'), actions: [item] }
    const changing: Answers = {
      ...answers,
      'GET /postMortem': { body: { success: true, ...postMortemSample(saved) } },
      'POST /postMortem': { body: { success: true, postMortem: { ...saved, revision: 3 } } },
    }
    const { page, sent } = await open('frame', changing, '/incidents/in1')
    await page.getByRole('checkbox', { name: 'Done: Add a test' }).check()
    await expect.poll(() => sent.at(-1)?.fields).toMatchObject({ revision: 2, actions: [{ ...item, done: true }] })
  })

  it('takes templates, and saves its text as one', async () => {
    const answered: Answers = {
      ...withText(1, 'Text.'),
      'POST /post-mortem-templates': {
        body: {
          success: true,
          template: { id: 't1', name: 'Short', text: 'Text.', owner: 'alice1', mine: true, isBuiltIn: false },
        },
      },
    }
    const { page, sent, asked } = await open('frame', answered, '/incidents/in1')
    const card = page.getByRole('region', { name: 'Post-mortem' })
    await card.getByText('Write', { exact: true }).click()
    await card.getByRole('button', { name: 'Template' }).click()
    await page.getByRole('menuitem', { name: 'Post-mortem built in' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Replace' }).click()
    await expect.poll(() => asked.some((one) => one.includes('template=builtin'))).toBe(true)
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await card.getByRole('button', { name: 'Template' }).click()
    await page.getByRole('menuitem', { name: 'Save as template' }).click()
    await page.getByRole('dialog').getByLabel('Name').fill('Short')
    await page.getByRole('dialog').getByRole('button', { name: 'Save template' }).click()
    await expect
      .poll(() => sent.at(-1))
      .toEqual({
        call: 'POST /post-mortem-templates',
        fields: { name: 'Short', text: 'Text.' },
      })
  })
})
