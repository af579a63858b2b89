import type { Reporter, TestModule } from 'vitest/node'

const limitMinutes = 15

/** For Vitest: ends a run in which a file stands still, and names the file. Vitest's own limits need the thread that hangs. */
export default class EndStalled implements Reporter {
  readonly #running = new Map<string, number>()

  onInit(): void {
    setInterval(() => this.#check(), 10_000).unref()
  }

  onTestModuleStart({ moduleId }: TestModule): void {
    this.#running.set(moduleId, performance.now())
  }

  onTestModuleEnd({ moduleId }: TestModule): void {
    this.#running.delete(moduleId)
  }

  #check(): void {
    for (const [file, since] of this.#running) {
      if (performance.now() - since < limitMinutes * 60_000) continue
      console.error(`${file} has not ended after ${limitMinutes} minutes; the run is stopped.`)
      process.exit(1)
    }
  }
}
