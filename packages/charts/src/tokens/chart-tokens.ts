/** Every colour and font a chart uses; the page may pass its own set. */
export interface ChartTokens {
  fontFamily: string
  background: string
  text: string
  textMuted: string
  grid: string
  axis: string
  /** An empty lane. */
  track: string
  accent: string
  /** Eight Okabe-Ito hues; lightness fitted to the background so that each has 3:1 contrast. */
  lines: readonly string[]
  peer: string
  outlier: string
  bandOpacity: number
  envelopeOpacity: number
  prediction: string
  predictionOpacity: number
  range: string
  hatch: string
  /** What a bar's outline is mixed with, so that pale severities keep an edge of 3:1. */
  markEdge: string
  tooltip: string
  tooltipShadow: string
  /** From rare to frequent, for the state map. */
  frequency: readonly [string, string]
}

const FONT_FAMILY =
  'system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, "PingFang SC", "Microsoft YaHei", "Noto Sans CJK SC", sans-serif'

export const LIGHT_TOKENS: ChartTokens = {
  fontFamily: FONT_FAMILY,
  background: '#ffffff',
  text: '#1c2128',
  textMuted: '#656c76',
  grid: '#ebedf0',
  axis: '#d0d4d9',
  track: '#f1f3f5',
  accent: '#2185d0',
  lines: ['#0072b2', '#00875f', '#b0578a', '#2a8fc7', '#7d7600', '#a87400', '#d55e00', '#3b4148'],
  peer: '#8f96a0',
  outlier: '#d55e00',
  bandOpacity: 0.09,
  envelopeOpacity: 0.24,
  prediction: 'rgb(205, 234, 214)',
  predictionOpacity: 0.55,
  range: '#88bbee',
  hatch: '#858c96',
  markEdge: '#3d2a00',
  tooltip: '#ffffff',
  tooltipShadow: '0 4px 16px rgba(15, 17, 21, 0.14), 0 0 0 1px rgba(15, 17, 21, 0.08)',
  frequency: ['#e7f1f9', '#14578c'],
}

export const DARK_TOKENS: ChartTokens = {
  fontFamily: FONT_FAMILY,
  background: '#16181d',
  text: '#e6e8eb',
  textMuted: '#9aa1ab',
  grid: '#24272d',
  axis: '#3a3f47',
  track: '#1f2228',
  accent: '#4ba3e3',
  lines: ['#4aa3df', '#2bb88d', '#d98cb8', '#8fd0f5', '#d6cb4a', '#e0a12b', '#ee7d3b', '#c9ced6'],
  peer: '#6d747e',
  outlier: '#ee7d3b',
  bandOpacity: 0.1,
  envelopeOpacity: 0.28,
  prediction: 'rgb(205, 234, 214)',
  predictionOpacity: 0.14,
  range: '#88bbee',
  hatch: '#6d747e',
  markEdge: '#000000',
  tooltip: '#1f2228',
  tooltipShadow: '0 4px 16px rgba(0, 0, 0, 0.5), 0 0 0 1px rgba(255, 255, 255, 0.1)',
  frequency: ['#1d2a36', '#7cc0f2'],
}

/** On a transparent ground, to be seen on white as on dark: for pictures that do not know where they will be shown. */
export const NEUTRAL_TOKENS: ChartTokens = {
  ...LIGHT_TOKENS,
  background: 'none',
  text: '#7b828e',
  textMuted: '#7b828e',
  grid: 'rgba(123, 130, 142, 0.28)',
  axis: 'rgba(123, 130, 142, 0.5)',
  track: 'rgba(123, 130, 142, 0.14)',
  hatch: '#7b828e',
  bandOpacity: 0.2,
}
