import { renderToStaticMarkup } from 'react-dom/server.edge'
import { englishLabels } from '../labels/chart-labels.ts'
import { degreeLine } from '../model/degree-series.ts'
import { Plot } from '../plot/plot.tsx'
import { plotModel } from '../plot/plot-model.ts'
import type { PlotProps } from '../plot/plot-props.ts'
import { lightTokens } from '../tokens/chart-tokens.ts'
import type { RenderChartSvg, RenderSummarySvg, StaticChartProps } from './contract.ts'
import { idPrefixOf } from './id-prefix.ts'
import { describePicture, headingHeight, StaticHeading } from './static-heading.tsx'

function renderPlot(
  props: PlotProps,
  size: Pick<StaticChartProps, 'width' | 'height' | 'idPrefix' | 'hasHeading'>,
): string {
  const { width, height, hasHeading = true } = size
  if (!(width > 0) || !(height > 0)) throw new RangeError('A chart needs a positive width and height')
  const tokens = props.tokens ?? lightTokens
  const labels = props.labels ?? englishLabels
  const model = plotModel(props, width, height, hasHeading ? headingHeight(props, tokens, width) : 0)
  const drawn = [
    props.title,
    tokens.background,
    width,
    height,
    model.domain.from,
    model.domain.to,
    ...props.lines.map((line) => line.id),
  ]
  const idPrefix = size.idPrefix ?? idPrefixOf(drawn.join('\n'))
  const label = labels.chart(props.title, props.lines.length, props.highlights?.length ?? 0)
  const heading = (
    <>
      <title>{label}</title>
      <desc>{describePicture(props, labels)}</desc>
      {hasHeading && <StaticHeading model={model} />}
    </>
  )
  return renderToStaticMarkup(<Plot model={model} idPrefix={idPrefix} ariaLabel={label} isStatic heading={heading} />)
}

export const renderChartSvg: RenderChartSvg = ({ width, height, idPrefix, hasHeading, ...props }) =>
  renderPlot(props, { width, height, idPrefix, hasHeading })

export const renderSummarySvg: RenderSummarySvg = ({ width, height, idPrefix, hasHeading, degree, ...props }) => {
  const line = degreeLine(degree, (props.labels ?? englishLabels).degree)
  return renderPlot({ ...props, lines: [line], kind: 'degree' }, { width, height, idPrefix, hasHeading })
}

export { chineseLabels, englishLabels } from '../labels/chart-labels.ts'
export { darkTokens, lightTokens } from '../tokens/chart-tokens.ts'
