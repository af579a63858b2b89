import type { Incident, LiveAnalysis } from '@omen/sdk'
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { useAtomValue, useSetAtom } from 'jotai'
import { useEffect, useMemo } from 'react'
import { AnalysisView } from '../../../findings/analysis-view/analysis-view.tsx'
import { IncidentsByRange } from '../../../findings/incidents/incidents-by-range.tsx'
import { SeriesProvider } from '../../../findings/metric-chart/series-source.ts'
import { rangeAtom } from '../../../findings/state/range-atoms.ts'
import { incidentIdAtom } from '../../../findings/state/selection-atoms.ts'
import { VerdictProvider } from '../../../findings/verdict/verdict-source.ts'
import { parametersAtom } from '../../../lib/address/address-atom.ts'
import { omen } from '../../../lib/api/omen.ts'
import { pollEvery } from '../../../lib/api/poll.ts'
import { queryKeys } from '../../../lib/api/query-keys.ts'
import { useFormat } from '../../../lib/format/use-format.ts'
import { SPAN_MS } from '../../../lib/time/span.ts'
import { ForecastCard } from '../forecast/forecast-card.tsx'
import { LiveHead, type TimeChoice } from '../head/live-head.tsx'
import { LiveIncidents } from '../incidents/live-incidents.tsx'
import { NothingFound } from '../incidents/nothing-found.tsx'
import { changesQuery } from '../state/changes-query.ts'
import { isPausedAtom } from '../state/live-atoms.ts'
import { isFiltered, type LiveRequest, queryOf } from '../state/live-request.ts'
import { LiveProvider, liveSource } from '../state/live-series.ts'
import { liveVerdicts } from '../state/live-verdicts.ts'
import { placeOf } from '../state/place-of.ts'
import { findingsOfSeries, toAnalysis } from '../state/to-analysis.ts'

interface LiveViewProps {
  request: LiveRequest
  /** Of the caller, who may give verdicts. */
  isMine: boolean
  time: TimeChoice
  /** What is shown. */
  live: LiveAnalysis
  /** What is known by now; null where the time shown stands still. */
  newest: LiveAnalysis | null
  isHeld: boolean
  /** Buckets that have come since. */
  missed: number
}

/** A project in the analysis view, with what is open in place of a list of the whole time. */
export const LiveView = ({ request, isMine, time, live, newest, isHeld, missed }: LiveViewProps) => {
  const { address, predictHours } = request
  const { locale } = useFormat()
  const range = useAtomValue(rangeAtom)
  const setParameters = useSetAtom(parametersAtom)
  const pause = useSetAtom(isPausedAtom)
  const isPart = isFiltered(request)
  const isAhead = range !== null && range.from >= live.to
  // Only findings that are stored take verdicts
  const isJudged = isMine && live.stored === undefined
  const { data: changes } = useQuery(changesQuery(address, live.from))
  const analysis = useMemo(
    () => toAnalysis(address, live, { isMine: isJudged, isFiltered: isPart, predictHours, changes }),
    [address, live, isJudged, isPart, predictHours, changes],
  )
  const recent = useQuery(recentQuery(request, locale))
  useIncidentOfLink(live, recent.data?.incidents ?? NONE)
  const backToNow = () => {
    pause(false)
    setParameters({ window: null, range: null, incident: null })
  }
  return (
    <LiveProvider value={live}>
      <SeriesProvider value={liveSource}>
        <LiveHead
          request={request}
          live={live}
          analysis={analysis}
          newest={newest}
          isHeld={isHeld}
          missed={missed}
          time={time}
          isMine={isMine}
          onBackToNow={backToNow}
        />
        <VerdictProvider value={liveVerdicts}>
          <AnalysisView
            analysis={analysis}
            entry={address}
            aside={(selection) =>
              isAhead && predictHours > 0 ? (
                <ForecastCard live={live} hours={predictHours} />
              ) : range === null && newest !== null ? (
                <>
                  <LiveIncidents
                    live={live}
                    analysis={analysis}
                    selection={selection}
                    recent={recentOf(recent.data, isPart)}
                  />
                  {predictHours > 0 && <ForecastCard live={live} hours={predictHours} />}
                </>
              ) : (
                <IncidentsByRange analysis={analysis} selection={selection} none={() => <NothingFound />} />
              )
            }
          />
        </VerdictProvider>
      </SeriesProvider>
    </LiveProvider>
  )
}

const NONE: readonly Incident[] = []
const REFRESH_MS = 60_000

/** Findings of the last 24 hours, whatever time is shown. */
const recentQuery = (request: LiveRequest, locale: string) =>
  queryOptions({
    queryKey: queryKeys.project.recent(request.address, { ...queryOf(request), locale }),
    queryFn: ({ signal }) =>
      omen.live.analysis(request.address, { ...queryOf(request), span: SPAN_MS['24h'], buckets: 1 }, { signal }),
    refetchInterval: pollEvery(REFRESH_MS),
    placeholderData: keepPreviousData,
  })

/** Of a part of the series those that it has. */
const recentOf = (recent: LiveAnalysis | undefined, isPart: boolean): readonly Incident[] | undefined => {
  if (recent === undefined) return undefined
  return isPart ? findingsOfSeries(recent).incidents : recent.incidents
}

/** A link to an incident of the last 24 hours shows its time. */
const useIncidentOfLink = ({ incidents, stepMs }: LiveAnalysis, recent: readonly Incident[]) => {
  const id = useAtomValue(incidentIdAtom)
  const setParameters = useSetAtom(parametersAtom)
  const found = id === '' || incidents.some((one) => one.id === id) ? undefined : recent.find((one) => one.id === id)
  useEffect(() => {
    if (found !== undefined) setParameters(placeOf(found, stepMs, Date.now()), 'replace')
  }, [found, stepMs, setParameters])
}
