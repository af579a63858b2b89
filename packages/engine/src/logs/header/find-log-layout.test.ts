import { describe, expect, it } from 'vitest'
import { cutHeader } from './cut-header.ts'
import { findLogLayout } from './find-log-layout.ts'

/** A log of such lines, each several times. */
const messagesOf = (lines: readonly string[]): string[] => {
  const layout = findLogLayout(Array.from({ length: 40 }, (_, i) => lines[i % lines.length] as string))
  return lines.map((line) => line.slice(cutHeader(line, layout)))
}

describe('findLogLayout and cutHeader', () => {
  it.each<[string, string[], string[]]>([
    [
      'syslog, with tags of several words',
      [
        'Jan  2 09:00:55 box kernel[0]: link up',
        'Jan  2 09:00:56 box cron[77]: (root) CMD (x)',
        'Jan  2 09:00:57 box sshd(pam)[7]: bye',
        'Jan  2 09:00:58 box sshd[9]: a b',
        'Jan  2 09:00:59 box syslogd 1.4.1: restart.',
      ],
      ['link up', '(root) CMD (x)', 'bye', 'a b', 'restart.'],
    ],
    [
      'log4j with a thread in brackets',
      [
        '2024-01-02 10:11:12,345 INFO [main] org.a.B: Started x',
        '2024-01-02 10:11:13,345 WARN [IPC handler 3 on 9] org.a.C: Slow',
      ],
      ['Started x', 'Slow'],
    ],
    [
      'dashes between the parts',
      [
        '2024-01-02 10:11:12,345 - INFO  [Q[id=1]/0:0:F@774] - Time out: 3',
        '2024-01-02 10:11:12,345 - WARN  [main:X@1] - No route',
      ],
      ['Time out: 3', 'No route'],
    ],
    [
      'a program and a dash, after a time in brackets',
      ['[10.30 16:49:06] a.exe - h:80 open', '[10.30 16:49:07] b.exe *64 - h:80 close, 3 bytes'],
      ['h:80 open', 'h:80 close, 3 bytes'],
    ],
    [
      'time and level in brackets',
      [
        '[Sun Dec 04 04:47:44 2005] [notice] ok /etc/x',
        '[Sun Dec 04 04:47:45 2005] [error] [client 1.2.3.4] forbidden',
      ],
      ['ok /etc/x', '[client 1.2.3.4] forbidden'],
    ],
    [
      'bars',
      ['20240102-1:2:3:404|Step|300|onExtend:1 2', '20240102-1:2:3:505|Step|300|reload 1|2|3'],
      ['onExtend:1 2', 'reload 1|2|3'],
    ],
    [
      'a process and thread number and a letter for the level',
      ['03-17 16:13:38.811  1702  2395 D Window: printing', '03-17 16:13:38.819  1702  8671 W Power: lock=2'],
      ['printing', 'lock=2'],
    ],
    [
      'columns of words before the level',
      [
        '- 1117838570 2005.06.03 R02-M1 2005-06-03-15.42.50.67 R02-M1 RAS KERNEL INFO parity error',
        'ALARM 1117838571 2005.06.03 R02-M2 2005-06-03-15.42.51.67 R02-M2 RAS APP FATAL ciod: died',
      ],
      ['parity error', 'ciod: died'],
    ],
    [
      'columns of a fixed width',
      [
        '2016-09-28 04:30:30, Info                  CBS    Loaded x',
        '2016-09-28 04:30:31, Error                 CSI    Failed y',
      ],
      ['Loaded x', 'Failed y'],
    ],
    [
      'an epoch among words',
      ['134681 n-246 unix.hw state 1077804742 1 Component down', '22 n-2 boot new 1076865186 1 running'],
      ['Component down', 'running'],
    ],
    [
      'Chinese levels',
      ['2024-01-02 10:11:12 信息 登录成功', '2024-01-02 10:11:13 错误 连接失败，重试第3次'],
      ['登录成功', '连接失败，重试第3次'],
    ],
    ['bare messages', ['Started job 3', 'job 4 failed: no route'], ['Started job 3', 'job 4 failed: no route']],
    [
      'a time and always the same message',
      ['2024-01-02 10:11:12 Request 15 took 35 ms', '2024-01-02 10:11:12 Request 16 took 36 ms'],
      ['Request 15 took 35 ms', 'Request 16 took 36 ms'],
    ],
  ])('finds the message behind %s', (_, lines, messages) => {
    expect(messagesOf(lines)).toEqual(messages)
  })

  it('says that a line without the header has none', () => {
    const layout = findLogLayout([
      '2024-01-02 10:11:12 INFO a: b',
      '2024-01-02 10:11:12 INFO a: c',
      '    at x.y(Z.java:3)',
    ])
    expect(cutHeader('    at x.y(Z.java:3)', layout)).toBe(-1)
    expect(cutHeader('', layout)).toBe(-1)
  })

  it('takes an empty sample for bare messages', () => {
    expect(findLogLayout([])).toEqual({ kind: 'bare' })
    expect(findLogLayout(['', '  '])).toEqual({ kind: 'bare' })
  })
})
