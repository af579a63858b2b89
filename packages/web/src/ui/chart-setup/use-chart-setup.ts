import { useComputedColorScheme } from '@mantine/core'
import {
  type ChartLabels,
  type ChartTokens,
  chineseLabels,
  DARK_TOKENS,
  englishLabels,
  LIGHT_TOKENS,
} from '@omen/charts'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/format/use-format.ts'
import { usePrinted } from '../theme/use-printed.ts'

export interface ChartSetup {
  tokens: ChartTokens
  labels: ChartLabels
  locale: string
  timeZone: string
}

/** Common props of all charts: theme colours, labels in the user's language, time zone. */
export const useChartSetup = (): ChartSetup => {
  const { i18n } = useTranslation()
  const { locale, timeZone } = useFormat()
  const isPrinted = usePrinted()
  const scheme = useComputedColorScheme('light')
  return {
    tokens: scheme === 'dark' && !isPrinted ? DARK_TOKENS : LIGHT_TOKENS,
    labels: i18n.language === 'zh-CN' ? chineseLabels : englishLabels,
    locale,
    timeZone,
  }
}
