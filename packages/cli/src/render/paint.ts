/** Colours a text, or returns it unchanged if colours are off. */
export interface Paint {
  readonly enabled: boolean
  bold(text: string): string
  dim(text: string): string
  red(text: string): string
  green(text: string): string
  rgb(color: Rgb, text: string): string
}

export type Rgb = readonly [red: number, green: number, blue: number]
export type ColorDepth = 'none' | '16' | '256' | 'true'

/** How many colours to use: `NO_COLOR` and `--no-color` win, then `FORCE_COLOR`, then what the terminal can do. */
export function colorDepth(env: Readonly<Record<string, string | undefined>>, isTerminal: boolean): ColorDepth {
  if (env.NO_COLOR) return 'none'
  const forced = env.FORCE_COLOR !== undefined && env.FORCE_COLOR !== '0'
  if (!forced && (!isTerminal || env.TERM === 'dumb' || env.FORCE_COLOR === '0')) return 'none'
  if (/truecolor|24bit/i.test(env.COLORTERM ?? '') || env.FORCE_COLOR === '3') return 'true'
  return BASIC_TERMINALS.test(env.TERM ?? '') ? '16' : '256'
}

/** Terminals whose name promises no more than 16 colours: the Linux console, serial lines, plain xterm and screen. */
const BASIC_TERMINALS = /^(linux|ansi|cons25|cygwin|vt\d+|xterm|rxvt|screen|xterm-color|rxvt-color)$/

/** The colours of a depth. */
export function createPaint(depth: ColorDepth): Paint {
  const wrap = (open: string, close: string) => (text: string) =>
    depth === 'none' || text === '' ? text : `\u001b[${open}m${text}\u001b[${close}m`
  return {
    enabled: depth !== 'none',
    bold: wrap('1', '22'),
    dim: wrap('2', '22'),
    red: wrap('31', '39'),
    green: wrap('32', '39'),
    rgb: (color, text) => wrap(codeOf(color, depth), '39')(text),
  }
}

function codeOf(color: Rgb, depth: ColorDepth): string {
  if (depth === 'true') return `38;2;${color.join(';')}`
  return depth === '16' ? basicCode(color) : `38;5;${nearest(color)}`
}

/** Red, yellow or blue: of the 16 colours those that severities need. */
function basicCode([red, green, blue]: Rgb): string {
  if (blue > red) return '34'
  return green > 100 ? '33' : '31'
}

/** The nearest colour of the 6×6×6 cube of 256-colour terminals. */
function nearest([red, green, blue]: Rgb): number {
  const step = (channel: number) =>
    channel < 48 ? 0 : channel < 115 ? 1 : Math.min(5, Math.floor((channel - 35) / 40))
  return 16 + 36 * step(red) + 6 * step(green) + step(blue)
}
