import { Argument, type Command } from 'commander'
import type { Cli, Run } from '../cli.ts'
import { act, describeCommand } from '../command.ts'
import { COMPLETION_SCRIPTS, type Shell } from '../completion-scripts.ts'

/** `omen completion` */
export function completion(cli: Cli): Command {
  return describeCommand('completion', {
    summary: 'print the completion script of a shell',
    description: 'Prints a script that completes commands, options, models, files and jobs.',
    examples: [
      { run: 'omen completion bash >> ~/.bashrc', does: 'bash' },
      { run: 'omen completion zsh > ~/.zfunc/_omen', does: 'zsh, where ~/.zfunc is in $fpath' },
      { run: 'omen completion fish > ~/.config/fish/completions/omen.fish', does: 'fish' },
    ],
  })
    .addArgument(new Argument('<shell>', 'which shell').choices(Object.keys(COMPLETION_SCRIPTS)))
    .action(act(cli, runCompletion))
}

async function runCompletion(run: Run, _options: object, [shell = '']: string[]): Promise<void> {
  const script = COMPLETION_SCRIPTS[shell as Shell]
  run.result({ success: true, shell, script }, () => script.trimEnd())
}
