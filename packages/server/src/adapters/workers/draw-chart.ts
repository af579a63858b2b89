import type { DrawTask } from '../../ports/compute.ts'

/** Draws a chart by the code of the page. React and Nivo are loaded by the first picture, and only in this thread. */
export async function drawChart({ locale, theme, picture }: DrawTask): Promise<string> {
  const charts = await import('@omen/charts/static')
  const { LIGHT_TOKENS: light, DARK_TOKENS: dark, NEUTRAL_TOKENS: neutral } = charts
  const tokens = { light, dark, neutral }[theme]
  switch (picture.kind) {
    case 'metric': {
      const labels = locale === 'zh-CN' ? charts.chineseLabels : charts.englishLabels
      return charts.renderChartSvg({ ...picture.props, locale, labels, tokens })
    }
    case 'lanes':
      return charts.renderLanesSvg({ ...picture.props, locale, tokens })
    case 'spark':
      return charts.renderSparkSvg({ ...picture.props, tokens })
    case 'bars':
      return charts.renderBarsSvg({ ...picture.props, tokens })
  }
}
