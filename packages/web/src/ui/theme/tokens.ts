/** The single source of colours, sizes and durations; theme and style sheets are generated from it. */
export interface SurfaceTokens {
  ground: string
  panel: string
  sunken: string
  raised: string
  text: string
  textMuted: string
  hairline: string
  /** Edge of what can be clicked or typed in, and of tags. */
  controlEdge: string
  accent: string
  accentText: string
  accentFill: string
  accentSoft: string
  selected: string
  ok: string
  running: string
  silent: string
  failed: string
  failedSoft: string
  warnText: string
  shadow: string
  /** Edge of a mark in a severity's colour. */
  markEdge: string
}

export const LIGHT_SURFACE: SurfaceTokens = {
  ground: '#f6f7f9',
  panel: '#ffffff',
  sunken: '#f1f3f5',
  raised: '#ffffff',
  text: '#1a1d23',
  textMuted: '#5c636e',
  hairline: 'rgba(26, 29, 35, 0.08)',
  controlEdge: 'rgba(26, 29, 35, 0.18)',
  accent: '#2185d0',
  // The accent itself is 3.9:1 on white: enough for graphics, not for text.
  accentText: '#1a6fb0',
  accentFill: '#1b74b8',
  accentSoft: 'rgba(33, 133, 208, 0.08)',
  selected: 'rgba(33, 133, 208, 0.1)',
  ok: '#4c7c6b',
  running: '#6a5fe0',
  silent: '#6a707a',
  failed: '#c92a2a',
  failedSoft: 'rgba(201, 42, 42, 0.07)',
  warnText: '#8a5a00',
  shadow: '0 8px 28px rgba(15, 17, 21, 0.14), 0 0 0 1px rgba(26, 29, 35, 0.08)',
  markEdge: '#7a5a00',
}

export const DARK_SURFACE: SurfaceTokens = {
  ground: '#0f1115',
  panel: '#16181d',
  sunken: '#101217',
  raised: '#1d2027',
  text: '#e7e9ee',
  textMuted: '#9aa1ad',
  hairline: 'rgba(231, 233, 238, 0.09)',
  controlEdge: 'rgba(231, 233, 238, 0.2)',
  accent: '#2185d0',
  accentText: '#5cace8',
  accentFill: '#1b74b8',
  accentSoft: 'rgba(92, 172, 232, 0.12)',
  selected: 'rgba(92, 172, 232, 0.14)',
  ok: '#7fb3a1',
  running: '#a39bff',
  silent: '#8a8f98',
  failed: '#ff8787',
  failedSoft: 'rgba(255, 107, 107, 0.1)',
  warnText: '#f0c25a',
  shadow: '0 10px 32px rgba(0, 0, 0, 0.5), 0 0 0 1px rgba(231, 233, 238, 0.1)',
  markEdge: '#000000',
}

export const FONTS = {
  text: 'system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", "PingFang SC", "Hiragino Sans GB", "Microsoft YaHei", "Noto Sans CJK SC", "Noto Sans SC", sans-serif',
  mono: 'ui-monospace, SFMono-Regular, Menlo, Consolas, "DejaVu Sans Mono", "Liberation Mono", "Noto Sans Mono CJK SC", monospace',
}

/** Milliseconds; messages and labels: specification, section 9. */
export const DURATIONS = { motion: 160, message: 10_000, label: 5_000 }

/** Milliseconds: specification, section 9. The delays are of menus that open under the pointer. */
export const DROPDOWN = { searchDelay: 20, showDelay: 200, hideDelay: 300, animation: 200, queryThrottle: 200 } as const
export const ACCORDION = { duration: 350 } as const
export const POPUP = { showDelay: 50, hideDelay: 70 } as const

/** Height at the top of a dialog by which it is dragged, px: specification, section 9. */
export const DRAG_HEADER = 50

export const SIZES = { control: 32, radius: 6, navigation: 208, topBar: 48 }
