import type { CollectWindow } from '../../../ports/collector.ts'

export interface WindowTexts {
  readonly from: string
  readonly to: string
  readonly step: string
}

/** InfluxQL has epoch times with a unit, Flux RFC 3339; both have durations. */
export const windowTexts = {
  influxql: ({ from, to, stepMs }: CollectWindow): WindowTexts => ({
    from: `${from}ms`,
    to: `${to}ms`,
    step: `${stepMs}ms`,
  }),
  flux: ({ from, to, stepMs }: CollectWindow): WindowTexts => ({
    from: new Date(from).toISOString(),
    to: new Date(to).toISOString(),
    step: `${stepMs}ms`,
  }),
}

export function fillInWindow(query: string, texts: WindowTexts): string {
  return query.replaceAll(/\$(from|to|step)\b/g, (_, bound: keyof WindowTexts) => texts[bound])
}
