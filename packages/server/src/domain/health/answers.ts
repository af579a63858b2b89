import type { Clock } from '../../ports/clock.ts'
import { within } from '../../ports/within.ts'

const patienceMs = 5000

/** Whether a store answers in time. */
export async function answers(clock: Clock, question: () => PromiseLike<unknown>): Promise<boolean> {
  const answered = await answerOf(clock, async () => {
    await question()
    return true
  })
  return answered ?? false
}

/** Undefined where no answer came in time. */
export async function answerOf<T>(clock: Clock, question: () => PromiseLike<T>): Promise<T | undefined> {
  const asked = Promise.resolve()
    .then(question)
    .catch(() => undefined)
  return within(clock, patienceMs, asked)
}
