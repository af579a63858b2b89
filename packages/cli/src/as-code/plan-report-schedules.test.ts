import type { Project, ReportSchedule } from '@omen/sdk'
import { expect, it } from 'vitest'
import type { ReportScheduleConfig } from './config.ts'
import type { PlanStep } from './plan.ts'
import { reportScheduleSteps } from './plan-report-schedules.ts'
import type { Planning } from './planning.ts'

const current = (id: string, more: Partial<ReportSchedule> = {}): ReportSchedule => ({
  id,
  every: 'week',
  hour: 8,
  timeZone: 'UTC',
  projectNames: ['shop'],
  recipients: ['a@b.cc'],
  unsubscribed: [],
  locale: 'en',
  createdAt: 0,
  nextAt: 1,
  lastAt: null,
  lastError: null,
  stoppedAt: null,
  stoppedText: null,
  ...more,
})
const wanted = (more: Partial<ReportScheduleConfig> = {}): ReportScheduleConfig => ({
  every: 'week',
  projectNames: ['shop'],
  recipients: ['a@b.cc'],
  line: 2,
  ...more,
})
const project = (projectName: string, owner: string) => ({ projectName, owner, mine: owner === 'ada' }) as Project

function plan(desired: ReportScheduleConfig[], schedules: ReportSchedule[], prune = false) {
  const planning = { prune, faults: [], notes: [] } as unknown as Planning
  const projects = [project('shop', 'ada'), project('nodes', 'bob')]
  return { steps: reportScheduleSteps(planning, desired, { schedules, projects, added: ['new'] }), planning }
}
const idOf = (step: PlanStep) =>
  step.action === 'changeReportSchedule' ? step.id : step.action === 'removeReportSchedule' ? step.schedule.id : ''

it('does nothing about a schedule that is as the file says, whatever the order and the case', () => {
  const schedule = current('one', { projectNames: ['nodes@bob', 'shop'], recipients: ['z@b.cc', 'a@b.cc'] })
  const same = wanted({ projectNames: ['SHOP@ada', 'Nodes@Bob'], recipients: ['a@b.cc', 'z@b.cc'], timeZone: 'UTC' })
  expect(plan([same], [schedule], true).steps).toEqual([])
})

it('changes the one that has the most recipients in common, each once', () => {
  const schedules = [current('one', { recipients: ['x@b.cc'] }), current('two', { recipients: ['a@b.cc', 'b@b.cc'] })]
  const { steps } = plan(
    [wanted({ recipients: ['c@b.cc'] }), wanted({ recipients: ['a@b.cc', 'b@b.cc', 'd@b.cc'] })],
    schedules,
  )
  expect(steps.map((step) => [step.action, idOf(step)])).toEqual([
    ['changeReportSchedule', 'one'],
    ['changeReportSchedule', 'two'],
  ])
})

it('adds one for other projects, another period, or in place of one that has stopped', () => {
  const schedules = [current('one'), current('stopped', { projectNames: null, nextAt: null, stoppedAt: 5 })]
  const desired = [wanted({ projectNames: ['new'] }), wanted({ every: 'day' }), wanted({ projectNames: null })]
  const { steps } = plan(desired, schedules)
  expect(steps.map(({ action }) => action)).toEqual(Array(3).fill('addReportSchedule'))
})

it('removes what the file does not name where that was asked for, what has stopped as well', () => {
  const schedules = [current('one'), current('other', { every: 'day' }), current('stopped', { stoppedAt: 5 })]
  expect(plan([wanted()], schedules).steps).toEqual([])
  expect(plan([wanted()], schedules, true).steps.map(idOf)).toEqual(['other', 'stopped'])
})

it('names the line of a project that cannot be read', () => {
  const { planning } = plan([wanted({ projectNames: ['shop', 'nodes'], line: 7 })], [])
  expect(planning.faults).toEqual([
    { line: 7, message: expect.stringContaining('the weekly report on shop, nodes names nodes') },
  ])
})
