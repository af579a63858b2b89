import { render, Text, useInput } from 'ink'
import { createElement, type ReactElement } from 'react'
import type { Io } from '../io/io.ts'
import { LIVE_RANGES, type LiveRange, type LiveScreen, renderLiveBoard } from '../render/live-board.ts'
import type { Paint } from '../render/paint.ts'

/** What keys do. */
export interface LiveKeys {
  onQuit(): void
  /** Ctrl-C: a terminal that is read key by key sends no signal. */
  onInterrupt(): void
  onPause(): void
  onRange(range: LiveRange): void
}

/** A screen of a project. */
export interface OpenLiveScreen {
  show(screen: LiveScreen): void
  close(): Promise<void>
}

/** Ages and the clock of the connection go on between two answers. */
const REDRAW_MS = 1000

/** Draws a project on the whole terminal until it is closed, which brings back what was there. */
export function openLiveScreen(io: Io, paint: Paint, name: string, first: LiveScreen, keys: LiveKeys): OpenLiveScreen {
  let shown = first
  const draw = (): ReactElement => createElement(Screen, { io, paint, name, screen: shown, keys })
  const ink = render(draw(), {
    stdout: io.stdout as NodeJS.WriteStream,
    stdin: io.stdin as NodeJS.ReadStream,
    interactive: true,
    alternateScreen: true,
    exitOnCtrlC: false,
    patchConsole: false,
  })
  const redraw = () => ink.rerender(draw())
  const timer = setInterval(redraw, REDRAW_MS)
  io.stdout.on('resize', redraw)
  return {
    show(screen) {
      shown = screen
      redraw()
    },
    async close() {
      clearInterval(timer)
      io.stdout.off('resize', redraw)
      ink.unmount()
      await ink.waitUntilExit()
    },
  }
}

interface ScreenProps {
  io: Io
  paint: Paint
  name: string
  screen: LiveScreen
  keys: LiveKeys
}

function Screen({ io, paint, name, screen, keys }: ScreenProps): ReactElement {
  useInput((input, key) => {
    const range = LIVE_RANGES.find((one) => one.key === input)
    if (key.ctrl && input === 'c') keys.onInterrupt()
    else if (input === 'q') keys.onQuit()
    else if (input === ' ') keys.onPause()
    else if (range) keys.onRange(range)
  })
  const { columns = 80, rows = 24 } = io.stdout
  // One row is left free: a terminal scrolls when its last one is filled
  const frame = { width: columns, height: rows - 1, paint, timeZone: io.timeZone, now: io.clock.now() }
  return createElement(Text, { wrap: 'truncate' }, renderLiveBoard(name, screen, frame).join('\n'))
}
