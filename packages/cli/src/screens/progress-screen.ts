import { Box, render, Text } from 'ink'
import { createElement, type ReactElement } from 'react'
import type { Io } from '../io/io.ts'
import type { Progress, ProgressItem } from '../io/progress.ts'
import { pad, truncate } from '../render/display-width.ts'
import { count, size } from '../render/figures.ts'
import { plain } from '../render/plain.ts'

const BAR_WIDTH = 20
const SHOWN_ITEMS = 8
const REDRAW_MS = 100

/** Shows progress on the terminal until it is closed, then clears it. Written to stderr: stdout is for the result. */
export function openProgressScreen(io: Io, total: number): Progress {
  const items = new Map<string, ProgressItem>()
  const width = Math.max(40, io.stderr.columns ?? 80)
  let message: string | undefined
  const draw = () => createElement(Screen, { items: [...items.values()], total, width, message })
  const screen = render(draw(), {
    stdout: io.stderr as NodeJS.WriteStream,
    stdin: io.stdin as NodeJS.ReadStream,
    // Whether there is a terminal to draw on was decided before this was opened; ink would refuse where CI is set.
    interactive: true,
    exitOnCtrlC: false,
    patchConsole: false,
  })
  // Drawn at once and then at most every so often: a fast file would otherwise end before it was ever shown.
  let drawnAt = 0
  const redraw = () => {
    drawnAt = performance.now()
    screen.rerender(draw())
  }
  const timer = setInterval(redraw, REDRAW_MS)
  return {
    set(id, item) {
      items.set(id, item)
      if (performance.now() - drawnAt >= REDRAW_MS) redraw()
    },
    say(text) {
      message = text
      redraw()
    },
    close() {
      clearInterval(timer)
      screen.clear()
      screen.unmount()
    },
  }
}

interface ScreenProps {
  items: readonly ProgressItem[]
  total: number
  width: number
  message: string | undefined
}

function Screen({ items, total, width, message }: ScreenProps): ReactElement {
  const active = items.filter(({ ended }) => ended === undefined).slice(0, SHOWN_ITEMS)
  const lines = active.map((item, at) => createElement(Line, { key: at, item, width }))
  return createElement(
    Box,
    { flexDirection: 'column' },
    ...lines,
    total > 1 && createElement(Text, { dimColor: true }, summaryLine(items, total)),
    message !== undefined && createElement(Text, null, message),
  )
}

function summaryLine(items: readonly ProgressItem[], total: number): string {
  const ended = items.filter((item) => item.ended !== undefined)
  const failed = ended.filter((item) => item.ended === 'failed').length
  return `${ended.length} of ${total} done${failed > 0 ? `, ${failed} failed` : ''}`
}

function Line({ item, width }: { item: ProgressItem; width: number }): ReactElement {
  const { share, text } = stepOf(item)
  const nameWidth = Math.max(12, Math.min(32, width - BAR_WIDTH - 30))
  const name = pad(truncate(plain(item.name), nameWidth), nameWidth)
  const filled = Math.round((share ?? 0) * BAR_WIDTH)
  const rest = truncate(text, width - nameWidth - BAR_WIDTH - 4)
  return createElement(
    Text,
    { wrap: 'truncate' },
    `${name} `,
    createElement(Text, { color: '#2185d0' }, '━'.repeat(filled)),
    createElement(Text, { dimColor: true }, '─'.repeat(BAR_WIDTH - filled)),
    ` ${rest}`,
  )
}

type Step = NonNullable<ProgressItem['step']>

/** The state of a file, and the share of it that is done. */
function stepOf({ job, sent, total, step }: ProgressItem): Step {
  if (step) return step
  if (job) {
    const { done, total: all, unit, note } = job.progress
    const figures =
      all > 0 ? (unit === 'bytes' ? ` ${size(done)} of ${size(all)}` : ` ${count(done)}/${count(all)} ${unit}`) : ''
    const what = job.state === 'queued' ? 'waiting for its turn' : `${note ?? job.kind}${figures}`
    return { share: all > 0 ? Math.min(1, done / all) : undefined, text: plain(what) }
  }
  if (sent === undefined || total === undefined) return { share: undefined, text: 'reading' }
  if (total === 0) return { share: undefined, text: `sent ${size(sent)}` }
  return { share: sent / total, text: `sending ${size(sent)} of ${size(total)}` }
}
