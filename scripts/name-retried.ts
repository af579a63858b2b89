import type { Reporter, TestCase } from 'vitest/node'

/** For Vitest: names, after the summary, the tests that passed at the second attempt only. */
export default class NameRetried implements Reporter {
  readonly #retried: TestCase[] = []

  onTestCaseResult(test: TestCase): void {
    if (test.diagnostic()?.flaky === true) this.#retried.push(test)
  }

  onTestRunEnd(): void {
    for (const test of this.#retried) {
      console.log(`Passed at the second attempt: ${test.module.relativeModuleId} > ${test.fullName}`)
    }
  }
}
