import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addReportedProject, type ReportedFinding, type ReportedPoint } from '../../testing/reported-project.ts'
import { SAMPLE_START, SAMPLE_STEP_MS, sampleTable } from '../../testing/sample-table.ts'
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts'
import type { TestClient } from '../../testing/test-client.ts'
import { detect, train } from '../../testing/uploads.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const STEP = 5 * MINUTE
const ZONE = 'Europe/Berlin'
/** Clocks are put back on the last day of the week. */
const WEEK_FROM = Date.parse('2026-10-18T22:00Z')
const WEEK_TO = Date.parse('2026-10-25T23:00Z')
const BEFORE_FROM = Date.parse('2026-10-11T22:00Z')
const AT = Date.parse('2026-10-21T12:00Z')

const NAMES = ['cpu[node1]', 'cpu[node2]', 'memory[node1]', 'requests[node1]']
/** The same numbers in every run. */
const random = (() => {
  let state = 20_261_025
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return state / 2_147_483_648
  }
})()

const points: ReportedPoint[] = NAMES.flatMap((series) => {
  const rows: ReportedPoint[] = []
  let counted = 0
  for (let time = BEFORE_FROM; time < WEEK_TO; time += STEP) {
    counted = time === WEEK_FROM + 100 * STEP ? 3 : counted + Math.floor(random() * 10)
    // A tenth never came
    if (random() < 0.1) continue
    rows.push({ series, time, value: series.startsWith('requests') ? counted : Math.round(random() * 1000) / 10 })
  }
  return rows
})

const found: ReportedFinding[] = Array.from({ length: 60 }, (_, index) => {
  const start = BEFORE_FROM + Math.floor((random() * (WEEK_TO - BEFORE_FROM)) / STEP) * STEP
  const isGap = index % 10 === 9
  const moved = NAMES.filter(() => random() < 0.5)
  return {
    start,
    end: start + Math.floor(random() * 40) * STEP,
    incident: `i${Math.floor(index / 3)}`,
    severity: isGap ? null : 1 + Math.round(random() * 80) / 10,
    series: moved.length === 0 ? [NAMES[0]!] : moved,
  }
})
// Across the end of the week, and one that lies in the day of 25 hours
found.push({ start: WEEK_TO - 2 * HOUR, end: WEEK_TO + 3 * HOUR, severity: 4, series: [NAMES[1]!], incident: 'across' })
found.push({
  start: WEEK_TO - 25 * HOUR,
  end: WEEK_TO - 20 * HOUR,
  severity: 9.5,
  series: [NAMES[2]!],
  incident: 'long day',
})

let server: TestServer
let owner: TestClient
beforeAll(async () => {
  server = await startTestServer({ settings: {} })
  owner = await server.signUp('reporter')
  const series = NAMES.map((id) => ({ id, ...(id.startsWith('requests') && { isRate: true }) }))
  await addReportedProject(server, owner, { projectName: 'shop', stepMinutes: 5, series, points, findings: found })
  await addReportedProject(server, owner, {
    projectName: 'empty',
    stepMinutes: 5,
    series: [],
    points: [],
    findings: [],
  })
})
afterAll(() => server.close())

const insight = async (query: string, client = owner) => (await client.get(`insightReport?${query}`)).body
const daily = async (query: string, client = owner) => (await client.get(`dashboard-dailysummaryreport?${query}`)).body
const WEEK = `projectName=shop&period=week&at=${AT}&timeZone=${ZONE}`

/** Minutes of a span in which a finding lasted; the interval of its last row counts. */
function minutesOf(from: number, to: number, isMeant: (one: ReportedFinding) => boolean): number {
  const meant = found.filter(isMeant)
  let minutes = 0
  for (let time = from; time < to; time += MINUTE)
    if (meant.some(({ start, end }) => time >= start && time < end! + STEP)) minutes++
  return minutes
}
const isAbnormal = ({ severity }: ReportedFinding): boolean => severity !== null
const touches = ({ start, end }: ReportedFinding, from: number, to: number): boolean => start < to && end! + STEP > from

