import type { Detection, Gap, Incident, Job, Model, ModelVersion, Period, Project, StoredFile, User } from '@omen/sdk'

/** 2026-11-20 12:00 in UTC, 13:00 in Berlin: the current time in tests. */
export const NOW: number = Date.UTC(2026, 10, 20, 12)
const HOUR = 3_600_000
const MINUTE = 60_000

export const ALICE: User = { userName: 'alice1', role: 'member', locale: 'en', timeZone: 'Europe/Berlin' }

export function storedFile(given: Partial<StoredFile> = {}): StoredFile {
  return {
    filename: 'f-handle-1',
    uploadFileName: 'day.csv',
    bytes: 480_000,
    sha256: '',
    state: 'parsed',
    createdAt: NOW - 5 * MINUTE,
    expiresAt: null,
    ...given,
  }
}

export function modelVersion(given: Partial<ModelVersion> = {}): ModelVersion {
  return {
    version: 1,
    state: 'ready',
    live: true,
    createdAt: NOW - 60 * MINUTE,
    uploadFileName: 'monday.csv',
    trainedFrom: NOW - 2 * 86_400_000,
    trainedTo: NOW - 86_400_000,
    rows: 2043,
    seriesCount: 30,
    bytes: 81_000,
    ...given,
  }
}

export function model(given: Partial<Model> = {}): Model {
  return {
    id: 'm1',
    modelName: 'checkout',
    modelType: 'Holistic',
    modelUserName: 'alice1',
    mine: true,
    state: 'ready',
    live: modelVersion(),
    versionCount: 1,
    createdAt: NOW,
    updatedAt: NOW,
    sharedWith: [],
    ...given,
  }
}

export function job(given: Partial<Job> = {}): Job {
  return {
    id: 'j1',
    kind: 'training',
    state: 'done',
    createdAt: NOW,
    startedAt: NOW,
    finishedAt: NOW + 1500,
    title: 'day.csv → checkout',
    progress: { done: 10, total: 10, unit: 'steps' as const },
    ...given,
  }
}

export function period(given: Partial<Period> = {}): Period {
  return {
    id: 'p1',
    number: 1,
    start: NOW,
    end: NOW + 10 * MINUTE,
    rows: 11,
    val: 7.2,
    kind: 'anomaly',
    state: 'over',
    isMissingValue: false,
    probability: 1e-9,
    series: [{ seriesId: 'cpu[node2]', share: 1, side: 1 }],
    sentence:
      'cpu on node2 reached 98 %, 6.1 times its usual spread for this hour, for 11 minutes, first of 5 metrics to move',
    ...given,
  }
}

export function gap(given: Partial<Gap> = {}): Gap {
  return {
    start: NOW,
    end: NOW + 39 * MINUTE,
    kind: 'silent',
    state: 'over',
    seriesIds: ['cpu[node5]', 'mem[node5]'],
    sentence: 'node5 sent nothing for 40 minutes',
    ...given,
  }
}

export function incident(given: Partial<Incident> = {}): Incident {
  const { id, number, start, end, val, kind, state, sentence } = { ...period(), ...given }
  return {
    id,
    number,
    start,
    end,
    val,
    kind,
    state,
    sentence,
    title: 'cpu on node2',
    brief: 'reached 98 %',
    instances: ['node2'],
    periodIds: ['p1'],
    gapNumbers: [],
    ...pick(given),
  }
}

function pick({ periodIds, gapNumbers }: Partial<Incident>): Partial<Incident> {
  return { ...(periodIds && { periodIds }), ...(gapNumbers && { gapNumbers }) }
}

/** With an incident for each of its periods and gaps. */
export function detection(given: Partial<Detection> = {}): Detection {
  const periods = given.periods ?? [period()]
  const gaps = given.gaps ?? []
  const incidents = [
    ...periods.map((one, index) => incident({ ...one, number: index + 1, periodIds: [one.id] })),
    ...gaps.map((one, index) => {
      return incident({ ...one, val: null, number: periods.length + index + 1, periodIds: [], gapNumbers: [index + 1] })
    }),
  ]
  return {
    id: 'd1',
    kind: 'detection',
    uploadFileName: 'day.csv',
    createdAt: NOW,
    from: NOW - 86_400_000,
    to: NOW,
    modelName: 'checkout',
    modelType: 'Holistic',
    modelVersion: 1,
    pvalue: 0.99,
    cvalue: 5,
    intervalMs: MINUTE,
    rows: 2043,
    seriesCount: 30,
    latestDataTimestamp: NOW,
    periodCount: periods.length,
    trust: 'high',
    flaggedShare: 0.031,
    incidents,
    incidentCount: incidents.length,
    gaps,
    series: [],
    notes: [],
    ...given,
    periods,
  }
}

/** A project that is sent to, and that nothing arrives for any more. */
export function project(given: Partial<Project> = {}): Project {
  return {
    projectName: 'shop',
    owner: 'alice1',
    mine: true,
    demo: false,
    kind: 'custom',
    dataType: 'Metric',
    samplingInterval: 1,
    timeZone: 'UTC',
    retentionDays: 90,
    pvalue: 0.99,
    cvalue: 5,
    modelType: 'Holistic',
    retrainDays: 1,
    model: {
      modelName: 'shop',
      modelType: 'Holistic',
      version: 3,
      trainedFrom: NOW - 40 * HOUR,
      trainedTo: NOW - 26 * HOUR,
    },
    modelDueAt: NOW - 2 * HOUR,
    state: 'silent',
    stateSentence: 'Nothing has arrived for 60 min. Check the sender.',
    trust: 'none',
    seriesCount: 1204,
    createdAt: NOW - 48 * HOUR,
    firstDataAt: NOW - 47 * HOUR,
    lastDataAt: NOW - HOUR,
    from: NOW - 47 * HOUR,
    to: NOW - HOUR,
    members: ['bobby1'],
    collection: null,
    ...given,
  }
}
