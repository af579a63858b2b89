import type { Group } from './group.ts'
import { streamChoices } from './stream/stream-choices.ts'

/** All groups by name. */
export const groups: Readonly<Record<string, Group>> = {
  stream: {
    about: `Sizes of injected faults that are found in simulated series, at an equal rate of false alarms and at the shipped alarm (means of their
logarithms), alarms beyond .01 a day in ten kinds of series in which nothing happens (a logarithm, three times), and NAB's score on the telemetry of
NASA (fifty points count as much as a size e times smaller). Curves, noise, steps and kinds are other ones than those of the tables. NAB is only looked at when all is chosen.`,
    choices: streamChoices,
    measure: 'stream/measure-stream.ts',
    judges: ['stream/judge-nab.ts'],
  },
}
