import type { ChartTokens } from '@omen/charts'
import type { RolloutVerdict } from '@omen/sdk'

/** What came after a rollout is warm where it is worse. */
export const afterColor = (verdict: RolloutVerdict, tokens: ChartTokens): string =>
  verdict === 'worse' ? tokens.outlier : tokens.lines[1]!
