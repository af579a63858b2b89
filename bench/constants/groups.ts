import { causeChoices } from './causes/cause-choices.ts'
import { forecastChoices } from './forecast/forecast-choices.ts'
import type { Group } from './group.ts'
import { incidentChoices } from './incidents/incident-choices.ts'
import { logFindingChoices } from './log-findings/log-finding-choices.ts'
import { logChoices } from './logs/log-choices.ts'
import { rolloutChoices } from './rollout/rollout-choices.ts'
import { streamChoices } from './stream/stream-choices.ts'
import { trainedChoices } from './trained/trained-choices.ts'

/** All groups by name. */
export const groups: Readonly<Record<string, Group>> = {
  causes: {
    about: `Incidents of two simulated systems: of six kinds in four layers of instances, at five intervals, some of them hours long, and of five kinds in a graph of twelve services that call each other. In both,
with nothing beside the fault, a surge, a jump elsewhere before, and a small root: what Avg@5 of the series in which they began lacks, each of the eight the same. The table judges by a third system, a pipeline with queues, on which nothing is chosen.`,
    choices: causeChoices,
    measure: 'causes/measure-causes.ts',
    judges: ['causes'],
  },
  forecast: {
    about: `Twenty simulated series of ten kinds, a day ahead from eight times each: the mean logarithm of the error over that of the best naive
forecast, four times more where it is beyond 1.05, and, twice, how far the share that a range holds lies more than .05 from .9. No file of NAB is among them.`,
    choices: forecastChoices,
    measure: 'forecast/measure-forecast.ts',
    judges: ['forecast'],
  },
  incidents: {
    about: `Twelve simulated systems of eighty incidents, large ones and small ones: the part that is not attributed to the family of metrics in which
it begins, the part of the repeats that is not folded with one of its type, and, three times, the part that is folded with one of another type.`,
    choices: incidentChoices,
    measure: 'incidents/measure-incidents.ts',
    judges: ['incidents'],
  },
  'log-findings': {
    about: `Simulated logs of a mail relay, of other messages, rates and orders than those of the table: the part of bursts and of disorders that is not
found, half the logarithm of findings in quiet logs over what is due by chance, where it is above 0, and a twentieth for each finding of a log that no fault explains.`,
    choices: logFindingChoices,
    measure: 'log-findings/measure-log-findings.ts',
    judges: ['log-findings'],
  },
  logs: {
    about: 'Six shares of ten log sets: GA, FGA, PA and FTA of the lines as they are, GA and FGA with odd lines.',
    choices: logChoices,
    measure: 'logs/measure-logs.ts',
    leftOut: 'logs/chosen-left-out.json',
    judges: [],
  },
  rollout: {
    about: `Seven kinds of simulated rollouts, of other noise, windows and courses than those of the table: the part of steps, leaks and wider spreads
that is not found, and, five times, false verdicts beyond the promised 5 %.`,
    choices: rolloutChoices,
    measure: 'rollout/measure-rollout.ts',
    judges: ['rollout'],
  },
  stream: {
    about: `Sizes of injected faults that are found in simulated series of a minute to an hour a row, two of five of which had bursts before, at an equal rate of false alarms and at the shipped
alarm: how far the mean logarithm is above that of a seasonal median with three time scales (1.1 and 1.5 times its size), and a quarter of itself; alarms beyond .01 a day in fourteen kinds of series in
which nothing happens (the mean logarithm, three times); on every second channel of the telemetry of NASA and on simulated series of 4,032 rows with two faults each, NAB's score at the best and
the shipped threshold and the windows found at the latter (a score of 50 or half of the windows count as much as a size e times smaller); and, of the faults that live detection is to find after two bursts, those half of whose rows it flags (all of them
count as much as a size e³ times smaller), and its false periods beyond .01 in 288 rows (the logarithm). Faults keep their length in rows at each step. Curves, noise, steps and kinds are other ones than those of the tables. NAB itself is only looked at when all is chosen.`,
    choices: streamChoices,
    measure: 'stream/measure-stream.ts',
    isCompared: true,
    judges: ['stream-quiet', 'stream-power'],
  },
  trained: {
    about: `What models of four types, trained on 400 to 1,400 rows or on ten days, report of 14 simulated kinds of systems of three to twelve metrics: where nothing
happens, false periods beyond 0.02 a day (after short trainings rows in periods beyond 1 %) and rows flagged beyond twice .01 and three times .001, a mean of logarithms that
counts three times; faults and lasting changes that are missed (twice), rows of faults that no period covers (once, and three times what is beyond a fifth), rows reported outside of them (three times), and faults in several periods (half);
and of the week of the sample shop what the worst fault lacks of four fifths, and the rows reported beside faults, in percent (three times).
The simulated systems and faults are other ones than those of the tables, which are only looked at when all is chosen.`,
    choices: trainedChoices,
    measure: 'trained/measure-trained.ts',
    judges: ['models', 'trained-nulls', 'skab', 'nasa', 'faults'],
  },
}

/** The group that a program was asked for; the program ends with 2 where there is none. */
export function namedGroup(name: string): Group {
  const group = groups[name]
  if (group !== undefined) return group
  console.error(`Name one of these groups: ${Object.keys(groups).join(', ')}`)
  return process.exit(2)
}
