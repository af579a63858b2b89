import { type DemoFault, type DemoFaultKind, demoFaultKindValues } from '@omen/sdk'
import { Argument, type Command, Option } from 'commander'
import type { Cli, Run } from '../cli.ts'
import { act, describeCommand } from '../command.ts'
import { durationMs, positive } from '../options.ts'
import { timeWriter } from '../render/clock-times.ts'
import { type Cell, type Column, table } from '../render/table.ts'

interface FaultOptions {
  node: number
  for: number
}

const MINUTE_MS = 60_000

/** `omen demo` */
export function demo(cli: Cli): Command {
  return describeCommand('demo', {
    summary: 'let something go wrong in the shop that the server simulates',
    examples: [{ run: 'omen demo fault cpu-hog --node 2', does: 'for ten minutes; watch the project shop-live' }],
  })
    .addCommand(demoFault(cli))
    .addCommand(demoFaults(cli))
    .addCommand(demoEnd(cli))
}

function demoFault(cli: Cli): Command {
  return describeCommand('fault', {
    summary: 'begin a fault; needs an administrator',
    examples: [
      { run: 'omen demo fault cpu-hog --node 2', does: 'for ten minutes' },
      { run: 'omen demo fault instance-down --node 4 --for 3m', does: 'for three minutes' },
    ],
  })
    .addArgument(new Argument('<kind>', 'what goes wrong').choices([...demoFaultKindValues]))
    .option('--node <n>', 'node of the shop, 1 to 5', positive, 2)
    .addOption(new Option('--for <duration>', 'how long').argParser(durationMs).default(10 * MINUTE_MS, '10m'))
    .action(act<FaultOptions>(cli, runFault))
}

async function runFault(run: Run, { node, for: ms }: FaultOptions, [kind]: string[]): Promise<void> {
  const omen = await run.omen()
  const fault = await omen.demo.start({ kind: kind as DemoFaultKind, node, minutes: ms / MINUTE_MS })
  run.result({ success: true, fault }, () => renderFaults([fault], run))
}

function demoFaults(cli: Cli): Command {
  return describeCommand('faults', {
    summary: 'list the faults of the live demo, newest first',
    examples: [{ run: 'omen demo faults', does: 'what was begun, and until when' }],
  }).action(
    act(cli, async (run: Run) => {
      const faults = await (await run.omen()).demo.faults()
      run.result({ success: true, faults }, () => renderFaults(faults, run))
      if (faults.length === 0) run.note('No faults. Begin one with "omen demo fault cpu-hog".')
    }),
  )
}

function demoEnd(cli: Cli): Command {
  return describeCommand('end', {
    summary: 'end a fault before its time',
    examples: [{ run: 'omen demo end 6f1c…', does: 'the id is in "omen demo faults"' }],
  })
    .argument('<id>', 'id of the fault')
    .action(
      act(cli, async (run: Run, _options: object, [id = '']: string[]) => {
        const fault = await (await run.omen()).demo.end(id)
        run.result({ success: true, fault }, () => renderFaults([fault], run))
      }),
    )
}

const COLUMNS: Column[] = [{ title: 'FAULT' }, { title: 'NODE' }, { title: 'FROM' }, { title: 'TO' }, { title: 'ID' }]

function renderFaults(faults: readonly DemoFault[], { io, paint, width }: Run): string {
  if (faults.length === 0) return ''
  const times = faults.flatMap(({ start, end }) => [start, end])
  const write = timeWriter(io.timeZone, { from: Math.min(...times), to: Math.max(...times), intervalMs: null })
  const rows = faults.map(({ kind, node, start, end, id }): Cell[] => [
    kind,
    kind === 'silent-collector' ? 'all' : `node${node}`,
    write.full(start),
    write.full(end),
    id,
  ])
  return table(COLUMNS, rows, width, paint)
}
