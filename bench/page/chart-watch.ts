/// <reference lib="dom" />
import type { Page } from 'playwright-core'

/** The lines of the first metric chart: what is drawn of it, read by script in the page. */
const LINES = 'g[data-layer="lines"]'

/** What lies over the lanes: it is there once they are drawn. */
const LANES = '[data-part="lanes"]'

/** Milliseconds from the click on a link until a frame shows the lanes, and lines in a metric chart. */
export type ViewTimes = { lanesMs: number; chartMs: number }

export async function clickToView(page: Page, link: string): Promise<ViewTimes> {
  const drawn = page.evaluate(
    ([lanes, lines]) => {
      const clicked = new Promise<number>((resolve) => {
        addEventListener('click', () => resolve(performance.now()), { capture: true, once: true })
      })
      const hasLines = () =>
        [...document.querySelectorAll(`${lines} path`)].some((path) => (path.getAttribute('d') ?? '').length > 50)
      return clicked.then(
        (began) =>
          new Promise<{ lanesMs: number; chartMs: number }>((resolve) => {
            let lanesMs = Number.NaN
            const look = () => {
              const now = performance.now() - began
              if (Number.isNaN(lanesMs) && document.querySelector(lanes)) lanesMs = now
              if (!Number.isNaN(lanesMs) && hasLines()) resolve({ lanesMs, chartMs: now })
              else requestAnimationFrame(look)
            }
            look()
          }),
      )
    },
    [LANES, LINES] as const,
  )
  await page.click(link)
  return drawn
}

export type ZoomTimes = { firstMs: number; lastMs: number }

/**
 * Drags over the middle of the first metric chart. Returns when its lines first changed after the button was released, and when
 * they last changed: the first may be the old lines rescaled, the last are the finer ones.
 */
export async function zoomByMouse(page: Page): Promise<ZoomTimes> {
  const chart = page.locator(`svg:has(${LINES})`).first()
  await chart.scrollIntoViewIfNeeded()
  const box = await chart.boundingBox()
  if (box === null) throw new Error('the chart is not on the page')
  const watched = page.evaluate((selector) => {
    const drawing = () =>
      [...(document.querySelector(selector)?.querySelectorAll('path') ?? [])]
        .map((path) => path.getAttribute('d'))
        .join()
    const released = new Promise<number>((resolve) => {
      addEventListener('pointerup', () => resolve(performance.now()), { capture: true, once: true })
    })
    return released.then(
      (began) =>
        new Promise<{ firstMs: number; lastMs: number }>((resolve, reject) => {
          let before = drawing()
          let times: { firstMs: number; lastMs: number } | undefined
          const look = () => {
            const now = performance.now() - began
            const drawn = drawing()
            if (drawn !== before) times = { firstMs: times?.firstMs ?? now, lastMs: now }
            before = drawn
            if (now < 2500) requestAnimationFrame(look)
            else if (times) resolve(times)
            else reject(new Error('the zoom changed nothing'))
          }
          look()
        }),
    )
  }, LINES)
  const y = box.y + box.height / 2
  await page.mouse.move(box.x + box.width * 0.4, y)
  await page.mouse.down()
  await page.mouse.move(box.x + box.width * 0.5, y)
  await page.mouse.move(box.x + box.width * 0.7, y)
  await page.mouse.up()
  return watched
}

/** The largest number of points that one chart of the page holds: vertices of its paths and its other shapes. */
export function maxPoints(page: Page): Promise<number> {
  return page.evaluate((selector) => {
    const pointsOf = (svg: Element) =>
      [...svg.querySelectorAll('*')].reduce((sum, node) => {
        const vertices = node.getAttribute('d')?.match(/[MLHVCSQTA]/gi)?.length
        return sum + (vertices ?? 1)
      }, 0)
    return Math.max(0, ...[...document.querySelectorAll(`svg:has(${selector})`)].map(pointsOf))
  }, LINES)
}

/** The longest that an input of an action waited for the page, in ms: from the input to the first script that hears of it. */
export async function inputDelay(page: Page, act: () => Promise<void>): Promise<number> {
  await page.evaluate(() => {
    const watch = { longest: 0, stop: new AbortController() }
    Object.assign(globalThis, { inputWatch: watch })
    const hear = (event: Event) => {
      watch.longest = Math.max(watch.longest, performance.now() - event.timeStamp)
    }
    for (const kind of ['pointerdown', 'pointermove', 'pointerup', 'click', 'wheel', 'keydown'])
      addEventListener(kind, hear, { capture: true, passive: true, signal: watch.stop.signal })
  })
  await act()
  return page.evaluate(() => {
    const { inputWatch } = globalThis as unknown as { inputWatch: { longest: number; stop: AbortController } }
    inputWatch.stop.abort()
    return inputWatch.longest
  })
}
