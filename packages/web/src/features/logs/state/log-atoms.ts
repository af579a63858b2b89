import type { ChartSelection } from '@omen/charts'
import type { LogTab } from '@omen/sdk'
import { atom } from 'jotai'
import { addressAtom, atomFromUrl, parametersAtom } from '../../../lib/address/address-atom.ts'
import {
  listCodec,
  numberWithin,
  oneOf,
  pageCodec,
  type Range,
  rangeCodec,
  textCodec,
} from '../../../lib/address/url-codecs.ts'
import type { SpanName } from '../../../lib/time/span.ts'
import type { LogSource } from './log-source.ts'
import { LEVEL_NAMES } from './severity-level.ts'

const projectAtom = atomFromUrl('project', textCodec)
const fileAtom = atomFromUrl('file', textCodec)

/** Null where the address names none. */
export const sourceAtom = atom((get): LogSource | null => {
  const [address, filename] = [get(projectAtom), get(fileAtom)]
  if (address !== '') return { kind: 'project', address }
  return filename === '' ? null : { kind: 'file', filename }
})
/** The times of a project that move on with the clock. */
export const LOG_SPANS = ['1h', '6h', '24h', '7d', '30d'] as const satisfies readonly SpanName[]
export const spanAtom = atomFromUrl('span', oneOf(LOG_SPANS, '7d'))
/** A time that stands still, in place of the span; of a file, of its whole time. */
export const windowAtom = atomFromUrl('window', rangeCodec)
/** The part of the time at hand that everything below the timeline speaks of; null for all of it. */
export const selectionAtom = atomFromUrl('range', rangeCodec)
/** What the selection is compared with. */
export const baselineAtom = atomFromUrl('baseline', rangeCodec)

const VIEWS = ['templates', 'lines', 'tail'] as const
export const viewAtom = atomFromUrl('view', oneOf(VIEWS, 'templates'))

export const LOG_TABS = [
  ...['new', 'rare', 'hot', 'cold', 'clusters', 'sequences', 'values', 'keywords'],
] as readonly LogTab[]
/** Empty for new templates where there are some, else for all. */
export const tabAtom = atomFromUrl('tab', oneOf([...LOG_TABS, ''], ''))

/** Words of templates. */
export const filterAtom = atomFromUrl('filter', textCodec, 'replace')
/** What is searched for in lines. */
export const queryAtom = atomFromUrl('q', textCodec)
export const orderAtom = atomFromUrl('order', oneOf(['newest', 'oldest'], 'newest'))
export const levelAtom = atomFromUrl('level', oneOf([...LEVEL_NAMES, ''], ''))
export const servicesAtom = atomFromUrl('service', listCodec)
export const SORTS = ['', 'count', 'severity', 'first', 'last', 'change'] as const
export type LogSort = (typeof SORTS)[number]
export const sortAtom = atomFromUrl('sort', oneOf(SORTS, ''))
export const pageAtom = atomFromUrl('page', pageCodec)
/** The template that is open, or whose lines are shown. */
export const templateAtom = atomFromUrl('template', numberWithin(0, 2 ** 32 - 1))
/** Drawn as a calendar of days, or as a table. */
export const chartAtom = atomFromUrl('chart', oneOf(['bars', 'days', 'table'], 'bars'), 'replace')

/** No name of a project: those hold no underscore. */
const NO_METRICS = '_'
/** Address of the project whose metrics stand beside the lines: empty for the only one there is, null for none. */
export const metricsProjectAtom = atomFromUrl('metrics', {
  parse: (text: string | null): string | null => (text === NO_METRICS ? null : (text ?? '')),
  format: (address: string | null) => (address === null ? NO_METRICS : address === '' ? null : address),
})
export const metricAtom = atomFromUrl('metric', textCodec)
/** The series of the metric that is drawn with its band; empty for the one that findings name most. */
export const seriesAtom = atomFromUrl('series', textCodec)
/** The moment under the pointer, shared by the timeline, the chart of a metric and the lines. */
export const cursorAtom = atom<ChartSelection | null>(null)

/** Another time or part of it: pages and open templates of before mean nothing in it. */
const RESTART = { page: null, template: null }

export const selectRangeAtom = atom(null, (_, set, range: Range | null) =>
  set(parametersAtom, { range: rangeCodec.format(range), ...RESTART }),
)

/** A time that stands still, in place of the one at hand. */
export const showWindowAtom = atom(null, (_, set, range: Range) =>
  set(parametersAtom, { window: rangeCodec.format(range), range: null, ...RESTART }),
)

export const selectBaselineAtom = atom(null, (_, set, range: Range | null) =>
  set(parametersAtom, { baseline: rangeCodec.format(range), ...(range === null && { sort: null }), page: null }),
)

export const showTabAtom = atom(null, (_, set, tab: LogTab) =>
  set(parametersAtom, { tab, view: null, sort: null, ...RESTART }),
)

/** Lines of a template, or those that a query finds. */
export const showLinesAtom = atom(null, (_, set, what: { q?: string; template?: number; range?: Range | null }) =>
  set(parametersAtom, {
    view: 'lines',
    q: what.q === undefined || what.q === '' ? null : what.q,
    template: what.template === undefined ? null : String(what.template),
    ...(what.range !== undefined && { range: rangeCodec.format(what.range) }),
  }),
)

const NARROWING = ['range', 'filter', 'level', 'service', 'q', 'template'] as const

/** Whether less than everything is shown. */
export const isNarrowedAtom = atom((get) => {
  const parameters = new URLSearchParams(get(addressAtom).search)
  return NARROWING.some((name) => parameters.has(name))
})

/** One step back: the open template, then the part of the time, then the filters. */
export const stepBackAtom = atom(null, (get, set): boolean => {
  const parameters = new URLSearchParams(get(addressAtom).search)
  const steps = [['template'], ['range', 'page'], ['q', 'filter', 'level', 'service', 'page']]
  const step = steps.find((names) => names.some((name) => name !== 'page' && parameters.has(name)))
  if (step === undefined) return false
  set(parametersAtom, Object.fromEntries(step.map((name) => [name, null])))
  return true
})
