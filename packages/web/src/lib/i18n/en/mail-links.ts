export const mailLinks = {
  acknowledge: {
    title: 'Acknowledge',
    invalid: 'This link is not valid or has expired. Open the incident in Omen, or ask whoever runs it.',
    since: '{{projectName}}, since {{since}} ({{timeZone}})',
    submit: 'Acknowledge',
    acknowledged: 'Acknowledged: this incident is not sent again and does not escalate.',
    resolved: 'This incident is over.',
  },
  unsubscribe: {
    title: 'Unsubscribe',
    invalid: 'This link is not valid or has expired. Use the link of a newer mail, or ask whoever runs Omen.',
    alerts: {
      text: '{{address}} receives mail about incidents of {{projectName}}.',
      done: '{{address}} receives no more mail about incidents of {{projectName}}.',
    },
    reports: {
      text: '{{address}} receives reports on {{projectName}}.',
      done: '{{address}} receives no more of these reports on {{projectName}}.',
    },
    allReports: {
      text: '{{address}} receives reports on a schedule.',
      done: '{{address}} receives no more of these reports.',
    },
    submit: 'Unsubscribe',
    undo: 'Subscribe again',
  },
}
