import type { Group } from './group.ts'
import { streamChoices } from './stream/stream-choices.ts'

/** All groups by name. */
export const groups: Readonly<Record<string, Group>> = {
  stream: {
    about: `Sizes of injected faults that are found in simulated series, at an equal rate of false alarms and at the shipped alarm (means of their
logarithms); alarms beyond .01 a day in ten kinds of series in which nothing happens (the mean logarithm, three times); and NAB's score (fifty points count as
much as a size e times smaller) on the telemetry of NASA, and at the best and the shipped threshold on simulated series of two weeks with two faults each.
Curves, noise, steps and kinds are other ones than those of the tables. NAB itself is only looked at when all is chosen.`,
    choices: streamChoices,
    measure: 'stream/measure-stream.ts',
    judges: ['stream/judge-nab.ts'],
  },
}
