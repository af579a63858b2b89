import type { ConnectionEstimate } from '@omen/sdk'
import { useFormat } from '../../../lib/format/use-format.ts'
import { useConnectTexts } from '../../../lib/i18n/use-connect-texts.ts'
import { type Figure, Figures } from './figures.tsx'

/** What fetching costs: series, calls and money a day. */
export const Cost = ({ estimate }: { estimate: ConnectionEstimate }) => {
  const { t } = useConnectTexts()
  const format = useFormat()
  const { seriesCount, callsPerDay, usdPerDay } = estimate
  const price = (usd: number): string =>
    new Intl.NumberFormat(format.locale, {
      style: 'currency',
      currency: 'USD',
      currencyDisplay: 'narrowSymbol',
    }).format(usd)
  const figures: Figure[] = [
    ...(seriesCount === undefined
      ? []
      : [{ text: t('cost.series', { count: seriesCount }), hint: t('cost.seriesHint') }]),
    { text: t('cost.calls', { count: Math.round(callsPerDay) }), hint: t('cost.callsHint') },
    ...(usdPerDay === undefined
      ? []
      : [{ text: t('cost.price', { price: price(usdPerDay) }), hint: t('cost.priceHint') }]),
  ]
  return <Figures figures={figures} />
}
