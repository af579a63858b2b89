import type { Command } from 'commander'
import type { Cli, Run } from '../../cli.ts'
import { act, describeCommand } from '../../command.ts'
import { EXIT_CODE } from '../../exit-code.ts'
import { CliError } from '../../failures.ts'
import { requireYes } from '../../io/require-yes.ts'
import { durationMs } from '../../options.ts'
import { renderIngestKeys, renderNewKey } from '../../render/ingest-keys.ts'
import { plain } from '../../render/plain.ts'

/** `omen projects keys list` */
function keysList(cli: Cli): Command {
  return describeCommand('list', {
    summary: 'list the ingest keys of a project, without their secrets',
    examples: [{ run: 'omen projects keys list shop', does: 'names, last characters, last use' }],
  })
    .argument('<project>', 'name')
    .action(
      act(cli, async (run: Run, _options: object, [name = '']: string[]) => {
        const keys = await (await run.omen()).projects.keys(name)
        run.result({ success: true, keys }, () => renderIngestKeys(keys, run))
        if (keys.length === 0) run.note(`${name} has no ingest key: nothing can be sent to it.`)
      }),
    )
}

interface AddOptions {
  name: string
  read?: boolean
  expires?: number
}

/** `omen projects keys add` */
function keysAdd(cli: Cli): Command {
  return describeCommand('add', {
    summary: 'create an ingest key; prints its secret once',
    description:
      'To rotate a key without a gap: add a second one, move the senders over, and delete the first when "keys list" ' +
      'says that it is not used any more.',
    examples: [
      { run: 'omen projects keys add shop --name web-tier', does: 'with ready commands for senders' },
      {
        run: 'omen projects keys add shop --read --expires 90d --jq .secret',
        does: 'one that may also read, for 90 days',
      },
    ],
  })
    .argument('<project>', 'name')
    .option('--name <text>', 'what it is for', 'key')
    .option('--read', 'permits remote_read and queries as well')
    .option('--expires <duration>', 'how long it is valid (default: until it is deleted)', durationMs)
    .action(act<AddOptions>(cli, runAdd))
}

async function runAdd(run: Run, { name, read, expires }: AddOptions, [project = '']: string[]): Promise<void> {
  const { projects } = await run.omen()
  const expiresAt = expires === undefined ? {} : { expiresAt: run.io.clock.now() + expires }
  const made = await projects.createKey(project, { name, mayRead: read === true, ...expiresAt })
  run.result({ ...made, success: true }, () => renderNewKey(made, run))
  run.note('The key is not shown again.')
}

/** `omen projects keys delete` */
function keysDelete(cli: Cli): Command {
  return describeCommand('delete', {
    summary: 'revoke an ingest key; the next batch sent with it is refused',
    examples: [{ run: 'omen projects keys delete shop S4dc', does: 'asks first' }],
  })
    .argument('<project>', 'name')
    .argument('<key>', 'its name, id, or the last characters of its secret')
    .option('-y, --yes', 'do not ask')
    .action(act<{ yes?: boolean }>(cli, runDelete))
}

async function runDelete(
  run: Run,
  { yes }: { yes?: boolean },
  [project = '', reference = '']: string[],
): Promise<void> {
  const { projects } = await run.omen()
  const found = (await projects.keys(project)).filter(({ id, name, hint }) => [id, name, hint].includes(reference))
  const [key] = found
  if (!key || found.length > 1) {
    const message = key ? `${project} has ${found.length} keys "${reference}"` : `${project} has no key "${reference}"`
    const hint = `"omen projects keys list ${project}" lists them; the id tells them apart.`
    throw new CliError(message, { code: key ? 'CONFLICT' : 'NOT_FOUND', exit: EXIT_CODE.failed, hint })
  }
  await requireYes(run, yes, `Revoke the key ${plain(key.name)} (…${key.hint}) of ${project}?`)
  await projects.deleteKey(key.id)
  run.result({ success: true, deleted: key.id }, () => `Revoked ${plain(key.name)} (…${key.hint}).`)
}

/** `omen projects keys` */
export function projectsKeys(cli: Cli): Command {
  return describeCommand('keys', {
    summary: 'ingest keys of a project: list, add, delete',
    examples: [{ run: 'omen projects keys list shop', does: 'lists them' }],
  })
    .addCommand(keysList(cli))
    .addCommand(keysAdd(cli))
    .addCommand(keysDelete(cli))
}
