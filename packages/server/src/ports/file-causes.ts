import type { Cause } from './operator-error.ts'

/** Why the system refuses files; `why` follows the name of a process, a file or a folder. */
export const TOO_MANY_FILES: Cause = {
  why: 'may not open as many files as Omen needs',
  advice:
    'Raise the limit to 4096 or more, with "ulimit -n 4096" in a shell or LimitNOFILE= in a unit of systemd, then start again.',
}
export const NO_PERMISSION: Cause = {
  why: 'may not be read or written by this user',
  advice: 'Give the data folder to the user that runs Omen (chown -R), or choose another with OMEN_DATA.',
}
export const READ_ONLY: Cause = {
  why: 'is on a file system that is read-only',
  advice: 'Choose another data folder with OMEN_DATA.',
}
