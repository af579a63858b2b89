import { BATCH_JOBS, jobRunAt } from './batch-jobs.ts'
import type { Fault } from './faults.ts'
import { faultTemplates, type LogWriter, routineTemplates, type Template } from './log-templates.ts'
import { createRandom, type Random } from './random.ts'
import { ROLE_ORDER, type Role, roleOf } from './roles.ts'
import type { Moment, ShopOptions } from './shop.ts'
import { MINUTE } from './time.ts'

/** Routine lines a minute of the whole shop at load 1; a real shop writes more, this one samples its log. */
const ROUTINE_PER_MINUTE = 0.5

type Event = { at: number; lines: string[] }

/** Writes the log of a sample: what visitors do, what batch jobs report, what faults make the nodes complain about. */
export function createShopLog(options: ShopOptions): (moment: Moment) => string[] {
  const random = createRandom(options.seed, 2)
  const nodes = Array.from({ length: options.nodes ?? ROLE_ORDER.length }, (_, node) => node)
  return (moment) => {
    const until = moment.time + options.stepMs
    const events = routineEvents(moment, options.stepMs, nodes, random)
    for (const node of nodes) {
      if (!moment.down[node]) events.push(...jobEvents(node, options.seed, moment.time, until))
    }
    for (const fault of options.faults) events.push(...faultEvents(fault, moment.time, until, random))
    return events.sort((a, b) => a.at - b.at).flatMap((event) => event.lines)
  }
}

function routineEvents(moment: Moment, stepMs: number, nodes: readonly number[], random: Random): Event[] {
  const mean = (ROUTINE_PER_MINUTE * (0.15 + moment.load) * stepMs) / MINUTE
  const events: Event[] = []
  for (let left = random.poisson(mean); left > 0; left--) {
    const template = random.pick(routineTemplates)
    const node = random.pick(nodes.filter((other) => roleOf(other) === template.role))
    const event = writeEvent(template, node, moment.time + random.uniform() * stepMs, random)
    if (!moment.down[node]) events.push(event)
  }
  return events
}

function jobEvents(node: number, seed: number, from: number, until: number): Event[] {
  const events: Event[] = []
  for (const job of BATCH_JOBS) {
    if (job.role !== roleOf(node) || job.name === 'log rotation') continue
    const run = jobRunAt(job, node, seed, until - 1)
    const minutes = ((run.to - run.from) / MINUTE).toFixed(1)
    const tell = (at: number, text: string) => {
      if (at >= from && at < until) events.push({ at, lines: [stamp(at, 'INFO', job.role, node, text)] })
    }
    tell(run.from, `${job.name} started`)
    tell(run.to, `${job.name} finished in ${minutes} min`)
  }
  return events
}

function faultEvents(fault: Fault, from: number, until: number, random: Random): Event[] {
  const events: Event[] = []
  for (const template of faultTemplates[fault.kind]) {
    const node = template.role === 'here' ? fault.node : nodeOfRole(template.role, fault.node)
    for (const at of momentsOf(template, fault, from, until, random))
      events.push(writeEvent(template, node, at, random))
  }
  return events
}

function momentsOf(template: Template, fault: Fault, from: number, until: number, random: Random): number[] {
  const inside = (at: number) => (at >= from && at < until ? [at] : [])
  if (template.when === 'start') return inside(fault.from)
  if (template.when === 'end') return inside(fault.to)
  const start = Math.max(from, fault.from)
  const end = Math.min(until, fault.to)
  if (end <= start) return []
  const count = random.poisson((template.perMinute * (end - start)) / MINUTE)
  return Array.from({ length: count }, () => start + random.uniform() * (end - start))
}

function writeEvent(template: LogWriter, node: number, at: number, random: Random): Event {
  const [first = '', ...more] = template.write(random)
  return { at, lines: [stamp(at, template.level, roleOf(node), node, first), ...more] }
}

function nodeOfRole(role: Role, near: number): number {
  return near - (near % ROLE_ORDER.length) + ROLE_ORDER.indexOf(role)
}

function stamp(at: number, level: string, role: Role, node: number, text: string): string {
  return `${new Date(Math.floor(at)).toISOString()} ${level.padEnd(5)} ${role}[node${node + 1}] ${text}`
}
