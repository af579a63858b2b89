import type { Page } from 'playwright-core'

/** Drags over a part of the lanes, which zooms, in steps as a hand makes them. */
export async function zoomLanes(page: Page): Promise<void> {
  const { left, width, y } = await surface(page)
  await page.mouse.move(left + width * 0.3, y)
  await page.mouse.down()
  for (let step = 1; step <= 20; step++) await page.mouse.move(left + width * (0.3 + 0.02 * step), y)
  await page.mouse.up()
  await page.waitForTimeout(600)
}

/** Drags the first chart to the side with the shift key, which pans. */
export async function panChart(page: Page): Promise<void> {
  const chart = page.locator('svg:has(g[data-layer="lines"])').first()
  await chart.scrollIntoViewIfNeeded()
  const box = await chart.boundingBox()
  if (box === null) throw new Error('the chart is not on the page')
  const y = box.y + box.height / 2
  await page.keyboard.down('Shift')
  await page.mouse.move(box.x + box.width * 0.6, y)
  await page.mouse.down()
  for (let step = 1; step <= 20; step++) await page.mouse.move(box.x + box.width * (0.6 - 0.01 * step), y)
  await page.mouse.up()
  await page.keyboard.up('Shift')
  await page.waitForTimeout(600)
}

/** Goes from incident to incident and back to the whole. */
export async function selectIncidents(page: Page): Promise<void> {
  for (const key of [']', ']', '[', 'Escape']) {
    await page.keyboard.press(key)
    await page.mouse.move(200 + key.length, 300)
    await page.waitForTimeout(400)
  }
}

/** The middle of the first lanes. */
async function surface(page: Page): Promise<{ left: number; width: number; y: number }> {
  const box = await page.locator('[data-part="lanes"]').first().boundingBox()
  if (box === null) throw new Error('the lanes are not on the page')
  return { left: box.x, width: box.width, y: box.y + Math.min(box.height / 2, 40) }
}
