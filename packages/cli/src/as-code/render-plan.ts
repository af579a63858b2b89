import type { Paint } from '../render/paint.ts'
import { plain } from '../render/plain.ts'
import type { Difference, PlanStep } from './plan.ts'
import { titleOfSchedule } from './plan-report-schedules.ts'
import { describeMinutes } from './write-config.ts'

const SIGNS = { add: '+', change: '~', remove: '-' }

/** The steps with what each changes; secrets are named and never shown. */
export function renderPlan(steps: readonly PlanStep[], paint: Paint): string {
  if (steps.length === 0) return 'Nothing to do: everything is as the file says.'
  return [...steps.flatMap((step) => renderStep(step, paint)), '', summaryOf(steps)].join('\n')
}

/** "2 to add, 1 to change, 0 to remove." */
function summaryOf(steps: readonly PlanStep[]): string {
  const [added, changed, removed] = countsOf(steps)
  return `${added} to add, ${changed} to change, ${removed} to remove.`
}

/** "Applied: 2 added, 1 changed, 0 removed." */
export function renderApplied(steps: readonly PlanStep[]): string {
  const [added, changed, removed] = countsOf(steps)
  return `Applied: ${added} added, ${changed} changed, ${removed} removed.`
}

function countsOf(steps: readonly PlanStep[]): number[] {
  return ['add', 'change', 'remove'].map((verb) => steps.filter(({ action }) => action.startsWith(verb)).length)
}

function renderStep(step: PlanStep, paint: Paint): string[] {
  const verb = step.action.startsWith('add') ? 'add' : step.action.startsWith('change') ? 'change' : 'remove'
  const color = verb === 'add' ? paint.green : verb === 'remove' ? paint.red : paint.bold
  return [
    color(`${SIGNS[verb]} ${titleOf(step)}`),
    ...step.differences.map((one) => `    ${renderDifference(one, verb)}`),
  ]
}

/** What a step is about: "project shop". */
export function titleOf(step: PlanStep): string {
  switch (step.action) {
    case 'addProject':
    case 'changeProject':
      return plain(`project ${step.project.name}`)
    case 'changeConnection':
      return plain(`connection of ${step.project.name}`)
    case 'changeMembers':
      return plain(`members of ${step.project.name}`)
    case 'changeAlerts':
      return plain(`alerts of ${step.project.name}`)
    case 'removeProject':
      return plain(`project ${step.name} with all its data`)
    case 'addIntegration':
    case 'changeIntegration':
      return plain(`${step.integration.provider} integration ${step.integration.account}`)
    case 'removeIntegration':
      return plain(`${step.provider} integration ${step.account}`)
    case 'addReportSchedule':
    case 'changeReportSchedule':
      return plain(titleOfSchedule(step.schedule))
    case 'removeReportSchedule':
      return plain(`${titleOfSchedule(step.schedule)} to ${step.schedule.recipients.join(', ')}`)
  }
}

function renderDifference({ field, before, after, isSecret }: Difference, verb: string): string {
  const show = field === 'samplingInterval' ? showMinutes : showValue
  if (isSecret) return `${field.padEnd(22)} ${verb === 'add' ? '(secret)' : '(secret) changes'}`
  if (verb === 'add') return `${field.padEnd(22)} ${show(after)}`
  return `${field.padEnd(22)} ${show(before)} → ${show(after)}`
}

function showMinutes(value: unknown): string {
  return showValue(typeof value === 'number' ? describeMinutes(value) : value)
}

function showValue(value: unknown): string {
  if (value === undefined || value === null) return 'none'
  if (Array.isArray(value) && value.length === 0) return 'none'
  if (Array.isArray(value) && value.every((one) => typeof one === 'string')) return plain(value.join(', '))
  return plain(typeof value === 'string' ? value : JSON.stringify(value))
}
