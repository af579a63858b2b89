import { build } from 'esbuild'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { findBrowser, openBrowser } from '../../../../scripts/open-browser.ts'

async function bundlePage(): Promise<string> {
  const result = await build({
    entryPoints: [new URL('../testing/browser-page.tsx', import.meta.url).pathname],
    bundle: true,
    write: false,
    jsx: 'automatic',
    define: { 'process.env.NODE_ENV': '"production"' },
  })
  return result.outputFiles[0]!.text
}

// `npm test` installs a browser; single test runs without one skip these.
describe.skipIf(findBrowser() === undefined)('TimeSeriesChart in a browser', () => {
  let browser: Browser
  let script: string
  let page: Page

  beforeAll(async () => {
    script = await bundlePage()
    browser = await openBrowser()
  })
  afterAll(() => browser?.close())
  beforeEach(async () => {
    await page?.close()
    page = await browser.newPage({ viewport: { width: 700, height: 800 } })
    await page.setContent('<!doctype html><div id="root"></div>')
    await page.addScriptTag({ content: script })
    await chart().waitFor()
  })

  const chart = (index = 0) => page.getByRole('application').nth(index)
  const spoken = () => page.locator('[aria-live]').first().textContent()
  const ticks = () => page.locator('[data-layer="axes"]').first().textContent()
  const mouseAt = async (x: number, y: number) => page.mouse.move(8 + x, 8 + y)

  it('announces the sample under the keyboard cursor, but not while hovered', async () => {
    await mouseAt(300, 100)
    expect(await spoken()).toBe('')
    await chart().focus()
    await page.keyboard.press('Home')
    await page.keyboard.press('ArrowRight')
    expect(await spoken()).toContain('06:01, node1 30.6')
    await page.keyboard.press('ArrowDown')
    expect(await spoken()).toContain('node2')
    await page.keyboard.press('End')
    expect(await spoken()).toContain('07:59')
  })

  it('moves through the periods and selects one with Enter', async () => {
    await chart().focus()
    await page.keyboard.press(']')
    expect(await spoken()).toBe(
      'Period 1 of 2, Thu 19 Nov 2026 06:10 to Thu 19 Nov 2026 06:20, 10 min, anomaly severity 2, below normal',
    )
    await page.keyboard.press(']')
    await page.keyboard.press('Enter')
    expect(await page.locator('output').textContent()).toBe('burst')
  })

  it('selects a period by a click on its bar', async () => {
    const bar = await page.locator('[data-highlight="dip"]').first().boundingBox()
    await page.mouse.click(bar!.x + bar!.width / 2, bar!.y + 6)
    expect(await page.locator('output').textContent()).toBe('dip')
  })

  it('zooms by a drag and returns with Escape', async () => {
    const before = await ticks()
    await mouseAt(200, 100)
    await page.mouse.down()
    await mouseAt(300, 100)
    expect(await page.locator('[data-part="brush"]').count()).toBe(1)
    await page.mouse.up()
    expect(await ticks()).not.toBe(before)
    await chart().focus()
    await page.keyboard.press('Escape')
    expect(await ticks()).toBe(before)
  })

  it('zooms with ctrl and wheel, and pans with shift and drag; each can be undone', async () => {
    const before = await ticks()
    await mouseAt(300, 100)
    await page.keyboard.down('Control')
    await page.mouse.wheel(0, -400)
    await expect.poll(ticks).not.toBe(before)
    await page.keyboard.up('Control')
    const zoomed = await ticks()
    await page.keyboard.down('Shift')
    await page.mouse.down()
    await mouseAt(150, 100)
    await page.mouse.up()
    await page.keyboard.up('Shift')
    expect(await ticks()).not.toBe(zoomed)
    await chart().focus()
    await page.keyboard.press('Escape')
    expect(await ticks()).toBe(zoomed)
    await page.keyboard.press('Escape')
    expect(await ticks()).toBe(before)
  })

  it('asks once for all notches of a wheel, scales at once, and does not jump back before the page follows', async () => {
    const held = chart(2)
    const shown = () => page.locator('[data-layer="axes"]').nth(2).textContent()
    const asked = () => page.evaluate(() => (window as unknown as { asked: { from: number; to: number }[] }).asked)
    const box = (await held.boundingBox())!
    await page.mouse.move(box.x + 300, box.y + 100)
    await page.keyboard.down('Control')
    // Only what is run below lets time pass: however slow the machine, the notches are one gesture.
    await page.clock.install({ time: 0 })
    await page.clock.pauseAt(60_000)
    const texts = [await shown()]
    for (let notch = 0; notch < 5; notch++) {
      await page.mouse.wheel(0, -200)
      await expect.poll(shown).not.toBe(texts.at(-1))
      texts.push(await shown())
    }
    expect(await asked()).toEqual([])
    await page.keyboard.up('Control')
    await page.clock.runFor(250)
    expect((await asked()).length).toBe(1)
    expect(await shown()).toBe(texts.at(-1))
    await page.clock.runFor(600)
    expect(await shown()).toBe(texts.at(-1))
    const [only] = await asked()
    // Five notches of 200 each: e^-2 of two hours less one minute.
    expect((only!.to - only!.from) / (119 * 60_000)).toBeCloseTo(Math.exp(-2), 2)
  })

  it('zooms in small steps while a key is held, and asks once when it is let go', async () => {
    const held = chart(2)
    const shown = () => page.locator('[data-layer="axes"]').nth(2).textContent()
    const asked = () => page.evaluate(() => (window as unknown as { asked: { from: number; to: number }[] }).asked)
    await held.focus()
    const before = await shown()
    for (let times = 0; times < 20; times++) await page.keyboard.down('+')
    await expect.poll(shown).not.toBe(before)
    expect(await asked()).toEqual([])
    await page.keyboard.up('+')
    const [only, ...more] = await asked()
    expect(more).toEqual([])
    // Half at first, then 6 % with each repetition.
    expect((only!.to - only!.from) / (119 * 60_000)).toBeCloseTo(0.5 * 0.94 ** 19, 2)
    expect(await page.locator('[aria-live]').nth(2).textContent()).toMatch(/^Showing /)
  })

  it('does not re-render the plot while the cursor moves', async () => {
    await page.evaluate(() => {
      const seen = { count: 0 }
      Object.assign(window, { seen })
      const watch = new MutationObserver((changes) => {
        seen.count += changes.length
      })
      for (const layer of document.querySelectorAll('[data-layer]')) {
        watch.observe(layer, { subtree: true, childList: true, attributes: true, characterData: true })
      }
    })
    for (let x = 100; x < 500; x += 20) await mouseAt(x, 100)
    expect(await page.locator('[data-part="crosshair"]').count()).toBe(2)
    expect(await page.evaluate(() => (window as unknown as { seen: { count: number } }).seen.count)).toBe(0)
  })

  it('shows the same moment in the other chart, and the tooltip only in the hovered one', async () => {
    await mouseAt(300, 100)
    expect(await page.locator('[data-part="crosshair"]').count()).toBe(2)
    expect(await page.locator('[data-part="tooltip"]').count()).toBe(1)
    await page.mouse.move(690, 590)
    expect(await page.locator('[data-part="crosshair"]').count()).toBe(0)
  })

  it('exports its view as SVG and PNG', async () => {
    const svg = await page.evaluate(() => (window as unknown as { exportSvgText: () => string }).exportSvgText())
    expect(svg).toMatch(/^<\?xml .*\n<svg [^>]*viewBox="0 0 600 200"/)
    const size = await page.evaluate(() =>
      (window as unknown as { exportPngSize: () => Promise<number> }).exportPngSize(),
    )
    expect(size).toBeGreaterThan(3000)
  })
})
