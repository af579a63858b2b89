import { type Command, InvalidArgumentError } from 'commander'
import type { Cli, Run } from '../cli.ts'
import { act, describeCommand } from '../command.ts'
import type { ServeOptions } from '../mcp/serve.ts'

function port(text: string): number {
  if (!/^\d+$/.test(text) || Number(text) > 65_535) throw new InvalidArgumentError('It must be a port, 0 to 65535.')
  return Number(text)
}

/** `omen mcp` */
export function mcp(cli: Cli): Command {
  return describeCommand('mcp', {
    summary: 'let an agent read incidents, findings and forecasts, by the Model Context Protocol',
    description:
      'Without --http it speaks on standard input and output, as agents start it, with the token of the profile or of OMEN_TOKEN. With --http it listens on ' +
      'loopback at /mcp, and each client sends an access token of its own, whose rights it has. Tools only read unless --write is given; then they also ' +
      'acknowledge, resolve and reopen incidents, judge findings and post events. No answer has more than 8,000 bytes: the rest is behind a cursor.',
    examples: [
      { run: 'claude mcp add omen -- omen mcp', does: 'an agent that starts it by itself' },
      { run: 'omen mcp --http 8765', does: 'at http://127.0.0.1:8765/mcp, for clients with a token' },
      { run: 'OMEN_TOKEN=omen_… omen mcp --write', does: 'may acknowledge and post as well' },
    ],
  })
    .option('--http <port>', 'listen for HTTP on this port; 0 for a free one', port)
    .option('--host <address>', 'listen on this address with --http', '127.0.0.1')
    .option('--allow-host <names...>', 'further names by which clients may call it, such as that of a proxy')
    .option('--write', 'offer tools that change something')
    .action(
      act<ServeOptions>(cli, async (run: Run, options) => {
        const { serveMcp } = await import('../mcp/serve.ts')
        await serveMcp(run, options)
      }),
    )
}
