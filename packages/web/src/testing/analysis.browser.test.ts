import type { Detection } from '@omen/sdk'
import type { Locator, Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { findBrowser } from '../../../../scripts/open-browser.ts'
import { analysisAnswers, detectionWith } from './analysis-samples.ts'
import { useScenes } from './open-scene.ts'

/** Focuses an element and presses keys on it without a task between them, in which a timer could end the gesture. */
const pressInOneTask = (locator: Locator, keys: readonly string[]) =>
  locator.evaluate(async (element: HTMLElement, pressed) => {
    element.focus()
    for (const key of pressed) {
      element.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }))
      await Promise.resolve()
    }
  }, keys)

describe.skipIf(findBrowser() === undefined)('the analysis view', () => {
  const openScene = useScenes()
  const open = async (detection: Detection) => openScene('analysis', analysisAnswers(detection))
  const headline = (page: Page) => page.getByRole('heading', { level: 1 }).textContent()
  const rows = (page: Page, list: string) => page.getByRole('list', { name: list, exact: true }).getByRole('listitem')

  it('speaks of the time that is shown in headline, list and tags', async () => {
    const { page } = await open(
      detectionWith({ metrics: ['cpu', 'mem', 'disk', 'net', 'load', 'swap', 'gpu'], findings: 2 }),
    )
    await expect.poll(() => headline(page)).toMatch(/^2 incidents in 6 days 23 h; worst: cpu on node1 reached 98 %/)
    expect(await page.locator('section[data-metric]').first().getByText('anomaly').count()).toBe(1)
    await page.keyboard.press(']')
    await page.keyboard.press(']')
    await expect.poll(() => headline(page)).toMatch(/^1 incident in \d+ min: cpu on node2 reached 98 %, usually 20$/)
    expect(await rows(page, 'In the time shown').count()).toBe(1)
    expect(await rows(page, 'Outside it').count()).toBe(1)
    await page.getByText(/^Whole file: 2 incidents/).waitFor()
    expect(await page.getByText('anomaly', { exact: true }).count()).toBe(1)
    await page.keyboard.press('Escape')
    await expect.poll(() => headline(page)).toMatch(/^2 incidents/)
  })

  it('steps with [ and ], but not while one types', async () => {
    const { page } = await open(detectionWith({ metrics: Array.from({ length: 12 }, (_, index) => `m${index}`) }))
    await page.getByRole('textbox', { name: 'Filter metrics' }).fill('m1')
    await page.keyboard.press(']')
    expect(await page.getByRole('textbox', { name: 'Filter metrics' }).inputValue()).toBe('m1]')
    expect(await headline(page)).toMatch(/^3 incidents/)
  })

  it('steps with AltGr, which a German keyboard needs for a bracket', async () => {
    const { page } = await open(detectionWith({}))
    await expect.poll(() => headline(page)).toMatch(/^3 incidents/)
    await page.evaluate(() =>
      document.body.dispatchEvent(
        new KeyboardEvent('keydown', { key: ']', ctrlKey: true, altKey: true, bubbles: true, cancelable: true }),
      ),
    )
    await expect.poll(() => headline(page)).toMatch(/^1 incident in/)
  })

  it('moves the edges of the time shown by keys and by hand, says where they are, and asks once', async () => {
    const { page, asked } = await open(detectionWith({}))
    await expect.poll(() => headline(page)).toMatch(/^3 incidents/)
    expect(await page.getByRole('slider').count()).toBe(0)
    const reads = () =>
      new Set(asked.filter((path) => path.includes('/series?')).map((path) => /from=\d+&to=\d+/.exec(path)?.[0]))
    // The whole file, and the small charts of the three incidents
    await expect.poll(() => reads().size).toBe(4)
    await page.keyboard.press(']')
    const start = page.getByRole('slider', { name: 'Start of the time shown' })
    const end = page.getByRole('slider', { name: 'End of the time shown' })
    const time = async (edge: Locator) => Number(await edge.getAttribute('aria-valuenow'))
    const to = await time(end)
    // The charts of the selection, whose span the first small chart has as well
    await expect.poll(() => asked.filter((path) => path.includes('buckets=800&from=')).length).toBe(2)
    const before = reads().size
    await pressInOneTask(
      end,
      Array.from({ length: 5 }, () => 'PageUp'),
    )
    expect(await time(end)).toBeGreaterThan(to)
    expect(await end.getAttribute('aria-valuetext')).toMatch(/\d{1,2} Oct 2026.* \d\d:\d\d/)
    await expect.poll(() => reads().size).toBe(before + 1)
    const [from, box] = [await time(start), (await start.boundingBox())!]
    await page.mouse.move(box.x + 8, box.y + 30)
    await page.mouse.down()
    for (let step = 1; step <= 8; step++) await page.mouse.move(box.x + 8 + step * 5, box.y + 30)
    expect(await time(start)).toBeGreaterThan(from)
    expect(reads().size).toBe(before + 1)
    await page.mouse.up()
    await expect.poll(() => reads().size).toBe(before + 2)
    await page.keyboard.press('Escape')
    await expect.poll(() => start.count()).toBe(0)
  })

  it('ends a move of an edge that comes back, leaves it to the first button, and keeps the focus in the lanes', async () => {
    const { page } = await open(detectionWith({}))
    await expect.poll(() => headline(page)).toMatch(/^3 incidents/)
    await page.keyboard.press(']')
    const end = page.getByRole('slider', { name: 'End of the time shown' })
    const brush = page.locator('[data-part="moved"]')
    await pressInOneTask(end, ['ArrowRight'])
    await expect.poll(() => brush.count()).toBe(0)
    await pressInOneTask(end, ['ArrowRight', 'ArrowLeft'])
    expect(await brush.count()).toBe(1)
    await expect.poll(() => brush.count()).toBe(0)
    const [to, box] = [await end.getAttribute('aria-valuenow'), (await end.boundingBox())!]
    await page.mouse.move(box.x + 8, box.y + 30)
    await page.mouse.down({ button: 'right' })
    await page.mouse.move(box.x + 40, box.y + 30)
    await page.mouse.up({ button: 'right' })
    expect(await end.getAttribute('aria-valuenow')).toBe(to)
    await pressInOneTask(page.getByRole('slider', { name: 'Start of the time shown' }), ['Home'])
    await pressInOneTask(end, ['End'])
    await expect.poll(() => end.count()).toBe(0)
    expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe('Findings in time')
  })

  it('folds lanes beyond twelve, and says how many are quiet', async () => {
    const instances = Array.from({ length: 200 }, (_, index) => `node${index}`)
    const { page } = await open(detectionWith({ metrics: ['cpu'], instances, findings: 3 }))
    await expect.poll(() => page.locator('[data-lane]').count()).toBe(12)
    await page.getByRole('button', { name: '188 quiet' }).click()
    expect(await page.locator('[data-lane]').count()).toBe(200)
  })

  it('lists 5,000 findings a part at a time, and shows each of them in the lanes', async () => {
    const { page } = await open(detectionWith({ findings: 5000, rows: 100_000 }))
    await expect.poll(() => headline(page)).toMatch(/^5,000 incidents/)
    expect(await rows(page, 'Incidents').count()).toBe(30)
    await page.getByRole('button', { name: 'Show more (4,970)' }).waitFor()
    expect(await page.locator('[data-finding]').count()).toBe(5000)
  })

  it('says so where nothing was found, in a single row too', async () => {
    const { page } = await open(detectionWith({ findings: 0, rows: 1 }))
    await expect.poll(() => headline(page)).toMatch(/^Nothing abnormal in 1 min/)
    await page.getByText('Nothing abnormal at this sensitivity. A higher one finds more.').waitFor()
    expect(await page.locator('[data-finding]').count()).toBe(0)
  })

  it('keeps names of 200 letters inside the page', async () => {
    const long = '很长的名字'.repeat(40)
    const { page } = await open(detectionWith({ metrics: [long, 'x'.repeat(200)], instances: ['y'.repeat(200), 'n'] }))
    await page.locator('section[data-metric]').first().waitFor()
    const wider = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
    expect(wider).toBeLessThanOrEqual(0)
  })

  it('says that the incident of a link dissolved', async () => {
    const detection = detectionWith({})
    const { page } = await openScene('analysis', analysisAnswers(detection), '/detections/d1?incident=anomaly-1-2')
    await page.getByText('The incident of this link does not exist at this sensitivity.').waitFor()
  })

  it('puts the charts by their part in the selection, and folds those without one', async () => {
    const metrics = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']
    const { page } = await open(detectionWith({ metrics, instances: ['n1', 'n2'], findings: 16 }))
    await expect.poll(() => page.locator('section[data-metric]').count()).toBe(8)
    for (let step = 0; step < 5; step++) await page.keyboard.press(']')
    await expect.poll(() => page.locator('section[data-metric]').first().getAttribute('data-metric')).toBe('c')
    expect(await page.locator('section[data-metric]').count()).toBe(5)
    await page.getByRole('button', { name: '3 metrics took no part' }).click()
    expect(await page.locator('section[data-metric]').count()).toBe(8)
  })
})
