export const mailLinks = {
  invalid: 'This link is not valid or has expired. Open the incident in Omen, or ask whoever runs it.',
  acknowledge: {
    title: 'Acknowledge',
    since: '{{projectName}}, since {{since}} ({{timeZone}})',
    submit: 'Acknowledge',
    acknowledged: 'Acknowledged: this incident is not sent again and does not escalate.',
    resolved: 'This incident is over.',
  },
  unsubscribe: {
    title: 'Unsubscribe',
    text: '{{address}} receives mail about incidents of {{projectName}}.',
    submit: 'Unsubscribe',
    done: '{{address}} receives no more mail about incidents of {{projectName}}.',
    undo: 'Subscribe again',
  },
}
