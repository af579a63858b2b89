import { OperatorError } from '../../../ports/operator-error.ts'

/** Why a backup cannot be made, read or restored; the message is a sentence for the person at the console. */
export class BackupError extends OperatorError {
  constructor(message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause })
    this.name = 'BackupError'
  }
}

/** The archive differs from what was written. */
export class DamagedArchive extends BackupError {
  readonly member: string

  constructor(member: string, what: string, cause?: unknown) {
    super(`The backup is damaged at ${member}: ${what}.`, cause)
    this.name = 'DamagedArchive'
    this.member = member
  }
}
