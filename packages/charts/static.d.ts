// Types of the built `dist/static.js`, without the React sources behind it: a server that renders charts needs no JSX set-up to type-check against them.
import type { RenderBarsSvg, RenderChartSvg, RenderLanesSvg, RenderSparkSvg } from './src/static/contract.ts'

export { type ChartLabels, chineseLabels, englishLabels } from './src/labels/chart-labels.ts'
export type * from './src/lanes/lane-types.ts'
export type * from './src/model/chart-types.ts'
export type { StaticBarsProps, StaticChartProps, StaticLanesProps, StaticSparkProps } from './src/static/contract.ts'
export { type ChartTokens, DARK_TOKENS, LIGHT_TOKENS, NEUTRAL_TOKENS } from './src/tokens/chart-tokens.ts'
export declare const renderBarsSvg: RenderBarsSvg
export declare const renderChartSvg: RenderChartSvg
export declare const renderLanesSvg: RenderLanesSvg
export declare const renderSparkSvg: RenderSparkSvg
