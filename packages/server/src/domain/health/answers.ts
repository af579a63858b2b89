const patienceMs = 5000

/** Whether a store answers in time. */
export async function answers(question: () => PromiseLike<unknown>): Promise<boolean> {
  const answered = await answerOf(async () => {
    await question()
    return true
  })
  return answered ?? false
}

/** Undefined where no answer came in time. */
export async function answerOf<T>(question: () => PromiseLike<T>): Promise<T | undefined> {
  const patience = Promise.withResolvers<undefined>()
  const timer = setTimeout(() => patience.resolve(undefined), patienceMs)
  const asked = Promise.resolve()
    .then(question)
    .catch(() => undefined)
  return Promise.race([asked, patience.promise]).finally(() => clearTimeout(timer))
}
