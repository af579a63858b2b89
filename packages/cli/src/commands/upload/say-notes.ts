import type { Detection } from '@omen/sdk'
import type { Run } from '../../cli.ts'
import { notesOf } from '../../render/outcomes.ts'
import { plain } from '../../render/plain.ts'
import type { Outcome } from '../../results/outcome.ts'

/** Writes the remarks on results to stderr, each with its file; JSON has them in its results. */
export function sayNotes(run: Run, outcomes: readonly Outcome[], detections?: ReadonlyMap<string, Detection>): void {
  for (const outcome of outcomes) {
    const file = outcome.path === '-' ? outcome.name : outcome.path
    for (const note of notesOf(outcome, detections)) run.note(`${file}: ${plain(note)}`)
  }
}
