import type { ComparedPeers } from '@omen/engine'
import { csvRow } from '@omen/sdk/rules'

const COLUMNS = 'series,metric,service,instance,start,end,rows,distance,side,share'

/** The spans as CSV, the most deviating instance first: times in epoch milliseconds, `share` of the instance's whole time. */
export function peersCsv({ compared }: ComparedPeers): string {
  const rows = compared.flatMap(({ metric, service = '', members }) =>
    members.flatMap(({ seriesId, instance, share, spans }) =>
      spans.map(({ start, end, rows, distance, side }) => {
        const figures = [start, end, rows, round(distance), side, round(share)]
        return csvRow([seriesId, metric, service, instance, ...figures])
      }),
    ),
  )
  return `${[COLUMNS, ...rows].join('\n')}\n`
}

function round(value: number): number {
  return Number(value.toPrecision(6))
}
