import type { DrawTask } from '../../ports/compute.ts'

/** Draws a chart by the code of the page. React and Nivo are loaded by the first picture, and only in this thread. */
export async function drawChart({ locale, theme, picture }: DrawTask): Promise<string> {
  const charts = await import('@omen/charts/static')
  const style = {
    locale,
    labels: locale === 'zh-CN' ? charts.chineseLabels : charts.englishLabels,
    tokens: theme === 'dark' ? charts.darkTokens : charts.lightTokens,
  }
  if (picture.kind === 'metric') return charts.renderChartSvg({ ...picture.props, ...style })
  return charts.renderLanesSvg({ ...picture.props, locale, tokens: style.tokens })
}
