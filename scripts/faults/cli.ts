import type { Fault } from './fault.ts'

/** The command line, against a server of the test. */
export const CLI_FAULTS: readonly Fault[] = [
  {
    id: 'fail-on',
    breaks: "--fail-on 'severity>=5' includes 5",
    file: 'packages/cli/src/fail-on/limit.ts',
    find: "'>=': (value, limit) => value >= limit",
    replace: "'>=': (value, limit) => value > limit",
    tests: ['packages/cli/src/commands/detect.test.ts'],
  },
  {
    id: 'exit-anomalies',
    breaks: 'detect exits with 3 on anomalies',
    file: 'packages/cli/src/exit-code.ts',
    find: 'anomalies: 3',
    replace: 'anomalies: 1',
    tests: ['packages/cli/src/commands/detect.test.ts'],
  },
  {
    id: 'bulk-exit',
    breaks: 'one bad file means a non-zero exit',
    file: 'packages/cli/src/bulk/exit-of.ts',
    find: 'if (failed === 0) return',
    replace: 'if (failed < files) return',
    tests: ['packages/cli/src/commands/upload/upload.test.ts'],
  },
  {
    id: 'demo-fault',
    breaks: 'omen demo fault lasts as long as said',
    file: 'packages/cli/src/commands/demo.ts',
    find: 'minutes: ms / MINUTE_MS',
    replace: 'minutes: ms / 1000',
    tests: ['packages/cli/src/commands/demo.test.ts'],
  },
  {
    id: 'login-token',
    breaks: 'omen login ends the session of the password',
    file: 'packages/cli/src/commands/login.ts',
    find: 'await omen.accounts.logout().catch(() => undefined)',
    replace: '',
    tests: ['packages/cli/src/commands/login.test.ts'],
  },
]
