import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { migrationsFolder } from '../adapters/database/migrations-folder.ts'
import { FolderLocked } from '../adapters/folder-lock/lock-folder.ts'
import { compose } from '../compose.ts'
import type { Settings } from '../config/settings.ts'
import type { Context } from '../domain/context.ts'
import { examine, type Finding } from '../domain/doctor/index.ts'
import { adoptFound, discardFound } from '../domain/files/index.ts'
import { isDiskFull } from '../ports/disk-full.ts'
import { OperatorError } from '../ports/operator-error.ts'
import type { DoctorCommand } from './arguments.ts'

/** Prints the findings; resolves to the exit code, 1 if there is a problem. */
export async function runDoctor(settings: Settings, command: DoctorCommand): Promise<number> {
  if (command.adopt !== undefined || command.discard !== undefined) return changeFound(settings, command)
  const findings: Finding[] = []
  const take = (finding: Finding): void => {
    findings.push(finding)
    if (!command.json) printFinding(finding)
  }
  await examineInto(settings, take)
  const isWell = findings.every(({ level }) => level === 'ok')
  if (command.json) console.log(JSON.stringify({ ok: isWell, findings }, null, 2))
  else console.log(isWell ? 'Everything is well.' : summaryOf(findings))
  return isWell ? 0 : 1
}

/** A store that cannot even be opened is a finding, too. */
async function examineInto(settings: Settings, take: (finding: Finding) => void): Promise<void> {
  try {
    await withContext(settings, async (ctx) => {
      for await (const finding of examine(ctx, { migrations: knownMigrations() })) take(finding)
    })
  } catch (error) {
    take({ check: 'stores', level: 'error', text: (error as Error).message, advice: adviceFor(error, settings) })
  }
}

async function changeFound(settings: Settings, { adopt, owner, name, discard }: DoctorCommand): Promise<number> {
  await withContext(settings, async (ctx) => {
    if (discard !== undefined) {
      const { bytes } = await discardFound(ctx, discard)
      return console.log(`${discard} (${bytes} bytes) is deleted.`)
    }
    const row = await adoptFound(ctx, adopt!, { userName: owner!, uploadFileName: name })
    console.log(`${row.id} is a file of ${owner} now, called ${row.uploadFileName}, ${row.bytes} bytes.`)
  })
  return 0
}

/** The log is silent, since its messages are reported as findings. */
async function withContext(settings: Settings, work: (ctx: Context) => Promise<void>): Promise<void> {
  const { ctx, close } = await compose({ ...settings, logLevel: 'silent' })
  try {
    await work(ctx)
  } finally {
    await close()
  }
}

function printFinding({ check, level, text, advice }: Finding): void {
  const mark = { ok: 'ok     ', warning: 'warning', error: 'ERROR  ' }[level]
  console.log(`${mark}  ${check.padEnd(7)}  ${text}${advice ? `\n                  → ${advice}` : ''}`)
}

function summaryOf(findings: readonly Finding[]): string {
  const count = (level: Finding['level'], word: string): string => {
    const number = findings.filter((finding) => finding.level === level).length
    return `${number} ${word}${number === 1 ? '' : 's'}`
  }
  return `${count('error', 'error')} and ${count('warning', 'warning')}. See the advice below each finding.`
}

function adviceFor(error: unknown, { apiBase }: Settings): string {
  if (error instanceof FolderLocked) return `Stop the server first; while it runs, see GET ${apiBase}health.`
  if (error instanceof OperatorError) return 'Nothing was changed.'
  if (isDiskFull(error))
    return 'The disk of the data folder is full: free space on it, outside of the data folder or by enlarging the disk, and run doctor again.'
  return 'Nothing was changed. See the log of that store; a backup of the data folder before any repair is a good idea.'
}

function knownMigrations(): number {
  const journal = JSON.parse(readFileSync(join(migrationsFolder, 'meta/_journal.json'), 'utf8'))
  return (journal as { entries: unknown[] }).entries.length
}
