import { findTerms, type GlossaryEntry, glossary } from '@omen/sdk/glossary'
import type { Command } from 'commander'
import type { Cli, Run } from '../cli.ts'
import { act, describeCommand } from '../command.ts'
import { EXIT_CODE } from '../exit-code.ts'
import { CliError } from '../failures.ts'
import { localeOf } from '../io/locale.ts'
import { renderGlossary } from '../render/glossary.ts'

/** `omen glossary` */
export function glossaryCommand(cli: Cli): Command {
  return describeCommand('glossary', {
    summary: 'explain the terms',
    description: 'Explains the terms that Omen uses, in the language of LANG (English or Chinese).',
    examples: [
      { run: 'omen glossary', does: 'every term' },
      { run: 'omen glossary severity', does: 'one term' },
    ],
  })
    .argument('[term]', 'part of a term, in English or Chinese')
    .action(act<object>(cli, showGlossary))
}

async function showGlossary(run: Run, _options: object, [term]: string[]): Promise<void> {
  const entries = term === undefined ? glossary : requireTerms(term)
  run.result({ success: true, entries }, () => renderGlossary(entries, localeOf(run.io), run))
}

function requireTerms(term: string): GlossaryEntry[] {
  const found = findTerms(term)
  if (found.length > 0) return found
  const hint = '"omen glossary" lists all terms.'
  throw new CliError(`There is no term "${term}"`, { code: 'NOT_FOUND', exit: EXIT_CODE.failed, hint })
}