/** Incidents of a span, with when they began and ended as a whole. */
function incidentsOf(from: number, to: number) {
  const ids = new Set(found.filter((one) => touches(one, from, to)).map(({ incident }) => incident))
  return [...ids].map((id) => {
    const own = found.filter(({ incident }) => incident === id)
    const severities = own.flatMap(({ severity }) => severity ?? [])
    return {
      id,
      first: Math.min(...own.map(({ start }) => start)),
      past: Math.max(...own.map(({ end }) => end! + STEP)),
      severity: severities.length === 0 ? null : Math.max(...severities),
    }
  })
}
const mean = (values: readonly number[]): number => values.reduce((sum, one) => sum + one, 0) / values.length

describe('the insight report', () => {
  it('says of a calendar week in a zone what can be counted by hand', async () => {
    const report = await insight(WEEK)
    expect([report.from, report.to, report.complete]).toEqual([WEEK_FROM, WEEK_TO, true])
    expect([report.beforeFrom, report.beforeUntil]).toEqual([BEFORE_FROM, WEEK_FROM])
    for (const [figures, from, to] of [
      [report.figures, WEEK_FROM, WEEK_TO],
      [report.before, BEFORE_FROM, WEEK_FROM],
    ]) {
      const incidents = incidentsOf(from, to)
      expect(figures).toMatchObject({
        incidents: incidents.length,
        findings: found.filter((one) => isAbnormal(one) && touches(one, from, to)).length,
        abnormalMs: minutesOf(from, to, isAbnormal) * MINUTE,
        missingMs: minutesOf(from, to, (one) => !isAbnormal(one)) * MINUTE,
      })
      expect(figures.meanDurationMs).toBeCloseTo(mean(incidents.map(({ first, past }) => past - first)), 3)
      expect(figures.meanSeverity).toBeCloseTo(mean(incidents.flatMap(({ severity }) => severity ?? [])), 9)
    }
    expect(report.scope).toMatchObject({ kind: 'project', name: 'shop', series: 4, instances: 2, metrics: 3 })
  })

  it('has what changed in its time, by time; a daily summary that of its thirty days', async () => {
    const changes = [WEEK_FROM - 1, WEEK_TO, WEEK_TO - 1, WEEK_FROM + 3 * HOUR, WEEK_FROM]
    for (const time of changes)
      await owner.post('events', {
        projectName: 'shop',
        at: time,
        kind: 'deployment',
        title: `checkout at ${time}`,
        version: '2.4.1',
        instances: ['node1'],
        link: 'https://ci.example/7',
      })
    const timesOf = ({ events }: { events: { at: number }[] }) => events.map(({ at: time }) => time)
    const { events } = await insight(WEEK)
    expect(timesOf({ events })).toEqual([WEEK_FROM, WEEK_FROM + 3 * HOUR, WEEK_TO - 1])
    expect(events[0]).toEqual({
      projectName: 'shop',
      id: expect.any(String),
      at: WEEK_FROM,
      kind: 'deployment',
      version: '2.4.1',
      title: `checkout at ${WEEK_FROM}`,
      instances: ['node1'],
      link: 'https://ci.example/7',
    })
    const day = `day=2026-10-25&timeZone=${ZONE}`
    expect(timesOf(await daily(`projectName=shop&${day}`))).toEqual(changes.toSorted((a, b) => a - b).slice(0, 4))
    expect(timesOf(await daily(`projectName=empty&${day}`))).toEqual([])
    const stranger = await server.signUp('changeless')
    expect(timesOf(await daily(day, stranger))).toEqual([])
  })

  it('has a bar a day, of which the one on which clocks are put back has 25 hours', async () => {
    const { bars, beforeBars, figures, weekdays } = await insight(WEEK)
    expect(bars.map(({ day }: { day: string }) => day)).toEqual([
      ...['2026-10-19', '2026-10-20', '2026-10-21', '2026-10-22', '2026-10-23', '2026-10-24', '2026-10-25'],
    ])
    expect(bars.map(({ start, end }: { start: number; end: number }) => (end - start) / HOUR)).toEqual([
      ...[24, 24, 24, 24, 24, 24, 25],
    ])
    expect(beforeBars).toHaveLength(7)
    let sum = 0
    for (const { start, end, abnormalMs, missingMs, incidents, meanDurationMs, findings } of bars) {
      expect(abnormalMs).toBe(minutesOf(start, end, isAbnormal) * MINUTE)
      expect(missingMs).toBe(minutesOf(start, end, (one) => !isAbnormal(one)) * MINUTE)
      const begun = incidentsOf(WEEK_FROM, WEEK_TO).filter(({ first }) => first >= start && first < end)
      expect(incidents).toBe(begun.length)
      expect(meanDurationMs ?? 0).toBeCloseTo(
        begun.length === 0 ? 0 : mean(begun.map((one) => one.past - one.first)),
        3,
      )
      expect(findings).toBe(found.filter((one) => isAbnormal(one) && one.start >= start && one.start < end).length)
      sum += abnormalMs
    }
    expect(sum).toBe(figures.abnormalMs)
    expect(weekdays.map(({ weekday }: { weekday: number }) => weekday)).toEqual([1, 2, 3, 4, 5, 6, 7])
    expect(weekdays[6].abnormalMs).toBe(bars[6].abnormalMs)
  })

  it.each([
    ['Europe/Berlin', '2026-10-25T10:00Z', 25],
    ['America/New_York', '2026-10-25T15:00Z', 24],
    ['Europe/Berlin', '2026-03-29T10:00Z', 23],
    ['America/New_York', '2026-11-01T17:00Z', 25],
    ['America/Sao_Paulo', '2026-10-25T15:00Z', 24],
  ])('has a bar an hour of a day: in %s at %s it has %d', async (timeZone, moment, hours) => {
    const { bars, from, to } = await insight(
      `projectName=shop&period=day&at=${Date.parse(moment)}&timeZone=${timeZone}`,
    )
    expect(bars).toHaveLength(hours)
    expect((to - from) / HOUR).toBe(hours)
    expect([bars[0].start, bars.at(-1).end]).toEqual([from, to])
  })

  it('adds up the days of a weekday in a month', async () => {
    const { bars, weekdays } = await insight(`projectName=shop&period=month&at=${AT}&timeZone=${ZONE}`)
    expect(bars).toHaveLength(31)
    expect(weekdays.map(({ days }: { days: number }) => days)).toEqual([4, 4, 4, 5, 5, 5, 4])
    const sunday = bars.filter(({ day }: { day: string }) => new Date(day).getUTCDay() === 0)
    expect(weekdays[6].abnormalMs).toBe(
      sunday.reduce((sum: number, { abnormalMs }: { abnormalMs: number }) => sum + abnormalMs, 0),
    )
  })

  it('shares the time, the number and the severity of findings among instances and metrics', async () => {
    const { byInstance, byMetric } = await insight(WEEK)
    for (const [list, nameOf] of [
      [byInstance, (id: string) => /\[(.*)\]/.exec(id)![1]],
      [byMetric, (id: string) => /^(.*)\[/.exec(id)![1]],
    ]) {
      const own = (name: string) =>
        found.filter((one) => isAbnormal(one) && touches(one, WEEK_FROM, WEEK_TO) && nameOf(one.series[0]!) === name)
      for (const { name, findings, abnormalMs, meanSeverity } of list) {
        expect(findings).toBe(own(name).length)
        expect(meanSeverity).toBeCloseTo(mean(own(name).map(({ severity }) => severity!)), 9)
        expect(abnormalMs).toBe(
          minutesOf(WEEK_FROM, WEEK_TO, (one) => isAbnormal(one) && nameOf(one.series[0]!) === name) * MINUTE,
        )
      }
      for (const share of ['shareOfTime', 'shareOfFindings', 'shareOfSeverity'])
        expect(list.reduce((sum: number, one: Record<string, number>) => sum + one[share]!, 0)).toBeCloseTo(1, 9)
    }
  })

  it('gives the statistics of each series, those of a counter by its rate', async () => {
    const { statistics, figures } = await insight(WEEK)
    expect(statistics).toHaveLength(4)
    const weightOf = (one: ReportedFinding): number =>
      one.severity! * (Math.min(one.end! + STEP, WEEK_TO) - Math.max(one.start, WEEK_FROM))
    const touching = found.filter((one) => isAbnormal(one) && touches(one, WEEK_FROM, WEEK_TO))
    const all = touching.reduce((sum, one) => sum + weightOf(one), 0)
    const steps = (WEEK_TO - WEEK_FROM) / STEP
    let present = 0
    for (const { seriesId, rate, uptime, min, max, mean: average, deviation, relevance } of statistics) {
      const own = points.filter(({ series, time }) => series === seriesId && time >= WEEK_FROM && time < WEEK_TO)
      present += own.length
      expect(uptime).toBeCloseTo(own.length / steps, 9)
      const values = rate ? ratesOf(seriesId) : own.map(({ value }) => value)
      expect(min).toBeCloseTo(Math.min(...values), 4)
      expect(max).toBeCloseTo(Math.max(...values), 3)
      expect(average).toBeCloseTo(mean(values), 3)
      expect(deviation).toBeCloseTo(Math.sqrt(mean(values.map((one) => (one - mean(values)) ** 2))), 3)
      const moved = touching.filter(({ series }) => series.includes(seriesId))
      expect(relevance).toBeCloseTo(moved.reduce((sum, one) => sum + weightOf(one), 0) / all, 9)
    }
    expect(figures.arrivedShare).toBeCloseTo(present / (4 * steps), 9)
    const relevances = statistics.map(({ relevance }: { relevance: number }) => relevance)
    expect(relevances).toEqual(relevances.toSorted((a: number, b: number) => b - a))
  })

  it('lists incidents, the worst first, each with how long it lasted', async () => {
    const { incidents, incidentsTotal } = await insight(WEEK)
    const expected = incidentsOf(WEEK_FROM, WEEK_TO)
    expect([incidents.length, incidentsTotal]).toEqual([expected.length, expected.length])
    expect(incidents[0]).toMatchObject({ id: 'long day', projectName: 'shop', val: 9.5, durationMs: 5 * HOUR + STEP })
    for (const { id, durationMs } of incidents) {
      const one = expected.find((other) => other.id === id)!
      expect(durationMs).toBe(one.past - one.first)
    }
  })

  it('begins with a sentence that says what changed, in the language of the reader', async () => {
    const { headline, trend, figures, before } = await insight(WEEK)
    expect(['worse', 'better', 'same']).toContain(trend)
    expect(headline).toMatch(/^(A worse|A better|An ordinary) week: .+ abnormal instead of .+/)
    expect(figures.abnormalMs).not.toBe(before.abnormalMs)
    const chinese = (await owner.get(`insightReport?${WEEK}`, { 'Accept-Language': 'zh-CN' })).body
    expect(chinese.headline).toMatch(/^当周.+：异常 .+，此前为 .+/)
  })

  it('is compared up to the same time while its period lasts', async () => {
    const report = await insight(`projectName=shop&period=week&timeZone=${ZONE}`)
    expect(report.complete).toBe(false)
    expect(report.until).toBeLessThan(report.to)
    expect(report.beforeUntil - report.beforeFrom).toBe(report.until - report.from)
  })

  it('says that there is no data, of a project without any and of a time before it', async () => {
    const empty = await insight(`projectName=empty&period=week&at=${AT}`)
    expect(empty).toMatchObject({ trend: 'noData', headline: 'empty has no data for this week', statistics: [] })
    expect(empty.figures).toMatchObject({ incidents: 0, arrivedShare: null, meanDurationMs: null })
    const early = await insight(`projectName=shop&period=month&at=${Date.parse('2020-01-15')}`)
    expect(early).toMatchObject({ trend: 'noData', headline: 'shop has no data for this month' })
  })

  it('refuses an unknown zone, period and project, and two subjects at once', async () => {
    expect(await insight('timeZone=Mars/Base')).toMatchObject({
      code: 'VALIDATION_FAILED',
      details: [{ field: 'timeZone' }],
    })
    expect(await insight('period=year')).toMatchObject({ code: 'VALIDATION_FAILED' })
    expect(await insight('projectName=unknown')).toMatchObject({ code: 'NOT_FOUND' })
    expect(await insight('projectName=shop&detectionId=x')).toMatchObject({ details: [{ field: 'detectionId' }] })
    expect(await insight('detectionId=x')).toMatchObject({ code: 'NOT_FOUND' })
  })

  it('of all projects counts only those that the caller may read', async () => {
    const all = await insight(`period=week&at=${AT}&timeZone=${ZONE}`)
    expect(all.scope).toMatchObject({ kind: 'projects', name: '', projects: 2, series: 4 })
    expect(all.byInstance[0].projectName).toBe('shop')
    const stranger = await server.signUp('stranger')
    const none = await insight(`period=week&at=${AT}`, stranger)
    expect(none).toMatchObject({
      scope: { projects: 0, series: 0 },
      incidents: [],
      headline: 'There is no data for this week',
    })
    expect(await insight('projectName=shop@reporter', stranger)).toMatchObject({ code: 'NOT_FOUND' })
  })
})

describe('a report on an uploaded file', () => {
  it('counts what its detection shows, as of the end of the file', async () => {
    const start = SAMPLE_START + 400 * SAMPLE_STEP_MS
    await train(owner, 'filed', sampleTable({ rows: 400 }), { modelType: 'Split' })
    const { job } = (await detect(owner, 'filed', sampleTable({ rows: 200, start, trouble: [50, 90] }))).body
    const { detection } = (await owner.get(`detections/${job.result.detectionId}`)).body
    const report = await insight(`detectionId=${detection.id}&period=month`)
    expect(report.scope).toMatchObject({ kind: 'detection', name: detection.uploadFileName })
    expect(report.figures).toMatchObject({
      incidents: detection.incidents.length,
      findings: detection.periods.length,
      arrivedShare: 1,
    })
    expect(report.incidents.map(({ id }: { id: string }) => id)).toEqual(
      detection.incidents.map(({ id }: { id: string }) => `${detection.id}.${id}`),
    )
    expect(report.statistics[0].relevance).toBeGreaterThan(0)
    expect(report.forecasts).toEqual([])
    const summary = await daily(`detectionId=${detection.id}`)
    expect([summary.to, summary.periodsTotal]).toEqual([detection.to + SAMPLE_STEP_MS, detection.periods.length])
    const stranger = await server.signUp('fileless')
    expect(await insight(`detectionId=${detection.id}`, stranger)).toMatchObject({ code: 'NOT_FOUND' })
  })
})

describe('the daily summary', () => {
  it('shows a day of the calendar, the thirty days up to it, and what was found', async () => {
    const report = await daily(`projectName=shop&day=2026-10-25&timeZone=${ZONE}`)
    expect([report.from, report.to]).toEqual([WEEK_TO - 25 * HOUR, WEEK_TO])
    expect(report.days).toHaveLength(30)
    expect(report.days.at(-1)).toMatchObject({ day: '2026-10-25', start: WEEK_TO - 25 * HOUR, end: WEEK_TO })
    for (const { start, end, abnormalMs } of report.days)
      expect(abnormalMs).toBe(minutesOf(start, end, isAbnormal) * MINUTE)
    const touching = found.filter((one) => touches(one, report.from, report.to))
    expect(report.periodsTotal).toBe(touching.length)
    expect(report.periods.map(({ start }: { start: number }) => start)).toEqual(
      touching.map(({ start }) => start).sort((a, b) => b - a),
    )
    expect(report.statistics).toHaveLength(4)
  })

  it('is of the last 24 hours where no day is named', async () => {
    const { from, to, headline, trend } = await daily('projectName=shop')
    expect(to - from).toBe(24 * HOUR)
    expect([trend, headline]).toEqual(['quiet', 'A quiet day: nothing was abnormal'])
  })

  it('refuses a day that the calendar does not have', async () => {
    expect(await daily('day=2026-02-30')).toMatchObject({ details: [{ field: 'day' }] })
    expect(await daily('day=today')).toMatchObject({ code: 'VALIDATION_FAILED' })
  })

  it('says that there is no data', async () => {
    expect(await daily('projectName=empty')).toMatchObject({ headline: 'empty has no data for the last 24 hours' })
  })
})

/** Increases per second from a step to the next that has a value, as long as that is one of the next sixty. */
function ratesOf(seriesId: string): number[] {
  const own = points.filter(({ series }) => series === seriesId)
  return own.flatMap(({ time, value }, index) => {
    const before = own[index - 1]
    if (before === undefined || time < WEEK_FROM || time >= WEEK_TO || time - before.time > 60 * STEP) return []
    return ((value >= before.value ? value - before.value : value) * 1000) / (time - before.time)
  })
}
